"""Bodies about API keys."""

from __future__ import annotations

from pydantic import Field

from graphmem.access.keys import GRACE_SECONDS, MOST_GRACE_SECONDS
from graphmem.contract.records import Record


class RotateRequest(Record):
    """How long the old secret stays valid."""

    grace_seconds: float = Field(
        GRACE_SECONDS, ge=0, le=MOST_GRACE_SECONDS, description="Seconds for which the old secret is valid too"
    )
