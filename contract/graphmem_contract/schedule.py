"""Records about the schedule of upkeep: when a job runs by itself, and what its last run did."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ConfigDict, Field

from graphmem_contract.records import Record, Time
from graphmem_contract.settings import TimeZone
from graphmem_contract.upkeep import JobName, JobReport


class JobTiming(Record):
    """When a job runs by itself. Without `cron` and without `every_episodes` it does not."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    cron: str | None = Field(
        None,
        min_length=1,
        max_length=100,
        description="Five fields: minute, hour, day of the month, month, day of the week",
        examples=["0 3 * * *"],
    )
    time_zone: TimeZone = Field(None, description="IANA time zone of `cron`; null = UTC")
    every_episodes: int | None = Field(
        None, ge=1, le=100_000, description="Also after so many messages that were extracted; null = off"
    )


class ScheduledJob(JobTiming):
    """A job with its timing, its next run and its last one.

    `running_since`: a worker runs it since then. `last_run_at`: when the last run by schedule began.
    """

    next_run_at: Time | None = Field(None, description="A worker runs it at this time or a few seconds later")
    running_since: Time | None = None
    progress: int | None = Field(None, description="What the present run has changed so far")
    last_run_at: Time | None = None
    last_report: JobReport | None = Field(None, description="Of the last run by schedule that ended without an error")
    last_error: str | None = Field(None, description="null = the last run by schedule ended without an error")


class UpkeepSchedule(Record):
    """The schedule of the upkeep of a brain: every job, in the order in which a tick runs them."""

    jobs: Mapping[JobName, ScheduledJob]
