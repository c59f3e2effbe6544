"""Paths: each has one text, and a text begins with the texts of the paths above it, and of no others."""

from __future__ import annotations

from hypothesis import given, strategies as st

from graphmem.items.item_paths import begins_with, ends_with, path_labels, path_text

PATHS = st.lists(st.text("ab/%2F*.", min_size=1, max_size=4), max_size=4).map(tuple)


@given(PATHS)
def test_a_path_comes_back(path: tuple[str, ...]) -> None:
    assert path_labels(path_text(path)) == path


@given(PATHS, PATHS)
def test_a_text_begins_with_that_of_a_path_above_it_only(path: tuple[str, ...], above: tuple[str, ...]) -> None:
    assert path_text(path).startswith(path_text(above)) is (path[: len(above)] == above)


def test_conditions_with_any_label() -> None:
    assert begins_with(("a", "b", "c"), ("*", "b"))
    assert not begins_with(("a",), ("*", "*"))
    assert ends_with(("a", "b", "c"), ("b", "*"))
    assert not ends_with(("a", "b", "c"), ("a", "*"))
