"""Rows become facts, entities and episodes, as of a system time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from graphmem.graph.row_mapping import as_map, entity_of, entity_then, episode_of, fact_of, name_then
from graphmem_contract.errors import RevisionConflict
from tests.unit.graph.rows import DAY, entity_row, episode_row, fact_row

EARLIER, LATER, NOW = DAY - timedelta(days=9), DAY + timedelta(days=9), DAY + timedelta(days=100)


@pytest.mark.parametrize(
    ("changes", "status", "holds", "upcoming"),
    [
        ({}, "live", True, False),
        ({"tValid": None}, "live", True, False),
        ({"tInvalid": LATER}, "closed", False, False),
        ({"tInvalid": NOW}, "closed", False, False),
        ({"tInvalid": NOW + timedelta(days=1)}, "live", True, False),
        ({"tValid": NOW}, "live", True, False),
        ({"tValid": NOW + timedelta(days=1)}, "live", False, True),
        ({"expiredAt": LATER, "expiredReason": "revised"}, "closed", False, False),
        ({"expiredAt": LATER, "expiredReason": "corrected"}, "corrected", False, False),
    ],
)
def test_the_status_of_a_fact_follows_from_its_period_and_from_belief(
    changes: dict[str, Any], status: str, holds: bool, upcoming: bool
) -> None:
    fact = fact_of(fact_row(**changes), NOW)
    assert (fact.status, fact.holds_now, fact.upcoming) == (status, holds, upcoming)


def test_what_was_believed_at_a_system_time_counts_as_believed() -> None:
    row = fact_row(expiredAt=LATER, expiredReason="corrected")
    assert fact_of(row, NOW, DAY).status == "live"
    assert fact_of(row, NOW, LATER).status == "corrected"


def test_a_version_that_is_no_longer_believed_says_why() -> None:
    closing: dict[str, Any] = {"closedBy": "f2", "closedReason": "superseded", "expiredBy": "f3", "expiredAt": LATER}
    corrected = fact_of(fact_row(**closing, expiredReason="corrected"), NOW)
    assert (corrected.closed_by, corrected.closed_reason) == ("f3", "corrected")
    revised = fact_of(fact_row(**closing, expiredReason="revised"), NOW)
    assert (revised.closed_by, revised.closed_reason) == ("f2", "superseded")
    believed = fact_of(fact_row(**closing, expiredReason="corrected"), NOW, DAY)
    assert (believed.closed_by, believed.closed_reason) == ("f2", "superseded")


def test_evidence_is_a_choice_of_sets() -> None:
    assert fact_of(fact_row(evidence=["a&b", "c"]), NOW).evidence == (("a", "b"), ("c",))
    assert fact_of(fact_row(), NOW).evidence == ()


def test_an_object_that_is_no_entity_is_a_value() -> None:
    assert fact_of(fact_row(isEntity=False), NOW).object_kind == "value"
    assert fact_of(fact_row(), NOW).object_kind == "entity"


def test_a_fact_has_the_names_of_its_ends_at_the_system_time() -> None:
    row = fact_row(subject="Annie", subjectWas=["Ana"], subjectUntil=[LATER])
    assert fact_of(row, NOW).subject == "Annie"
    assert fact_of(row, NOW, DAY).subject == "Ana"


def test_a_name_ends_at_the_moment_of_its_successor() -> None:
    was, until = ["A", "B"], [DAY, LATER]
    names = [name_then("C", was, until, at) for at in (EARLIER, DAY, LATER, None)]
    assert names == ["A", "B", "C", "C"]
    assert name_then("C", None, None, DAY) == "C"


def test_an_alias_that_is_the_name_is_not_repeated() -> None:
    row = entity_row(name="Annie", namesWas=["Ana"], namesUntil=[LATER], aliases=["Ana", "Annie", "Nini", "Nini"])
    assert entity_of(row).aliases == ("Ana", "Nini")
    assert entity_of(row, DAY).aliases == ("Annie", "Nini")


def test_a_past_entity_has_no_summary() -> None:
    row = entity_row(summary="Works at Acme.")
    assert entity_then(row, None).summary == "Works at Acme."
    assert entity_then(row, DAY).summary is None


def test_metadata_and_properties_are_read_from_json() -> None:
    assert episode_of(episode_row(metadata='{"a": [1]}', tags=["x"])).metadata == {"a": [1]}
    assert episode_of(episode_row()).metadata == {}
    assert episode_of(episode_row()).tags == ()
    assert entity_of(entity_row(properties='{"age": 3}')).properties == {"age": 3}
    assert as_map({"a": 1}) == {"a": 1}


def test_what_is_removed_during_the_read_is_asked_for_again() -> None:
    half: list[tuple[Any, dict[str, Any]]] = [
        (lambda row: fact_of(row, NOW), dict.fromkeys(fact_row())),
        (entity_of, dict.fromkeys(entity_row())),
        (entity_of, entity_row(key=None, name=None)),
        (episode_of, dict.fromkeys(episode_row())),
    ]
    for read, row in half:
        with pytest.raises(RevisionConflict, match="has been removed since"):
            read(row)
