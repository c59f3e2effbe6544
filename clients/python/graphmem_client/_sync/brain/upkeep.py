"""Upkeep: the work on a brain between messages."""

# Derived by clients/python/scripts/generate.py from _async/brain/upkeep.py.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.calls import Again, Call, json_bytes
from graphmem_contract.errors import InvalidInput
from graphmem_contract.schedule import JobTiming, UpkeepSchedule
from graphmem_contract.upkeep import JobName, TickReport


class Upkeep(BrainSubject):
    """The jobs that keep a brain in shape."""

    __slots__ = ()

    def tick(
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
        if isinstance(jobs, str):
            raise InvalidInput("jobs is a list of names.", field="jobs")
        asked = {"jobs": None if jobs is None else list(jobs), "limit": limit, "dry_run": dry_run}
        return (self._write("tick", "/maintenance:tick", json_bytes(asked), dry_run=dry_run)).record(TickReport)

    def schedule(self) -> UpkeepSchedule:
        """When the jobs of upkeep run by themselves, and what their last runs did. At first none runs by itself."""
        return self._get("getUpkeepSchedule", "/maintenance/schedule", UpkeepSchedule)

    def schedule_job(
        self,
        job: JobName,
        cron: str | None,
        *,
        time_zone: str | None = None,
        every_episodes: int | None = None,
    ) -> UpkeepSchedule:
        """Set when a job runs by itself. A worker of the service runs it.

        Args:
            cron: minute, hour, day of the month, month and day of the week, as in "0 3 * * *"; None = not by the clock.
            time_zone: IANA name of the zone of these fields; None = UTC.
            every_episodes: also after so many messages that were extracted.

        Raises:
            InvalidInput: the job is unknown, or a value is not usable; nothing was changed.
        """
        asked = {"job": job, "cron": cron, "time_zone": time_zone, "every_episodes": every_episodes}
        return self._set_schedule("scheduleUpkeep", "PATCH", asked)

    def set_schedule(self, jobs: Mapping[JobName, JobTiming | Mapping[str, Any]]) -> UpkeepSchedule:
        """Replace the whole schedule. A job that is not named no longer runs by itself.

        Raises:
            InvalidInput: a job is unknown, or a value is not usable; nothing was changed.
        """
        timings = {
            name: timing.model_dump(mode="json") if isinstance(timing, BaseModel) else dict(timing)
            for name, timing in jobs.items()
        }
        return self._set_schedule("setUpkeepSchedule", "PUT", {"jobs": timings})

    def _set_schedule(self, operation: str, method: str, asked: Mapping[str, Any]) -> UpkeepSchedule:
        place = self._at("/maintenance/schedule")
        call = Call(operation, method, place, Again.SAFE, content=json_bytes(dict(asked)))
        return (self._service.reply(call)).record(UpkeepSchedule)
