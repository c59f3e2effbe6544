"""Upkeep: the work on a brain between messages."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem_client._async.part import BrainPart
from graphmem_client.calls import json_bytes
from graphmem_client.contract.upkeep import JobName, TickReport
from graphmem_client.errors import InvalidInput


class BrainUpkeep(BrainPart):
    """The part of `ClientBrain` that keeps a brain in shape."""

    __slots__ = ()

    async def tick(
        self, jobs: Sequence[JobName] | None = None, *, limit: int | None = None, dry_run: bool = False
    ) -> TickReport:
        """Run jobs of upkeep, default all. No job changes a statement, a version or a period.

        A second tick without a change in between does nothing. A tick that was interrupted is continued by the next.

        Args:
            jobs: "decay", "importance", "profiles". limit: the most changes of each job. dry_run: report what would change.

        Raises:
            NotFound: nothing was ever written to this brain. InvalidInput: a job is unknown, or the limit is not positive.
        """
        if isinstance(jobs, str):
            raise InvalidInput("jobs is a list of names.", field="jobs")
        asked = {"jobs": None if jobs is None else list(jobs), "limit": limit, "dry_run": dry_run}
        return (await self._write("tick", "/maintenance:tick", json_bytes(asked), dry_run=dry_run)).record(TickReport)
