"""The query of the changes feed."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.records import Record


class ChangesQuery(Record):
    """Where to go on in the feed, and how long to wait."""

    since: str | None = Field(
        None,
        max_length=400,
        description="`cursor` of the previous answer or event; latest = from now on; default the oldest",
    )
    limit: int = Field(100, ge=1, le=1000, description="Maximum number of events")
    wait: float = Field(0.0, ge=0, le=60, description="Seconds to wait for an event if there is none")
