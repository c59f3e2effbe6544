"""Requests to forget."""

# Copied by clients/python/scripts/generate.py from
# graphmem/contract/forgetting.py

from __future__ import annotations

from pydantic import Field

from graphmem_client.contract.records import ServiceRecord, Time


class ForgetRequest(ServiceRecord):
    """A request to forget that has hidden something. It has ids and counts, and never the text.

    `by`: who approved it, if it was a proposal. `undone_at`: when what it had hidden came back.
    """

    id: str
    episode_id: str | None = Field(description="The message that asked")
    speaker: str | None = None
    session_id: str | None = None
    by: str | None = None
    recorded_at: Time
    undone_at: Time | None = None
    statements: int = Field(description="How many statements it hides")
    episodes: tuple[str, ...] = Field((), description="Episodes of which it hides sentences")
