"""The path to a fact begins at the entity where the walk began."""

from __future__ import annotations

from graphmem.graph.row_mapping import fact_of
from graphmem.recall.paths import way_of, way_to
from graphmem.recall.ranking import FactCandidate
from graphmem_contract.records import Fact
from tests.unit.graph.rows import fact_row
from tests.unit.recall.candidates import NOW, fact


def edge(id_: str, subject: str, relation: str, object_: str) -> Fact:
    row = fact_row(id_, subject=subject, subjectId=subject.lower(), relation=relation, object=object_)
    return fact_of({**row, "objectId": object_.lower()}, NOW)


WORKS = edge("works", "Ana", "works_at", "Acme")
LIES = edge("lies", "Acme", "located_in", "Rome")
SPEAKS = edge("speaks", "Rome", "official_language", "Italian")
FACTS = {"works": WORKS, "lies": LIES, "speaks": SPEAKS}


def path(*walked: FactCandidate) -> tuple[str, ...]:
    """Return the path to the last of the facts that a walk found."""
    return way_to(way_of(walked[-1], {one.id: one for one in walked}), FACTS)


def test_a_fact_is_walked_from_its_subject_or_from_its_object() -> None:
    assert path(fact("works", seed="ana", hops=1)) == ("Ana", "works_at", "Acme")
    assert path(fact("works", seed="acme", hops=1)) == ("Acme", "works_at", "Ana")


def test_a_walk_of_several_steps_passes_through_the_facts_in_between() -> None:
    works = fact("works", seed="ana", hops=1)
    lies = fact("lies", seed="ana", via="works", hops=2)
    assert path(works, lies) == ("Ana", "works_at", "Acme", "located_in", "Rome")
    speaks = fact("speaks", seed="ana", via="lies", hops=3)
    assert path(works, lies, speaks) == (
        "Ana",
        "works_at",
        "Acme",
        "located_in",
        "Rome",
        "official_language",
        "Italian",
    )
    back = fact("lies", seed="rome", hops=1)
    assert path(back, fact("works", seed="rome", via="lies", hops=2)) == (
        "Rome",
        "located_in",
        "Acme",
        "works_at",
        "Ana",
    )


def test_a_fact_that_no_walk_found_has_no_path() -> None:
    assert path(fact("works")) == ()


def test_a_path_with_an_unknown_fact_is_left_out_as_a_whole() -> None:
    assert path(fact("gone", seed="ana", hops=1), fact("lies", seed="ana", via="gone", hops=2)) == ()
    assert path(fact("gone", seed="ana", hops=1)) == ()


def test_facts_that_lead_to_each_other_end_the_path() -> None:
    works, lies = fact("works", seed="ana", via="lies", hops=2), fact("lies", seed="ana", via="works", hops=2)
    assert len(way_of(works, {"works": works, "lies": lies})) == 2
