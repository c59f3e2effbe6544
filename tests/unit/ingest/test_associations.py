"""Which facts of a message are associated, how strongly, and which entities their sentences name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.claims import Extracted, ExtractedMentions, Profile
from graphmem.ingest.associations import MOST_COMPARED, associated, links_of, seeds_of, weight
from graphmem.ingest.stages.records import NewStatement
from tests.unit.ingest.building import changes, entity
from tests.unit.ingest.claim_building import settings, source as where
from tests.unit.ingest.settled_rows import committed, row, said


@pytest.mark.parametrize(("cosine", "expected"), [(0.4, 0.2), (0.6, 0.3), (0.8, 0.4), (1.0, 0.5)])
def test_the_weight_of_an_association_grows_with_the_cosine(cosine: float, expected: float) -> None:
    assert weight(cosine, settings()) == pytest.approx(expected)


def test_a_pair_is_associated_from_the_threshold_on() -> None:
    vectors = {"a": [1.0, 0.0, 0.0], "b": [3.0, 4.0, 0.0], "c": [0.0, 0.0, 1.0]}
    assert [(p["one"], p["other"]) for p in associated(vectors, settings(association_threshold=0.6))] == [("a", "b")]
    assert associated(vectors, settings(association_threshold=0.61)) == []


def test_the_nearest_pairs_come_first_and_no_more_than_the_setting_allows() -> None:
    vectors = {"a": [1.0, 0.0], "b": [1.0, 0.1], "c": [1.0, 0.5]}
    pairs = [(pair["one"], pair["other"]) for pair in associated(vectors, settings(association_threshold=0.1))]
    assert pairs == [("a", "b"), ("b", "c"), ("a", "c")]
    assert len(associated(vectors, settings(association_threshold=0.1, associations=1))) == 1
    assert associated(vectors, settings(associations=0)) == []


def test_of_a_message_of_very_many_facts_the_first_are_compared() -> None:
    vectors = {f"{MOST_COMPARED - n:04}": [1.0, 0.0] for n in range(MOST_COMPARED)} | {"0": [1.0, 0.0]}
    pairs = associated(vectors, settings(associations=10**6))
    assert len(pairs) == MOST_COMPARED * (MOST_COMPARED - 1) // 2
    assert not any("0" in (pair["one"], pair["other"]) for pair in pairs)


def test_one_fact_is_associated_with_nothing() -> None:
    assert associated({"a": [1.0, 0.0]}, settings()) == []


# --------------------------------------------------------------------------- links of a commit


def stated(id_: str, object_: str, text: str, vector: list[float] | None = None, **source: Any) -> NewStatement:
    made = replace(said(id_, "Ana", "likes", object_, text=text), vector=vector)
    claim = replace(made.dated.candidate, source=where(**source))
    return replace(made, dated=replace(made.dated, candidate=claim))


PEOPLE = tuple(entity(name) for name in ("Ana", "Bruno", "Carla"))


def test_a_sentence_is_linked_to_the_entities_it_names_besides_its_ends() -> None:
    made = changes(stated("s", "Bruno", "Ana met Bruno at Carla's."), entities=PEOPLE)
    links = links_of(committed(made, [row("s", "Ana", "likes", "Bruno")]), settings())
    assert links["names"] == [{"factId": "s", "entityIds": ["Carla"], "replaces": False}]


def test_a_sentence_that_replaces_another_is_linked_again() -> None:
    text = "Ana likes Bruno very much."
    made = changes(stated("s", "Bruno", text), entities=PEOPLE)
    fact = row("old", "Ana", "likes", "Bruno", change="changed", statementIds=["old", "s"], text=text)
    (name,) = links_of(committed(made, [fact]), settings())["names"]
    assert name == {"factId": "old", "entityIds": [], "replaces": True}


def test_a_sentence_that_names_nobody_else_needs_no_link() -> None:
    made = changes(stated("s", "Bruno", "Ana likes Bruno."), entities=PEOPLE)
    assert links_of(committed(made, [row("s", "Ana", "likes", "Bruno")]), settings())["names"] == []


def test_a_statement_without_a_fact_and_an_end_are_not_linked() -> None:
    ending = stated("end", "Bruno", "Ana left Bruno and Carla.")
    ending = replace(ending, props={**ending.props, "action": "ends"})
    made = changes(stated("lost", "Bruno", "Ana and Bruno and Carla."), ending, entities=PEOPLE)
    fact = row("old", "Ana", "likes", "Bruno", change="changed", statementIds=["end"])
    assert links_of(committed(made, [fact]), settings()) == {"names": [], "associated": []}


def test_facts_of_one_message_are_associated_but_those_of_an_import_by_keys_are_not() -> None:
    rows = [row("s", "Ana", "likes", "Bruno"), row("t", "Ana", "likes", "Carla")]

    def pairs(resolve: str) -> int:
        made = (stated(id_, end, "x", [1.0, 0.0], resolve=resolve) for id_, end in (("s", "Bruno"), ("t", "Carla")))
        return len(links_of(committed(changes(*made, entities=PEOPLE), rows), settings())["associated"])

    assert (pairs("full"), pairs("exact")) == (1, 0)


# --------------------------------------------------------------------------- profiles


def test_the_first_profile_of_an_entity_counts_and_one_of_nobody_is_dropped() -> None:
    profiles = (
        Profile("Ana", "A baker."),
        Profile("ana", "A cook."),
        Profile("Nobody", "x"),
        Profile("Bruno", "A smith."),
    )
    mentions = ExtractedMentions(where(), Extracted((), None, "informed", profiles=profiles))
    resolved = committed(changes(entities=PEOPLE)).plan.resolved
    assert seeds_of(mentions, resolved) == [{"id": "Ana", "text": "A baker."}, {"id": "Bruno", "text": "A smith."}]
