"""The schedule of the upkeep of a brain: read it, set it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, get_args

from pydantic import ValidationError

from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.upkeep.schedule.cron import next_run
from graphmem_contract.errors import InvalidInput, invalid
from graphmem_contract.schedule import JobTiming, ScheduledJob, UpkeepSchedule
from graphmem_contract.upkeep import JobName, JobReport

NAMES: tuple[JobName, ...] = get_args(JobName)
NEVER = JobTiming()


async def schedule_of(store: Store, brain: str) -> UpkeepSchedule:
    """Return the schedule of a brain. Nothing runs by itself in an unknown one."""
    rows = {row["job"]: row for row in await store.read("upkeep/schedule", brain=brain)}
    return UpkeepSchedule(jobs={name: _scheduled(rows[name]) if name in rows else ScheduledJob() for name in NAMES})


def checked_timing(given: JobTiming | Mapping[str, Any], place: str = "") -> JobTiming:
    """Return a timing whose cron expression matches some day.

    Args:
        place: what stands before the field of an error, as in "jobs.decay.".

    Raises:
        InvalidInput: a field is unknown or not usable.
    """
    try:
        timing = JobTiming.model_validate(given)
        _next(timing, datetime.now(UTC))
    except ValidationError as error:
        wrong = invalid(error)
        raise InvalidInput(wrong.detail, field=f"{place}{wrong.field or ''}".rstrip(".") or None) from None
    except InvalidInput as error:
        raise InvalidInput(error.detail, field=f"{place}{error.field}") from None
    return timing


async def set_schedule(
    store: Store, brain: str, timings: Mapping[JobName, JobTiming], *, replace: bool
) -> UpkeepSchedule:
    """Set when jobs run. Makes the brain if it is not there. A job that waits for its turn and keeps its timing goes on waiting.

    Args:
        timings: as `checked_timing` returns them. replace: all other jobs no longer run by themselves.
    """
    others: dict[JobName, JobTiming] = dict.fromkeys(NAMES, NEVER) if replace else {}
    wanted = {**others, **timings}

    async def work(tx: Transaction) -> None:
        (row,) = await run(tx, "upkeep/begin_schedule", brain=brain)
        rows = [_row(name, timing, row["clock"]) for name, timing in wanted.items()]
        await run(tx, "upkeep/set_schedule", brain=brain, rows=rows)

    await store.transaction(work)
    return await schedule_of(store, brain)


def _row(name: JobName, timing: JobTiming, clock: datetime) -> Row:
    return {
        "job": name,
        "cron": timing.cron,
        "timeZone": timing.time_zone if timing.cron else None,
        "every": timing.every_episodes,
        "next": _next(timing, clock),
        "wanted": timing.cron is not None or timing.every_episodes is not None,
    }


def _next(timing: JobTiming, after: datetime) -> datetime | None:
    return next_run(timing.cron, timing.time_zone, after) if timing.cron is not None else None


def _scheduled(row: Row) -> ScheduledJob:
    return ScheduledJob(
        cron=row["cron"], time_zone=row["timeZone"], every_episodes=row["every"], next_run_at=row["nextAt"],
        running_since=row["since"], progress=row["progress"], last_run_at=row["lastAt"],
        last_report=JobReport.model_validate_json(row["report"]) if row["report"] else None, last_error=row["error"],
    )  # fmt: skip
