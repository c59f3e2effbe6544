"""Records about upkeep: the work on a brain between messages."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.records import Record

JobName = Literal[
    "vectors",
    "decay",
    "importance",
    "profiles",
    "duplicates",
    "conflicts",
    "observations",
    "directives",
    "clusters",
    "summaries",
]


class JobReport(Record):
    """What one run of a job did, or would do (`dry_run`). No job changes a statement.

    A second run without a change in between does nothing.
    """

    job: JobName
    done: int = Field(0, description="What was changed: associations, marks and numbers")
    skipped: int = Field(0, description="What was looked at and is as it should be")
    model_calls: int = 0
    tokens: int = 0
    statements: int = Field(0, description="Queries that were sent to the database")
    proposals: int = Field(0, description="New proposals for a person to decide")
    warnings: tuple[str, ...] = ()


class TickReport(Record):
    """What a tick did: one report for each job, in the order in which they ran."""

    jobs: tuple[JobReport, ...]
