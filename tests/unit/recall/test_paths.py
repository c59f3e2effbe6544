"""The path to a fact begins at the entity where the walk began."""

from __future__ import annotations

from graphmem.graph.row_mapping import fact_of
from graphmem.recall.paths import way_to
from graphmem_contract.records import Fact
from tests.unit.graph.rows import fact_row
from tests.unit.recall.candidates import NOW, fact


def edge(id_: str, subject: str, relation: str, object_: str) -> Fact:
    row = fact_row(id_, subject=subject, subjectId=subject.lower(), relation=relation, object=object_)
    return fact_of({**row, "objectId": object_.lower()}, NOW)


WORKS = edge("works", "Ana", "works_at", "Acme")
LIES = edge("lies", "Acme", "located_in", "Rome")
FACTS = {"works": WORKS, "lies": LIES}


def test_a_fact_is_walked_from_its_subject_or_from_its_object() -> None:
    assert way_to(fact("works", seed="ana", hops=1), FACTS) == ("Ana", "works_at", "Acme")
    assert way_to(fact("works", seed="acme", hops=1), FACTS) == ("Acme", "works_at", "Ana")


def test_two_hops_pass_through_the_fact_in_between() -> None:
    there = fact("lies", seed="ana", via="works", hops=2)
    assert way_to(there, FACTS) == ("Ana", "works_at", "Acme", "located_in", "Rome")
    back = fact("works", seed="rome", via="lies", hops=2)
    assert way_to(back, FACTS) == ("Rome", "located_in", "Acme", "works_at", "Ana")


def test_a_fact_that_no_walk_found_has_no_path() -> None:
    assert way_to(fact("works"), FACTS) == ()


def test_a_path_with_an_unknown_part_is_left_out_as_a_whole() -> None:
    assert way_to(fact("lies", seed="ana", via="gone", hops=2), FACTS) == ()
    assert way_to(fact("gone", seed="ana", hops=1), FACTS) == ()
