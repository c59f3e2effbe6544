"""Upkeep: the work on a brain between messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.contract.pagination import Page
from graphmem.contract.schedule import JobTiming, UpkeepSchedule
from graphmem.contract.upkeep.directives import Directive
from graphmem.contract.upkeep.jobs import JobName, TickReport
from graphmem.contract.upkeep.observations import Cluster, Observation, ObservationKind, ObservationStatus
from graphmem.contract.upkeep.proposals import Proposal, ProposalStatus
from graphmem.contract.validation import check_choice
from graphmem.engine import Engine
from graphmem.upkeep.clusters.cluster_list import cluster, list_clusters
from graphmem.upkeep.decisions import approve, decline, undo
from graphmem.upkeep.directive_list import directives
from graphmem.upkeep.observations import list_observations
from graphmem.upkeep.proposals import proposals
from graphmem.upkeep.schedule.schedules import checked_timing, schedule_of, set_schedule
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

        A second tick without a change in between does nothing. A tick that was interrupted is continued by the next. A job whose
        quota of model calls is spent stops there, and its report has a warning.

        Args:
            jobs: "decay", "importance", "profiles", "duplicates", "conflicts", "observations", "directives", "clusters",
                "summaries".
            limit: the most changes of each job. dry_run: report what would change.

        Raises:
            NotFound: nothing was ever written to this brain. InvalidInput: a job is unknown, or the limit is not positive.
        """
        return await tick(self.engine, self.name, jobs, limit=limit, dry_run=dry_run)

    async def directives(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> Page[Directive]:
        """Standing instructions and preferences of the user, newest first, each with its sources. Raises InvalidInput.

        Args:
            include_superseded: list also those that a later one excludes.
        """
        return await directives(self.engine.store, self.name, superseded=include_superseded, limit=limit, cursor=cursor)

    async def upkeep_schedule(self) -> UpkeepSchedule:
        """When the jobs of upkeep run by themselves, and what their last runs did. At first none runs by itself."""
        return await schedule_of(self.engine.store, self.name)

    async def schedule_upkeep(
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
        return await set_schedule(self.engine.store, self.name, {job: timing}, replace=False)

    async def set_upkeep_schedule(self, jobs: Mapping[JobName, JobTiming | Mapping[str, Any]]) -> UpkeepSchedule:
        """Replace the whole schedule. A job that is not named no longer runs by itself.

        Raises:
            InvalidInput: a job is unknown, or a value is not usable; nothing was changed.
        """
        for name in jobs:
            check_choice(name, JobName, "jobs")
        timings = {name: checked_timing(timing, f"jobs.{name}.") for name, timing in jobs.items()}
        return await set_schedule(self.engine.store, self.name, timings, replace=True)

    async def proposals(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Proposal]:
        """What upkeep proposes, newest first. Raises InvalidInput.

        Args:
            status: only those that are "open", "approved" or "declined".
        """
        if status is not None:
            check_choice(status, ProposalStatus, "status")
        return await proposals(self.engine.store, self.name, status=status, limit=limit, cursor=cursor)

    async def approve_proposal(self, proposal_id: str, *, by: str | None = None) -> Proposal:
        """Do what a proposal says; `undo_proposal` takes it back.

        `merge`: merge the second entity into the first. `contradicts`: end the second fact when the first begins. `forget`: hide
        what the proposal names.

        Args:
            by: who approves it.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided. AlreadyMerged: one of the two is merged. AlreadyClosed: the
                fact has ended already.
        """
        return await approve(self.engine.store, self.engine.models.embedder, self.name, proposal_id, by)

    async def decline_proposal(self, proposal_id: str, *, by: str | None = None) -> Proposal:
        """Decline a proposal. It is not made again, unless its evidence changes.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided.
        """
        return await decline(self.engine.store, self.name, proposal_id, by)

    async def undo_proposal(self, proposal_id: str) -> Proposal:
        """Take a decision back: the proposal is open again, what an approval merged is parted, what it ended is restored.

        Raises:
            NotFound: no such proposal. ConflictError: nobody has decided on it.
        """
        return await undo(self.engine.store, self.engine.models.embedder, self.name, proposal_id)

    async def observations(
        self,
        *,
        status: ObservationStatus | None = None,
        kind: ObservationKind | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Observation]:
        """What upkeep has noticed across the facts, newest first. Raises InvalidInput.

        Args:
            status: only those that are "active" or "retired". kind: only those of this kind.
        """
        if status is not None:
            check_choice(status, ObservationStatus, "status")
        if kind is not None:
            check_choice(kind, ObservationKind, "kind")
        store = self.engine.store
        return await list_observations(store, self.name, status=status, kind=kind, limit=limit, cursor=cursor)

    async def clusters(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Cluster]:
        """The topics of the brain, those with most facts first, each with 20 of its entities and facts. Raises InvalidInput.

        Args:
            level: 0 = only whole topics, 1 = only parts of large ones. parent_id: only the parts of this one.
        """
        return await list_clusters(
            self.engine.store, self.name, level=level, parent_id=parent_id, limit=limit, cursor=cursor
        )

    async def cluster(self, cluster_id: str) -> Cluster:
        """One topic, with up to a thousand of its entities and facts. Raises NotFound."""
        return await cluster(self.engine.store, self.name, cluster_id)
