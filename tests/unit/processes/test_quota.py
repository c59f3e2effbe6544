"""What the quota of a day still allows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import QuotaSpent
from graphmem.processes.quota import DayQuota, WorkQuota, present_quota, seconds_left, within


@pytest.mark.parametrize(
    "quota", [DayQuota(), DayQuota(most_calls=1), DayQuota(most_tokens=1), DayQuota(3, 30, calls=2, tokens=29)]
)
def test_something_is_left(quota: DayQuota) -> None:
    quota.check()


@pytest.mark.parametrize(
    ("quota", "what"),
    [
        (DayQuota(most_calls=0), "model calls"),
        (DayQuota(most_calls=3, calls=3), "model calls"),
        (DayQuota(most_calls=3, calls=9), "model calls"),
        (DayQuota(9, 30, calls=1, tokens=30), "tokens"),
    ],
)
def test_nothing_is_left(quota: DayQuota, what: str) -> None:
    with pytest.raises(QuotaSpent, match=what) as refused:
        quota.check()
    assert refused.value.retry_after is not None
    assert 0 < refused.value.retry_after <= 86_400


def test_the_day_ends_at_midnight_utc() -> None:
    assert seconds_left(datetime(2026, 1, 1, tzinfo=UTC)) == 86_400
    assert seconds_left(datetime(2026, 1, 1, 23, 59, 30, tzinfo=UTC)) == 30
    assert seconds_left(datetime(2026, 1, 1, 23, 59, 59, 900_000, tzinfo=UTC)) == 1


async def test_work_reads_its_quota_once_and_counts_what_it_spends() -> None:
    reads = 0

    async def read() -> DayQuota:
        nonlocal reads
        reads += 1
        return DayQuota(most_calls=3, calls=1)

    quota = WorkQuota(read)
    for _ in range(2):
        await quota.check()
        quota.count(10)
    with pytest.raises(QuotaSpent):
        await quota.check()
    assert (reads, quota.calls, quota.tokens) == (1, 2, 20)


async def test_work_that_is_whole_is_finished_once_it_has_begun() -> None:
    async def read() -> DayQuota:
        return DayQuota(most_calls=1)

    quota = WorkQuota(read, is_whole=True)
    for _ in range(3):
        await quota.check()
        quota.count(10)


def test_a_quota_holds_inside_its_block_only() -> None:
    async def read() -> DayQuota:
        return DayQuota()

    outer, inner = WorkQuota(read), WorkQuota(read)
    assert present_quota() is None
    with within(outer):
        with within(inner):
            assert present_quota() is inner
        assert present_quota() is outer
    assert present_quota() is None
