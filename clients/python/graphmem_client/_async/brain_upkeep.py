"""Upkeep: the work on a brain between messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from graphmem_client._async.part import BrainPart
from graphmem_client.calls import Again, Call, json_bytes, segment
from graphmem_client.contract.directives import Directive
from graphmem_client.contract.observations import Cluster, Observation, ObservationKind, ObservationStatus
from graphmem_client.contract.pagination import Page
from graphmem_client.contract.proposals import Proposal, ProposalStatus
from graphmem_client.contract.schedule import JobTiming, UpkeepSchedule
from graphmem_client.contract.service import ClusterPage, DirectivePage, ObservationPage, ProposalPage
from graphmem_client.contract.upkeep import JobName, TickReport
from graphmem_client.errors import InvalidInput


class BrainUpkeep(BrainPart):
    """The part of `ClientBrain` that keeps a brain in shape."""

    __slots__ = ()

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
        if isinstance(jobs, str):
            raise InvalidInput("jobs is a list of names.", field="jobs")
        asked = {"jobs": None if jobs is None else list(jobs), "limit": limit, "dry_run": dry_run}
        return (await self._write("tick", "/maintenance:tick", json_bytes(asked), dry_run=dry_run)).record(TickReport)

    async def directives(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> Page[Directive]:
        """Standing instructions and preferences of the user, newest first, each with its sources. Raises InvalidInput.

        Args:
            include_superseded: list also those that a later one excludes.
        """
        asked = {"include_superseded": include_superseded, "limit": limit, "cursor": cursor}
        page = await self._get("listDirectives", "/directives", DirectivePage, **asked)
        return Page(page.directives, page.next_cursor)

    async def upkeep_schedule(self) -> UpkeepSchedule:
        """When the jobs of upkeep run by themselves, and what their last runs did. At first none runs by itself."""
        return await self._get("getUpkeepSchedule", "/maintenance/schedule", UpkeepSchedule)

    async def schedule_upkeep(
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
        return await self._set_schedule("scheduleUpkeep", "PATCH", asked)

    async def set_upkeep_schedule(self, jobs: Mapping[JobName, JobTiming | Mapping[str, Any]]) -> UpkeepSchedule:
        """Replace the whole schedule. A job that is not named no longer runs by itself.

        Raises:
            InvalidInput: a job is unknown, or a value is not usable; nothing was changed.
        """
        timings = {
            name: timing.model_dump(mode="json") if isinstance(timing, BaseModel) else dict(timing)
            for name, timing in jobs.items()
        }
        return await self._set_schedule("setUpkeepSchedule", "PUT", {"jobs": timings})

    async def _set_schedule(self, operation: str, method: str, asked: Mapping[str, Any]) -> UpkeepSchedule:
        place = self._at("/maintenance/schedule")
        call = Call(operation, method, place, Again.SAFE, content=json_bytes(dict(asked)))
        return (await self._service.reply(call)).record(UpkeepSchedule)

    async def proposals(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Proposal]:
        """What upkeep proposes, newest first. Raises InvalidInput.

        Args:
            status: only those that are "open", "approved" or "declined".
        """
        asked = {"status": status, "limit": limit, "cursor": cursor}
        page = await self._get("listProposals", "/proposals", ProposalPage, **asked)
        return Page(page.proposals, page.next_cursor)

    async def approve_proposal(self, proposal_id: str) -> Proposal:
        """Do what a proposal says; `undo_proposal` takes it back.

        `merge`: merge the second entity into the first. `contradicts`: end the second fact when the first begins.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided. AlreadyMerged: one of the two is merged. AlreadyClosed: the
                fact has ended already.
        """
        return await self._decide("approveProposal", proposal_id, "approve")

    async def decline_proposal(self, proposal_id: str) -> Proposal:
        """Decline a proposal. It is not made again, unless its evidence changes.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided.
        """
        return await self._decide("declineProposal", proposal_id, "decline")

    async def undo_proposal(self, proposal_id: str) -> Proposal:
        """Take a decision back: the proposal is open again, what an approval merged is parted, what it ended is restored.

        Raises:
            NotFound: no such proposal. ConflictError: nobody has decided on it.
        """
        return await self._decide("undoProposal", proposal_id, "undo")

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
        asked = {"status": status, "kind": kind, "limit": limit, "cursor": cursor}
        page = await self._get("listObservations", "/observations", ObservationPage, **asked)
        return Page(page.observations, page.next_cursor)

    async def clusters(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Cluster]:
        """The topics of the brain, those with most facts first, each with 20 of its entities and facts. Raises InvalidInput.

        Args:
            level: 0 = only whole topics, 1 = only parts of large ones. parent_id: only the parts of this one.
        """
        asked = {"level": level, "parent_id": parent_id, "limit": limit, "cursor": cursor}
        page = await self._get("listClusters", "/clusters", ClusterPage, **asked)
        return Page(page.clusters, page.next_cursor)

    async def cluster(self, cluster_id: str) -> Cluster:
        """One topic, with up to a thousand of its entities and facts. Raises NotFound."""
        return await self._get("getCluster", f"/clusters/{segment(cluster_id)}", Cluster)

    async def _decide(self, operation: str, proposal_id: str, action: str) -> Proposal:
        rest = f"/proposals/{segment(proposal_id)}:{action}"
        return (await self._write(operation, rest, None)).record(Proposal)
