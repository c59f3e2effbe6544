"""The waits between attempts of a delivery."""

from __future__ import annotations

from graphmem.feed.delivery import FIRST_DELAY_SEC, LONGEST_DELAY_SEC, delay_sec


def test_a_wait_doubles_up_to_the_longest() -> None:
    for attempts, wanted in (
        (1, FIRST_DELAY_SEC),
        (2, 2 * FIRST_DELAY_SEC),
        (4, 8 * FIRST_DELAY_SEC),
        (40, LONGEST_DELAY_SEC),
    ):
        assert 0.8 * wanted <= delay_sec(attempts) <= 1.2 * wanted


def test_without_a_first_wait_there_is_none() -> None:
    assert delay_sec(5, 0.0) == 0.0
