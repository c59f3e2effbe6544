"""Groups of texts that say much the same."""

from __future__ import annotations

import math

from graphmem.upkeep.digests.alike import alike_groups


def at(degrees: float) -> list[float]:
    return [3 * math.cos(math.radians(degrees)), 3 * math.sin(math.radians(degrees))]


def groups(**degrees: float) -> list[tuple[str, ...]]:
    return alike_groups({id_: at(angle) for id_, angle in degrees.items()})


def test_five_that_are_alike_to_the_first_are_a_group_and_four_are_not() -> None:
    assert groups(a=0, b=10, c=20, d=30, e=45) == [("a", "b", "c", "d", "e")], "a cosine of .707"
    assert groups(a=0, b=10, c=20, d=30, e=76) == [], "a cosine of .695 to the nearest"
    assert groups(a=0, b=10, c=20, d=30) == []


def test_a_later_one_joins_the_group_and_begins_none_in_its_place() -> None:
    (before,) = groups(a=0, b=1, c=2, d=3, e=4)
    (after,) = groups(a=0, b=1, c=2, d=3, e=4, f=5)
    assert after == (*before, "f")


def test_each_is_in_one_group_only() -> None:
    found = groups(a=0, b=1, c=2, d=3, e=4, f=90, g=91, h=92, i=93, j=94, k=40)
    assert found == [("a", "b", "c", "d", "e", "k"), ("f", "g", "h", "i", "j")]


def test_a_vector_of_zeros_is_like_nothing() -> None:
    assert alike_groups({str(n): [0.0, 0.0] for n in range(6)}) == []
