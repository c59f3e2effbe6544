# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Queries, bodies and answers about sources."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.records import Record, Time

from ..schemas import Cursor, Limit


class SourcesQuery(Record):
    """Page of the list of sources."""

    limit: Limit = 50
    cursor: Cursor = None


class TrustRequest(Record):
    """How far a source is trusted."""

    trust: float = Field(
        ge=0, le=1, description="The greatest confidence of what its episodes say that are stored from now on"
    )


class RetractSourceRequest(Record):
    """The episodes of the source that are retracted."""

    since: Time | None = Field(
        None, description="Only episodes recorded (system time) at this time or later; default all of the source"
    )
    dry_run: bool = Field(False, description="Report the changes without making them")


class RestoreSourceRequest(Record):
    """The retraction of the source that is taken back."""

    retraction_id: str | None = Field(None, max_length=100, description="Default: the latest one that stands")
    dry_run: bool = Field(False, description="Report the changes without making them")
