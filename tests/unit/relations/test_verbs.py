"""The table of verbs of change."""

from __future__ import annotations

import pytest

from graphmem.languages.language import languages
from graphmem.ontology import SEEDS
from graphmem.relations.verbs import CHANGES, PAST_OF, STATES


def test_every_row_has_patterns_and_a_way_to_begin_or_end_its_state() -> None:
    assert all(row.patterns for row in CHANGES)
    assert {row.effect for row in CHANGES} == {"begins", "ends", "ends_all", "is"}


@pytest.mark.parametrize(
    "relation",
    ["lives_in", "works_at", "has_role", "member_of", "studies_at", "married_to", "dating", "owns", "uses", "leads"],
)
def test_a_state_begins_and_ends_in_five_languages(relation: str) -> None:
    for effect in ("begins", "ends"):
        rows = [row for row in CHANGES if (row.relation, row.effect) == (relation, effect)]
        assert {language.code for row in rows for language, _ in row.patterns} == {"en", "pt", "es", "fr", "de"}


def test_states_that_a_former_time_ends_are_in_the_table_or_seeded() -> None:
    assert set(STATES) | set(SEEDS) >= PAST_OF


def test_every_row_of_a_language_is_a_row_of_the_table() -> None:
    used = {pattern for row in CHANGES for _, pattern in row.patterns}
    listed = {pattern for one in languages("changes") for row in one.changes.changes.values() for pattern in row}
    assert listed - used == set()


def test_every_pattern_of_a_change_has_a_verb() -> None:
    *changes, _first_day, _last_day = (row for row in CHANGES if row.effect != "is")
    assert all("~" in pattern for row in changes for _, pattern in row.patterns)
