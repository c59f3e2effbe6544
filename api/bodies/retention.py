"""Bodies about retention."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.records import Record, Time


class ForgetEpisodesRequest(Record):
    """Which episodes are forgotten. What is null matches every episode."""

    before: Time | None = Field(None, description="Episodes recorded (system time) before this time")
    said_before: Time | None = Field(None, description="Episodes said before this time; one of the two is required")
    kind: str | None = Field(None, min_length=1, max_length=100)
    source: str | None = Field(None, min_length=1, max_length=300)
    tag: str | None = Field(None, min_length=1, max_length=1000)
    limit: int = Field(
        100, ge=1, le=1000, description="Maximum number of episodes; repeat the call while `more` is true"
    )
    dry_run: bool = Field(False, description="Return what would go, and forget nothing")


class ApplyRetentionRequest(Record):
    """How many episodes are forgotten at most."""

    limit: int = Field(
        100, ge=1, le=1000, description="Maximum number of episodes; repeat the call while `more` is true"
    )
    dry_run: bool = Field(False, description="Return what would go, and forget nothing")
