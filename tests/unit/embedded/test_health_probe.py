"""The health of a running server: checked in the background, and believed when two findings agree."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from graphmem.embedded.health_probe import HealthProbe


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something becomes true within ten seconds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.001)
    return False


def test_two_findings_in_a_row_are_needed() -> None:
    findings: Iterator[bool] = iter((True, False, True, True, *[True] * 10_000))
    asked: list[bool] = []

    def check() -> bool:
        asked.append(next(findings))
        return asked[-1]

    probe = HealthProbe(check, every_sec=0.0)
    assert eventually(probe.must_restart)
    assert asked[:4] == [True, False, True, True]


def test_a_healthy_server_is_left_alone() -> None:
    asked: list[int] = []
    probe = HealthProbe(lambda: bool(asked.append(1)), every_sec=0.0)
    assert eventually(lambda: probe.must_restart() or len(asked) > 20)
    assert not probe.must_restart()


def test_a_server_that_stands_still_blocks_nobody_and_is_asked_once() -> None:
    answered, asked = threading.Event(), []

    def check() -> bool:
        asked.append(1)
        return answered.wait(60)

    probe = HealthProbe(check, every_sec=0.0)
    assert not any(probe.must_restart() for _ in range(1000))
    assert eventually(lambda: bool(asked))
    assert len(asked) == 1
    answered.set()


def test_the_first_check_waits_its_time() -> None:
    asked: list[int] = []
    probe = HealthProbe(lambda: bool(asked.append(1)), every_sec=3600.0)
    assert not probe.must_restart()
    assert not asked
