"""Upkeep: the work on a brain between messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.engine import BrainSubject
from graphmem.upkeep.schedule.schedules import checked_timing, schedule_of, set_schedule
from graphmem.upkeep.tick import tick
from graphmem_contract.schedule import JobTiming, UpkeepSchedule
from graphmem_contract.upkeep import JobName, TickReport
from graphmem_contract.validation import check_choice


class Upkeep(BrainSubject):
    """The jobs that keep a brain in shape (docs/upkeep.md)."""

    __slots__ = ()

    async def tick(
        self, jobs: Sequence[JobName] | None = None, *, limit: int | None = None, dry_run: bool = False
    ) -> TickReport:
        """Run jobs of upkeep, default all. No job changes a statement, a version or a period.

        A second tick without a change in between does nothing. A tick that was interrupted is continued by the next. A job whose
        quota of model calls is spent stops there, and its report has a warning.

        Args:
            jobs: "vectors", "decay", "importance", "profiles", "duplicates", "conflicts", "observations", "directives",
                "clusters", "summaries".
            limit: the most changes of each job. dry_run: report what would change.

        Raises:
            NotFound: nothing was ever written to this brain. InvalidInput: a job is unknown, or the limit is not positive.
        """
        return await tick(self.engine, self.brain, jobs, limit=limit, dry_run=dry_run)

    async def schedule(self) -> UpkeepSchedule:
        """When the jobs of upkeep run by themselves, and what their last runs did. At first none runs by itself."""
        return await schedule_of(self.engine.store, self.brain)

    async def schedule_job(
        self,
        job: JobName,
        cron: str | None,
        *,
        time_zone: str | None = None,
        every_episodes: int | None = None,
    ) -> UpkeepSchedule:
        """Set when a job runs by itself. A worker runs it: `graphmem serve`, `graphmem worker` or `graphmem upkeep --watch`.

        Args:
            cron: minute, hour, day of the month, month and day of the week, as in "0 3 * * *"; None = not by the clock.
            time_zone: IANA name of the zone of these fields; None = UTC.
            every_episodes: also after so many messages that were extracted.

        Raises:
            InvalidInput: the job is unknown, or a value is not usable; nothing was changed.
        """
        check_choice(job, JobName, "job")
        timing = checked_timing({"cron": cron, "time_zone": time_zone, "every_episodes": every_episodes})
        return await set_schedule(self.engine.store, self.brain, {job: timing}, replace=False)

    async def set_schedule(self, jobs: Mapping[JobName, JobTiming | Mapping[str, Any]]) -> UpkeepSchedule:
        """Replace the whole schedule. A job that is not named no longer runs by itself.

        Raises:
            InvalidInput: a job is unknown, or a value is not usable; nothing was changed.
        """
        for name in jobs:
            check_choice(name, JobName, "jobs")
        timings = {name: checked_timing(timing, f"jobs.{name}.") for name, timing in jobs.items()}
        return await set_schedule(self.engine.store, self.brain, timings, replace=True)
