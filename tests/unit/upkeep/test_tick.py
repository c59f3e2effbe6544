"""The choice of jobs."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.upkeep.tick import JOBS, checked_jobs
from graphmem_contract.errors import InvalidInput


def test_jobs_run_in_one_order_and_each_once() -> None:
    assert checked_jobs(None) == tuple(JOBS)
    assert checked_jobs(["importance", "decay", "decay"]) == ("decay", "importance")
    assert checked_jobs([]) == ()


@pytest.mark.parametrize("jobs", ["decay", ["Decay"], ["forget"], [1]])
def test_other_jobs_are_refused(jobs: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_jobs(jobs)
    assert refused.value.field == "jobs"
