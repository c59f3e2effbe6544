"""The rows of the table of verbs in `verbs_people_things`."""

from __future__ import annotations

from graphmem.relations.verbs_people_things import PEOPLE_AND_THINGS


def test_a_state_both_begins_and_ends() -> None:
    assert {"begins", "ends"} <= {row.effect for row in PEOPLE_AND_THINGS if row.relation == "married_to"}


def test_every_pattern_has_a_verb() -> None:
    changes = [row for row in PEOPLE_AND_THINGS if row.effect != "is"]
    assert all("~" in pattern for row in changes for _, pattern in row.patterns)
