"""Queries and answers about moments: when a brain changed, and what differs between two of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from graphmem_contract.records import Record, Time

from .schemas import Cursor, Limit


class MomentsQuery(Record):
    """System time and length of the lists of moments."""

    known_at: Annotated[
        Time | None, Field(description="Valid times of the facts believed then; default the latest")
    ] = None
    limit: int = Field(
        200,
        ge=1,
        le=1000,
        description="Most items for each clock; if there are more moments, consecutive ones are grouped",
    )


class DifferencesQuery(Record):
    """Two moments, each on both clocks, and the page of what differs between them."""

    from_valid_at: Annotated[Time | None, Field(description="Valid time of the first moment; default now")] = None
    from_known_at: Annotated[Time | None, Field(description="System time of the first moment; default the latest")] = (
        None
    )
    to_valid_at: Annotated[Time | None, Field(description="Valid time of the second moment; default now")] = None
    to_known_at: Annotated[Time | None, Field(description="System time of the second moment; default the latest")] = (
        None
    )
    limit: Limit = 50
    cursor: Cursor = None
