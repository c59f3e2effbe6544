"""Upkeep: the work on a brain between messages."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.contract.upkeep import JobName, TickReport
from graphmem.engine import Engine
from graphmem.upkeep.tick import tick


class BrainUpkeep:
    """The part of `Brain` that keeps a brain in shape (docs/upkeep.md)."""

    __slots__ = ()

    engine: Engine
    name: str

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
        return await tick(self.engine, self.name, jobs, limit=limit, dry_run=dry_run)
