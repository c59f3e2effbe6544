"""What a claim says it does to known facts: it is done to exactly these, and checked."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.fact_dedup import candidate_of
from graphmem.ingest.stages.records import DistinctClaim, ValueEnd
from graphmem.ingest.stages.touching import touching
from graphmem_contract.records import Touch, TouchKind
from tests.unit.ingest.claim_building import ANA, fact_reads, linked

RACE = {
    "factId": "f1", "subjectId": ANA.id, "subjectKey": ANA.key, "subject": "Ana", "subjectType": "person",
    "relation": "prepares_for", "objectId": "v1", "objectKey": "berlin_marathon", "object": "Berlin marathon",
    "isEntity": False, "open": True, "factText": "Ana trains for the Berlin marathon.", "sentences": [],
}  # fmt: skip


def touched(how: TouchKind, object_: str = "the marathon", fact: dict[str, Any] = RACE, **claim: Any) -> DistinctClaim:
    reads = fact_reads(touched={"f1": fact})
    given = linked(object_, relation="runs", touches=(Touch(fact="f1", how=how),), **claim)
    return touching(candidate_of(given, reads, {}), reads)[0]


def meant(candidate: DistinctClaim) -> tuple[str, str]:
    end = candidate.object
    return candidate.relation, end.text if isinstance(end, ValueEnd) else end.name


@pytest.mark.parametrize("how", ["ends", "replaces", "corrects"])
@pytest.mark.parametrize("action", ["ends", "never"])
def test_an_end_is_that_of_the_touched_fact_whatever_its_words(how: TouchKind, action: str) -> None:
    assert meant(touched(how, action=action)) == ("prepares_for", "Berlin marathon")


@pytest.mark.parametrize(("how", "verdict"), [("repeats", "same"), ("refines", "refines")])
def test_the_same_in_other_words_is_the_known_fact(how: TouchKind, verdict: str) -> None:
    found = touched(how)
    assert meant(found) == ("prepares_for", "Berlin marathon")
    assert found.verdict == (verdict,)


def test_a_repetition_with_another_number_is_none() -> None:
    found = touched("repeats", "43 km", {**RACE, "object": "42 km"})
    assert meant(found) == ("runs", "43 km")
    assert found.notes[0].startswith("touches_other_value: repeats")


@pytest.mark.parametrize("how", ["replaces", "ends"])
def test_a_replaced_fact_ends_and_the_claim_stays_as_it_is(how: TouchKind) -> None:
    found = touched(how, "chess")
    assert meant(found) == ("runs", "chess")
    assert [known["factId"] for known in found.contradicts] == ["f1"]


def test_a_corrected_fact_was_never_true() -> None:
    found = touched("corrects", "chess")
    assert ([known["factId"] for known in found.corrects], found.contradicts) == (["f1"], ())


def test_an_addition_leaves_the_known_fact() -> None:
    found = touched("adds_to", "chess")
    assert (found.adds, found.contradicts, found.corrects) == (True, (), ())


def test_a_fact_of_somebody_else_is_left_alone() -> None:
    bruno = EntityRef("b", "person:bruno", "Bruno", "person", "exact")
    found = touched("ends", "chess", {**RACE, "subjectId": bruno.id}, action="ends")
    assert meant(found) == ("runs", "chess")
    assert found.notes[0].startswith("touches_another: ends")


def test_a_number_of_no_fact_is_told() -> None:
    reads = fact_reads(touched={})
    given = linked("tea", touches=(Touch(fact="gone", how="ends"),))
    found, settled = touching(candidate_of(given, reads, {}), reads)
    assert not settled
    assert found.notes == ("touches_nothing: ends gone, which is no fact of this brain",)
