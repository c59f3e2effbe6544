"""The processor time of a piece of work."""

from __future__ import annotations

import signal

import pytest

from graphmem.processes.budget import BudgetSpent, cpu_budget


def test_work_ends_when_its_time_is_spent() -> None:
    with pytest.raises(BudgetSpent), cpu_budget(0.05):
        sum(iter(lambda: 0, 1))


def test_the_alarm_is_off_afterwards() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with cpu_budget(5):
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) == before
