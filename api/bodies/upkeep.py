# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Bodies, queries and answers of upkeep."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.observations import ObservationKind, ObservationStatus
from graphmem_contract.proposals import ProposalStatus
from graphmem_contract.records import Record
from graphmem_contract.schedule import JobTiming
from graphmem_contract.upkeep import JobName

from ..schemas import Cursor, Limit


class TickRequest(Record):
    """Which jobs of upkeep run, and how much they may change."""

    jobs: tuple[JobName, ...] | None = Field(None, max_length=20, description="Default: all jobs")
    limit: int | None = Field(None, ge=1, le=1_000_000, description="The most changes of each job; default: no limit")
    dry_run: bool = Field(False, description="Report what would change, and change nothing")


class DirectivesQuery(Record):
    """Which directives, and the position in the list."""

    include_superseded: bool = Field(False, description="Whether those are listed that a later one excludes")
    limit: Limit = 50
    cursor: Cursor = None


class ObservationsQuery(Record):
    """Which observations, and the position in the list."""

    status: ObservationStatus | None = Field(None, description="Only those with this status")
    kind: ObservationKind | None = Field(None, description="Only those of this kind")
    limit: Limit = 50
    cursor: Cursor = None


class ClustersQuery(Record):
    """Which clusters, and the position in the list."""

    level: int | None = Field(None, ge=0, le=1, description="0: only whole topics; 1: only parts of large ones")
    parent_id: str | None = Field(None, max_length=300, description="Only the parts of this one")
    limit: Limit = 50
    cursor: Cursor = None


class ProposalsQuery(Record):
    """Which proposals, and the position in the list."""

    status: ProposalStatus | None = Field(None, description="Only those with this status")
    limit: Limit = 50
    cursor: Cursor = None


class ScheduleRequest(Record):
    """The whole schedule: a job that is not named no longer runs by itself."""

    jobs: dict[JobName, JobTiming] = Field(
        max_length=20, examples=[{"decay": {"cron": "0 3 * * *", "time_zone": "Europe/Lisbon"}}]
    )


class JobTimingRequest(JobTiming):
    """When one job runs by itself. All of its timing is replaced."""

    job: JobName
