# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Bodies, queries and answers about new extractions."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.records import Record, Time

from ..schemas import Cursor, Limit


class ReextractionFilter(Record):
    """Which extracted episodes are read again. What is null matches every episode."""

    episode_ids: tuple[str, ...] | None = Field(None, min_length=1, max_length=1000)
    session_id: str | None = Field(None, min_length=1, max_length=300)
    source: str | None = Field(None, min_length=1, max_length=300)
    tags: tuple[str, ...] = Field((), max_length=20, description="All of them")
    since: Time | None = Field(None, description="Episodes said (valid time) at this time or later")
    until: Time | None = Field(None, description="Episodes said before this time")
    again: bool = Field(False, description="Also episodes that this reader has read already")


class ReextractRequest(ReextractionFilter):
    """The episodes, and how many of them at most."""

    by: str | None = Field(None, max_length=300, description="Who asks; it is noted in the graph")
    reason: str | None = Field(None, max_length=1000, description="Why; it is noted in the graph")
    limit: int = Field(10, ge=1, le=100, description="Maximum number of episodes; each takes a call of the model")
    cursor: str | None = Field(None, max_length=300, description="Of the report before")
    dry_run: bool = Field(
        False, description="Show what would change. The model is asked all the same, and nothing is written"
    )


class UndoReextractionRequest(Record):
    """How the new extraction is taken back."""

    dry_run: bool = Field(False, description="Report the changes without making them")


class ReextractionsQuery(Record):
    """Page of the list of new extractions."""

    episode_id: str | None = Field(None, max_length=300, description="Only of this episode")
    limit: Limit = 50
    cursor: Cursor = None
