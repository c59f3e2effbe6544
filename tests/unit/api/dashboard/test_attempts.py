"""Attempts to log in are limited by address."""

from __future__ import annotations

import pytest

from api.dashboard.attempts import MOST_ADDRESSES, MOST_FAILURES, WINDOW_SEC, Attempts, network_of
from graphmem_contract.errors import TooManyRequests


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_after_ten_failures_an_address_waits_until_the_first_is_forgotten() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for _ in range(MOST_FAILURES):
        attempts.check("10.0.0.1")
        attempts.failed("10.0.0.1")
        clock.now += 1
    with pytest.raises(TooManyRequests) as refused:
        attempts.check("10.0.0.1")
    assert refused.value.retry_after == pytest.approx(WINDOW_SEC - MOST_FAILURES)
    attempts.check("10.0.0.2")
    clock.now = WINDOW_SEC
    attempts.check("10.0.0.1")


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
    assert network_of("10.0.0.1") == "10.0.0.1"
    assert network_of("") == ""


def test_old_failures_are_dropped_before_they_fill_the_memory() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for number in range(MOST_ADDRESSES):
        attempts.failed(f"host{number}")
    clock.now = WINDOW_SEC
    attempts.failed("another")
    assert len(attempts._failures) == 1
