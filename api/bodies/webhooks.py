# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Bodies and answers about webhooks."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.feed import ChangeKind
from graphmem_contract.records import Record

from ..schemas import Cursor, Limit


class WebhookRequest(Record):
    """Where the events go."""

    url: str = Field(
        min_length=1, max_length=2000, description="https, at a public address", examples=["https://example.com/hook"]
    )
    kinds: tuple[ChangeKind, ...] = Field((), max_length=50, description="Only these kinds; empty = all")


class WebhookChange(Record):
    """What of a webhook changes; null = stays."""

    url: str | None = Field(None, min_length=1, max_length=2000)
    kinds: tuple[ChangeKind, ...] | None = Field(None, max_length=50)
    active: bool | None = Field(None, description="true = try again at once")


class DeadLettersQuery(Record):
    """Page of the list of dead letters."""

    limit: Limit = 50
    cursor: Cursor = None


class ReplayRequest(Record):
    """What is sent again."""

    letter_id: str | None = Field(None, max_length=100, description="Default: every dead letter of the webhook")
