"""What the quota of a day still allows."""

from __future__ import annotations

import time

import pytest

from graphmem.processes.quota import DayQuota, DaySpent, WorkQuota, present_quota, seconds_left, within
from graphmem_contract.errors import QuotaSpent


@pytest.mark.parametrize(
    "quota",
    [
        DayQuota(),
        DayQuota(most_calls=1),
        DayQuota(most_tokens=1),
        DayQuota(3, 30, DaySpent(2, 29)),
        DayQuota(most_calls=1, spent=DaySpent(1, 9, ends_at=time.monotonic() - 1)),
    ],
)
def test_something_is_left(quota: DayQuota) -> None:
    quota.check()


@pytest.mark.parametrize(
    ("quota", "what"),
    [
        (DayQuota(most_calls=0), "model calls"),
        (DayQuota(most_calls=3, spent=DaySpent(3)), "model calls"),
        (DayQuota(most_calls=3, spent=DaySpent(9)), "model calls"),
        (DayQuota(9, 30, DaySpent(1, 30)), "tokens"),
    ],
)
def test_nothing_is_left(quota: DayQuota, what: str) -> None:
    with pytest.raises(QuotaSpent, match=what) as refused:
        quota.check()
    assert refused.value.retry_after is not None
    assert 0 < refused.value.retry_after <= 86_400


@pytest.mark.parametrize(("left", "told"), [(86_400.0, 86_400), (29.5, 30), (0.1, 1), (-5.0, 1)])
def test_the_wait_lasts_until_the_day_ends_by_the_clock_of_the_database(left: float, told: int) -> None:
    assert seconds_left(DaySpent(ends_at=100.0 + left), 100.0) == told


def test_a_day_that_has_ended_spends_nothing_and_the_next_one_ends_a_day_later() -> None:
    spent = DaySpent(7, 70, ends_at=100.0)
    assert spent.at(99.9) == spent
    assert spent.at(100.0) == DaySpent(0, 0, ends_at=100.0 + 86_400)
    assert spent.at(100.0 + 2.5 * 86_400) == DaySpent(0, 0, ends_at=100.0 + 3 * 86_400)
    told = DaySpent.of((1, 2, 60.0))
    assert (told.calls, told.tokens) == (1, 2)
    assert 59 < told.ends_at - time.monotonic() <= 60


async def test_limited_work_reads_its_quota_before_each_call_and_counts_what_it_spends() -> None:
    spent = [1, 0]

    async def read() -> DayQuota:
        calls, tokens = quota.take()
        spent[0] += calls
        spent[1] += tokens
        return DayQuota(most_calls=3, spent=DaySpent(*spent))

    quota = WorkQuota(read)
    for _ in range(2):
        await quota.check()
        quota.count(10)
    with pytest.raises(QuotaSpent):
        await quota.check()
    assert (spent, quota.take()) == ([3, 20], (0, 0))
    spent[0] = 2  # as if the day were another one
    await quota.check()
    spent[0] = 3
    with pytest.raises(QuotaSpent):
        await quota.check()


async def test_unlimited_work_reads_its_quota_once() -> None:
    reads = 0

    async def read() -> DayQuota:
        nonlocal reads
        reads += 1
        return DayQuota()

    quota = WorkQuota(read)
    for _ in range(3):
        await quota.check()
        quota.count(10)
    assert (reads, quota.take()) == (1, (3, 30))


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
