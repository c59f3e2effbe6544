"""A row of the table of verbs."""

from __future__ import annotations

from graphmem.relations.change_rows import change


def test_a_row_lists_its_patterns_by_language() -> None:
    row = change("keeps_bees", "begins", "pet thing", en="~keep; ~hive up", de="~halten;")
    assert row.patterns == (("en", "~keep"), ("en", "~hive up"), ("de", "~halten"))
    assert row.objects == {"pet", "thing"}
    assert (row.swapped, row.keeps, row.lasting, row.titles) == (False, False, False, False)
