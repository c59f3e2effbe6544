# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Bodies, queries and answers about API keys and what was done with them."""

from __future__ import annotations

from pydantic import Field

from graphmem.access.keys import GRACE_SECONDS, MOST_GRACE_SECONDS
from graphmem_contract.records import Record, Time

from ..schemas import Cursor, Limit


class RotateRequest(Record):
    """How long the old secret stays valid."""

    grace_seconds: float = Field(
        GRACE_SECONDS, ge=0, le=MOST_GRACE_SECONDS, description="Seconds for which the old secret is valid too"
    )


class AuditQuery(Record):
    """Filter and page of the audit log."""

    brain: str | None = Field(None, max_length=128, description="Only lines of this brain")
    key: str | None = Field(
        None, max_length=200, description="Only lines of this key, by its id; admin or owner for callers without one"
    )
    operation: str | None = Field(None, max_length=200, description="Only lines of this operation")
    since: Time | None = Field(None, description="Only lines from then on")
    until: Time | None = Field(None, description="Only lines before then")
    limit: Limit = 50
    cursor: Cursor = None
