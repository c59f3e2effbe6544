"""A row of the table of verbs."""

from __future__ import annotations

from graphmem.relations.change_rows import change


def test_a_row_has_its_patterns_in_every_language() -> None:
    row = change("died", "ends_all", "person pet", keeps=True)
    assert {one.code for one, _ in row.patterns} == {"en", "pt", "es", "fr", "de"}
    assert row.objects == {"person", "pet"}
    assert (row.swapped, row.keeps, row.lasting, row.titles) == (False, True, False, False)


def test_the_words_of_a_row_are_named_by_its_flags_or_by_themselves() -> None:
    lasting = change("lives_in", "begins", "place", lasting=True)
    assert lasting.patterns
    assert lasting.patterns != change("lives_in", "begins", "place").patterns
    assert change("works_at", "begins", "place", words="lives_in_begins_lasting").patterns == lasting.patterns
    assert change("keeps_bees", "begins", "pet").patterns == ()
