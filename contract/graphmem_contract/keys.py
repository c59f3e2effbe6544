"""API keys."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from graphmem_contract.choices import Scope
from graphmem_contract.records import Record, Time
from graphmem_contract.validation import check_brain

EVERY_BRAIN = "*"


def _brain_or_all(name: str) -> str:
    return name if name == EVERY_BRAIN else check_brain(name)


BrainOrAll = Annotated[str, Field(max_length=128), AfterValidator(_brain_or_all)]


class KeyRequest(Record):
    """A request for a key: its purpose, brains, scopes and end."""

    name: str = Field(min_length=1, max_length=200, description="What it is for", examples=["billing agent"])
    brains: tuple[BrainOrAll, ...] = Field(
        min_length=1, max_length=1000, description="Exact names, or * for all", examples=[["ana"]]
    )
    scopes: tuple[Scope, ...] = Field(min_length=1, max_length=4, examples=[["memory:read", "memory:write"]])
    expires_at: Time | None = Field(None, description="null = until it is revoked")


class ApiKey(Record):
    """A key without its secret."""

    id: str
    prefix: str = Field(description="How it begins")
    name: str
    brains: tuple[str, ...] = Field(description="Exact names, or * for all")
    scopes: tuple[Scope, ...]
    created_at: Time
    expires_at: Time | None = None
    revoked_at: Time | None = None
    last_used_at: Time | None = Field(None, description="To the minute")
    rotated_at: Time | None = Field(None, description="Time of the last rotation")
    old_secret_until: Time | None = Field(
        None, description="Until then the secret before the last rotation is valid too; null = it is not"
    )

    def refusal(self, now: datetime) -> str | None:
        """Return why the key is not valid at a moment, or None where it is valid."""
        if self.revoked_at is not None:
            return "This key was revoked."
        if self.expires_at is not None and self.expires_at <= now:
            return "This key has expired."
        return None


class CreatedKey(ApiKey):
    """A new key, or one with a new secret. `key` is the secret, which is returned only once and not stored."""

    key: str = Field(repr=False, description="Send it as Authorization: Bearer <key>; it is not shown again")
