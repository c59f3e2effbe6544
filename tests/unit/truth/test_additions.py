"""Values that were said to come beside others: none excludes another, in whichever order they are said."""

from __future__ import annotations

from itertools import permutations

import pytest

from graphmem.truth.statement import Statement
from tests.unit.truth.saying import facts, tell

ACME, BAKERY, GLOBEX = (
    tell("1", "ana works_at acme", 1),
    tell("2", "ana works_at bakery", 2, adds=True),
    tell("3", "ana works_at globex", 3),
)


def open_values(*statements: Statement) -> set[str]:
    return {object_ for object_, _, until, _ in facts(*statements) if until is None}


@pytest.mark.parametrize("order", list(permutations((ACME, BAKERY, GLOBEX))))
def test_an_added_value_ends_none_and_none_ends_it(order: tuple[Statement, ...]) -> None:
    assert open_values(*order) == {"bakery", "globex"}


def test_without_the_word_the_later_value_replaces_the_earlier_one() -> None:
    assert open_values(ACME, tell("2", "ana works_at bakery", 2)) == {"bakery"}


def test_a_plain_repetition_of_an_added_value_ends_nothing_either() -> None:
    assert open_values(ACME, BAKERY, tell("4", "ana works_at bakery", 4)) == {"acme", "bakery"}
