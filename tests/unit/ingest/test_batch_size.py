"""Batches grow while they are fast and shrink when they are slow."""

from __future__ import annotations

import pytest

from graphmem.ingest.batch_size import FIRST, LEAST, MOST, Pace


def test_batches_grow_while_they_are_quick_and_shrink_when_they_are_slow() -> None:
    pace = Pace.of("exact")
    for _ in range(9):
        pace.took(pace.size, 0.1)
    assert pace.size == MOST["exact"]
    pace.took(pace.size // 2, 0.1)
    assert pace.size == MOST["exact"], "half a batch that was quick says nothing"
    for _ in range(20):
        pace.took(pace.size, 9.0)
    assert pace.size == LEAST


def test_a_batch_of_a_given_size_keeps_it() -> None:
    pace = Pace.of("full", 7)
    pace.took(7, 0.0)
    pace.took(7, 99.0)
    assert pace.size == 7


@pytest.mark.parametrize(
    ("records", "seconds", "size"),
    [
        (100, 0.49, 200),
        (100, 0.5, 100),
        (99, 0.1, 100),
        (100, 2.0, 100),
        (100, 2.01, 50),
        (60, 2.01, 30),
        (10, 9.0, 25),
    ],
)
def test_a_full_fast_batch_doubles_the_size_and_a_slow_one_halves_it(records: int, seconds: float, size: int) -> None:
    pace = Pace(100, 400)
    pace.took(records, seconds)
    assert pace.size == size


def test_names_that_are_compared_come_in_smaller_batches() -> None:
    assert (Pace.of("full").size, Pace.of("full").most) == (FIRST["full"], MOST["full"])
    assert Pace.of("full").most < Pace.of("exact").size


def test_a_batch_is_timed_while_it_lands() -> None:
    pace = Pace(100, 400)
    with pace.measure_commit(100):
        pass
    assert pace.size == 200


def test_a_batch_that_failed_teaches_nothing() -> None:
    pace = Pace(100, 400)
    with pytest.raises(ValueError), pace.measure_commit(100):
        raise ValueError
    assert pace.size == 100
