"""Upkeep that runs by itself: when, once however many workers look, and never in a brain that is being forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.engine import Engine
from graphmem.graph.transaction import Transaction, run
from graphmem.memory import Memory
from graphmem.upkeep import tick as jobs_of_upkeep
from graphmem.upkeep.job_run import JobRun
from graphmem.upkeep.schedule.due import LOST, MOST_ATTEMPTS, EndedRun
from graphmem.upkeep.schedule.lease import take
from graphmem_contract.errors import GraphmemError, InvalidInput
from graphmem_contract.schedule import ScheduledJob
from graphmem_contract.upkeep import JobName, JobReport
from tests.due_jobs import run_due
from tests.story.telling import fact, left_of, tell

NIGHTLY = "0 3 * * *"


async def change(brain: Brain, clause: str, **more: Any) -> None:
    """Change the node of every job of a brain."""
    await brain.engine.store.driver.execute_query(
        f"MATCH (j:UpkeepJob {{brain: $brain}}) {clause}",  # type: ignore[arg-type]
        brain=brain.name,
        **more,
    )


async def make_due(brain: Brain) -> None:
    await change(brain, "WHERE j.nextAt IS NOT NULL SET j.nextAt = datetime.realtime() - duration('PT1M')")


async def due(brain: Brain, engine: Engine | None = None) -> list[EndedRun]:
    """Run what is due in a brain."""
    return await run_due(engine or brain.engine, [brain.name])


async def of_job(brain: Brain, job: JobName = "decay") -> ScheduledJob:
    return (await brain.upkeep.schedule()).jobs[job]


@contextmanager
def job_that(monkeypatch: pytest.MonkeyPatch, work: Any) -> Iterator[None]:
    """Let the job `decay` do other work."""
    with monkeypatch.context() as patched:
        patched.setattr(jobs_of_upkeep, "JOBS", {**jobs_of_upkeep.JOBS, "decay": work})
        yield


# --------------------------------------------------------------------------- the schedule


async def test_nothing_runs_by_itself_until_somebody_schedules_it(brain: Brain) -> None:
    schedule = await brain.upkeep.schedule()
    assert list(schedule.jobs)[:2] == ["vectors", "decay"]
    assert set(schedule.jobs.values()) == {ScheduledJob()}
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    await brain.upkeep.tick()
    assert await due(brain) == []
    assert set((await brain.upkeep.schedule()).jobs.values()) == {ScheduledJob()}


async def test_a_job_is_scheduled_in_a_time_zone_and_taken_off_again(brain: Brain) -> None:
    now = datetime.now(UTC)
    schedule = await brain.upkeep.schedule_job("decay", NIGHTLY, time_zone="Asia/Kolkata")
    job = schedule.jobs["decay"]
    assert (job.cron, job.time_zone, job.every_episodes) == (NIGHTLY, "Asia/Kolkata", None)
    assert job.next_run_at is not None
    assert now < job.next_run_at <= now + timedelta(days=1, minutes=1)
    assert (job.next_run_at.hour, job.next_run_at.minute) == (21, 30), "03:00 in India, in UTC"
    await brain.upkeep.schedule_job("importance", NIGHTLY)
    assert (await of_job(brain)) == job, "another job keeps its timing"
    await brain.upkeep.schedule_job("decay", None)
    assert await of_job(brain) == ScheduledJob()
    assert (await of_job(brain, "importance")).cron == NIGHTLY


async def test_the_whole_schedule_is_replaced(brain: Brain) -> None:
    await brain.upkeep.schedule_job("decay", NIGHTLY)
    schedule = await brain.upkeep.set_schedule({"importance": {"cron": "0 4 * * 0", "every_episodes": 7}})
    assert schedule.jobs["decay"].next_run_at is None
    assert (schedule.jobs["importance"].cron, schedule.jobs["importance"].every_episodes) == ("0 4 * * 0", 7)
    assert (await brain.upkeep.set_schedule({})).jobs["importance"] == ScheduledJob()


@pytest.mark.parametrize(
    ("timing", "field"),
    [
        ({"cron": "often"}, "cron"),
        ({"cron": "0 0 31 4 *"}, "cron"),
        ({"cron": "0 3 * * *" + " " * 100}, "cron"),
        ({"cron": NIGHTLY, "time_zone": "Mars/Olympus"}, "time_zone"),
        ({"cron": None, "every_episodes": 0}, "every_episodes"),
    ],
)
async def test_a_timing_that_is_not_usable_is_refused_and_changes_nothing(
    brain: Brain, timing: dict[str, Any], field: str
) -> None:
    await brain.upkeep.schedule_job("decay", NIGHTLY)
    before = await brain.upkeep.schedule()
    with pytest.raises(InvalidInput) as refused:
        await brain.upkeep.schedule_job("decay", **timing)
    assert refused.value.field == field
    with pytest.raises(InvalidInput) as refused:
        await brain.upkeep.set_schedule({"importance": {"cron": "0 4 * * *"}, "decay": timing})
    assert refused.value.field == f"jobs.decay.{field}"
    with pytest.raises(InvalidInput):
        await brain.upkeep.schedule_job("sweep", NIGHTLY)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        await brain.upkeep.set_schedule({"sweep": {}})  # type: ignore[dict-item]
    assert await brain.upkeep.schedule() == before


# --------------------------------------------------------------------------- runs


async def test_a_job_that_is_due_runs_once_and_its_report_is_kept(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    await brain.upkeep.schedule_job("importance", NIGHTLY)
    assert await due(brain) == [], "it is not due yet"
    await make_due(brain)
    (ended,) = await due(brain)
    assert (ended.brain, ended.job, ended.error) == (brain.name, "importance", None)
    job = await of_job(brain, "importance")
    assert job.last_report == ended.report
    assert job.last_report is not None
    assert job.last_report.done > 0
    assert job.last_run_at is not None
    assert job.next_run_at is not None
    assert job.next_run_at > job.last_run_at
    assert (job.last_error, job.running_since, job.progress) == (None, None, None)
    assert await due(brain) == []


async def test_ten_workers_run_each_job_once(brain: Brain, memory: Memory) -> None:
    brains = [memory.brain(f"{brain.name}-{n}") for n in range(3)]
    for one in brains:
        await tell(one, "2024-01-01", fact("Ana", "likes", "tea"))
        for job in ("decay", "importance", "duplicates"):
            await one.upkeep.schedule_job(job, NIGHTLY)  # type: ignore[arg-type]
        await make_due(one)
    names = [one.name for one in brains]
    workers = await asyncio.gather(*(run_due(memory.engine, names) for _ in range(10)))
    ran = [(run.brain, run.job) for worker in workers for run in worker]
    assert sorted(ran) == sorted((name, job) for name in names for job in ("decay", "importance", "duplicates"))
    assert [run.error for worker in workers for run in worker if run.error] == []


async def test_a_run_shows_itself_while_it_lasts(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(job: JobRun) -> JobReport:
        job.progress(job.brain, job.job, 500)
        begun.set()
        await go_on.wait()
        return job.report()

    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    with job_that(monkeypatch, slow):
        running = asyncio.create_task(due(brain, impatient(brain)))
        await begun.wait()
        for _ in range(600):
            if (await of_job(brain)).progress == 500:
                break
            await asyncio.sleep(0.05)
        job = await of_job(brain)
        assert (job.progress, job.running_since is not None) == (500, True)
        assert await due(brain) == [], "nobody else runs it meanwhile"
        go_on.set()
        assert [one.error for one in await running] == [None]


def impatient(brain: Brain) -> Engine:
    """The engine with leases of a second."""
    return replace(brain.engine, settings=brain.engine.settings.with_overrides(lease_sec=1.0))


async def test_an_expired_lease_passes_on_and_its_holder_stores_nothing(brain: Brain) -> None:
    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    late = await take(brain.engine.store, brain.name, "decay", 60.0)
    assert late is not None
    assert await take(brain.engine.store, brain.name, "decay", 60.0) is None
    await change(brain, "SET j.leaseUntil = datetime.realtime() - duration('PT1S')")
    next_one = await take(brain.engine.store, brain.name, "decay", 60.0)
    assert next_one is not None
    assert not await late.finish(JobReport(job="decay", done=7), None, None)
    assert await next_one.finish(JobReport(job="decay", done=1), None, None)
    report = (await of_job(brain)).last_report
    assert report is not None
    assert report.done == 1


async def test_a_job_that_fails_tells_why_and_waits_for_its_next_time(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: JobRun) -> JobReport:
        raise GraphmemError("the model is on fire")

    async def unexpected(_: JobRun) -> JobReport:
        raise ValueError("secret text")

    await brain.upkeep.schedule_job("decay", NIGHTLY)
    for work, said in ((broken, "on fire"), (unexpected, "ValueError: the log says more")):
        await make_due(brain)
        with job_that(monkeypatch, work):
            (ended,) = await due(brain)
        job = await of_job(brain)
        assert job.last_error == ended.error
        assert said in str(job.last_error)
        assert job.next_run_at is not None
        assert job.next_run_at > datetime.now(UTC)
    await make_due(brain)
    await due(brain)
    assert (await of_job(brain)).last_error is None


async def test_a_job_that_kills_its_worker_every_time_is_given_up(brain: Brain) -> None:
    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    for _ in range(MOST_ATTEMPTS):
        assert await take(brain.engine.store, brain.name, "decay", 60.0) is not None
        await change(brain, "SET j.leaseUntil = datetime.realtime() - duration('PT1S')")
    (ended,) = await due(brain)
    assert str(ended.error).startswith("given up")
    assert (await of_job(brain)).last_error == ended.error
    await make_due(brain)
    assert [one.error for one in await due(brain)] == [None]


async def test_a_worker_that_is_told_to_stop_gives_its_job_back(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def endless(_: JobRun) -> JobReport:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    with job_that(monkeypatch, endless):
        running = asyncio.create_task(due(brain))
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    assert [one.error for one in await due(brain)] == [None], "another worker runs it at once"


async def test_a_schedule_that_changes_during_a_run_is_not_overwritten(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def meddled(job: JobRun) -> JobReport:
        await brain.upkeep.schedule_job("decay", None)
        return job.report()

    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    with job_that(monkeypatch, meddled):
        await due(brain)
    job = await of_job(brain)
    assert (job.cron, job.next_run_at) == (None, None)
    assert job.last_report is not None


# --------------------------------------------------------------------------- forgetting


async def test_no_job_begins_while_its_brain_is_being_forgotten(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"), fact("Ana", "likes", "chess"))
    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    store = brain.engine.store
    removed, go_on = asyncio.Event(), asyncio.Event()

    async def first_part(tx: Transaction) -> bool:
        (row,) = await run(tx, "curation/forget_brain", brain=brain.name, limit=1)
        removed.set()
        await go_on.wait()
        return bool(row["ended"])

    forgetting = asyncio.create_task(store.transaction(first_part))
    await removed.wait()
    assert [
        row["job"] for row in await store.read("upkeep/due_jobs", brains=[brain.name], jobs=["decay"], limit=9)
    ] == ["decay"]
    workers = [asyncio.create_task(due(brain)) for _ in range(3)]
    await asyncio.sleep(0.2)
    go_on.set()
    assert await forgetting is False, "the brain is forgotten in part"
    assert await asyncio.gather(*workers) == [[], [], []]
    assert await due(brain) == []
    await brain.delete()
    assert await due(brain) == []


async def test_a_run_ends_when_its_brain_is_forgotten(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = asyncio.Event(), list[str]()

    async def endless(_: JobRun) -> JobReport:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("stopped")
        raise AssertionError

    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    with job_that(monkeypatch, endless):
        running = asyncio.create_task(due(brain, impatient(brain)))
        await begun.wait()
        await brain.delete()
        assert [(one.report, one.error) for one in await running] == [(None, LOST)]
    assert ended == ["stopped"]
    assert await left_of(brain, "decay") == []


async def test_a_report_that_names_what_is_forgotten_goes_with_it(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    entity = (await brain.entities.get("Ana")).id

    async def warns(job: JobRun) -> JobReport:
        return job.report().model_copy(update={"warnings": (f"The profile of {entity} was not written.",)})

    await brain.upkeep.schedule_job("decay", NIGHTLY)
    await make_due(brain)
    with job_that(monkeypatch, warns):
        await due(brain)
    assert await left_of(brain, f"profile of {entity}") == ["UpkeepJob"]
    await brain.episodes.forget(told.episode_id or "")
    assert await left_of(brain, f"profile of {entity}") == []
    assert (await of_job(brain)).last_report is None


# --------------------------------------------------------------------------- after every few messages


async def say(brain: Brain, numbers: Sequence[int]) -> None:
    for n in numbers:
        await tell(brain, "2024-01-01", fact("Ana", "likes", f"thing {n}"))


async def test_a_tick_comes_after_the_fifth_and_the_tenth_message(brain: Brain) -> None:
    await brain.upkeep.schedule_job("importance", None, every_episodes=5)
    ran = []
    for n in range(1, 11):
        await say(brain, [n])
        ran += [n for _ in await due(brain)]
    assert ran == [5, 10]
    job = await of_job(brain, "importance")
    assert (job.next_run_at, job.every_episodes) == (None, 5)


async def test_messages_that_come_during_a_run_count_for_the_next_one(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talked_over(job: JobRun) -> JobReport:
        await say(brain, [3, 4])
        return job.report()

    await brain.upkeep.schedule_job("decay", NIGHTLY, every_episodes=2)
    await say(brain, [1, 2])
    with job_that(monkeypatch, talked_over):
        await run_once(brain)
    assert len(await due(brain)) == 1
    assert await due(brain) == []
    job = await of_job(brain)
    assert job.next_run_at is not None
    assert job.next_run_at > datetime.now(UTC), "then the clock decides again"


async def run_once(brain: Brain) -> None:
    from graphmem.upkeep.schedule.due import run_next

    assert await run_next(brain.engine, [brain.name]) is not None


async def test_imports_facts_by_hand_and_kept_messages_bring_no_tick(brain: Brain) -> None:
    await brain.upkeep.schedule_job("decay", None, every_episodes=1)
    await brain.transfer.import_facts(
        [{"subject": "Ana", "relation": "likes", "object": f"thing {n}"} for n in range(20)]
    )
    await brain.add_fact(subject="Ana", relation="likes", object="tea")
    await brain.remember("Nothing is extracted from this.", skip_extraction=True)
    assert await due(brain) == []
    await say(brain, [1])
    assert len(await due(brain)) == 1
