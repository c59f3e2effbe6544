"""The rows of the table of verbs in `verbs_homes_jobs`."""

from __future__ import annotations

from graphmem.relations.verbs_homes_jobs import HOMES_AND_JOBS


def test_a_state_both_begins_and_ends() -> None:
    assert {"begins", "ends"} <= {row.effect for row in HOMES_AND_JOBS if row.relation == "lives_in"}


def test_every_pattern_has_a_verb() -> None:
    assert all("~" in pattern for row in HOMES_AND_JOBS for _, pattern in row.patterns)
