"""API keys in the graph: made, listed, revoked, looked up. Of the secret only a SHA-256 is kept.

A key is 256 random bits and no password, so that one fast hash is enough: there is nothing to guess.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationError
from uuid_utils import uuid7

from graphmem.access.caller import Caller, Scope
from graphmem.contract.pagination import Page
from graphmem.contract.records import Record, Time
from graphmem.contract.validation import Moment, check_brain, invalid, moment
from graphmem.errors import InvalidInput, NotFound
from graphmem.graph.store import Store

PREFIX = "gmk_"
SHOWN = len(PREFIX) + 8
"""So much of a key is kept in clear, to tell one from another."""
EVERY_BRAIN = "*"


def _brain_or_all(name: str) -> str:
    return name if name == EVERY_BRAIN else check_brain(name)


BrainOrAll = Annotated[str, Field(max_length=128), AfterValidator(_brain_or_all)]


class KeyRequest(Record):
    """A key to be made: what for, where, and for how long."""

    name: str = Field(min_length=1, max_length=200, description="What it is for", examples=["billing agent"])
    brains: tuple[BrainOrAll, ...] = Field(
        min_length=1, max_length=1000, description="Exact names, or * for all", examples=[["ana"]]
    )
    scopes: tuple[Scope, ...] = Field(min_length=1, max_length=4, examples=[["memory:read", "memory:write"]])
    expires_at: Time | None = Field(None, description="null = until it is revoked")


class ApiKey(Record):
    """A key as it may be shown: without its secret."""

    id: str
    prefix: str = Field(description="How it begins")
    name: str
    brains: tuple[str, ...] = Field(description="Exact names, or * for all")
    scopes: tuple[Scope, ...]
    created_at: Time
    expires_at: Time | None = None
    revoked_at: Time | None = None
    last_used_at: Time | None = Field(None, description="To the minute")

    def refusal(self, now: datetime) -> str | None:
        """Why it is no good at that moment; None = it is good."""
        if self.revoked_at is not None:
            return "This key was revoked."
        if self.expires_at is not None and self.expires_at <= now:
            return "This key has expired."
        return None

    def caller(self) -> Caller:
        """Whoever holds it."""
        brains = None if EVERY_BRAIN in self.brains else frozenset(self.brains)
        return Caller(self.name, frozenset(self.scopes), brains, self.id)


class CreatedKey(ApiKey):
    """A new key. `key` is told this once and kept nowhere."""

    key: str = Field(description="Send it as Authorization: Bearer <key>; it is not shown again")


def digest_of(key: str) -> bytes:
    """The hash by which a key is known."""
    return hashlib.sha256(key.encode("utf8", "surrogateescape")).digest()


class Keys:
    """The keys in one graph."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self, name: str, brains: Iterable[str], scopes: Iterable[str], *, expires_at: Moment = None
    ) -> CreatedKey:
        """A new key.

        Raises:
            InvalidInput: no brain, a name that is none, a scope nobody knows, or an end that has passed.
        """
        try:
            asked = KeyRequest.model_validate(
                {"name": name, "brains": tuple(brains), "scopes": tuple(scopes), "expires_at": moment(expires_at)}
            )
        except ValidationError as error:
            raise invalid(error) from None
        return await self.make(asked)

    async def make(self, asked: KeyRequest) -> CreatedKey:
        """A new key, from a request that was checked.

        Raises:
            InvalidInput: its end has passed.
        """
        if asked.expires_at is not None and asked.expires_at <= datetime.now(UTC):
            raise InvalidInput("The key would have expired already.", field="expires_at")
        key = PREFIX + secrets.token_urlsafe(32)
        rows = await self._store.write(
            "access/create_key", id=str(uuid7()), hash=digest_of(key).hex(), prefix=key[:SHOWN], name=asked.name,
            brains=sorted(set(asked.brains)), scopes=sorted(set(asked.scopes)), expiresAt=asked.expires_at,
        )  # fmt: skip
        return CreatedKey(key=key, **_fields(rows[0]))

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[ApiKey]:
        """A page of keys, oldest first, with those that are revoked or have expired."""
        rows = await self._store.read("access/list_keys", after=cursor or "", limit=limit + 1)
        keys = tuple(ApiKey(**_fields(row)) for row in rows[:limit])
        return Page(keys, keys[-1].id if len(rows) > limit else None)

    async def revoke(self, id: str) -> ApiKey:
        """Ends a key; servers learn of it within seconds. One that is revoked already keeps its time.

        Raises:
            NotFound: there is no such key.
        """
        rows = await self._store.write("access/revoke_key", id=id)
        if not rows:
            raise NotFound("There is no such key.", field="id")
        return ApiKey(**_fields(rows[0]))

    async def forget(self, id: str) -> None:
        """Removes a key and every trace of it.

        Raises:
            NotFound: there is no such key.
        """
        if not await self._store.write("access/forget_key", id=id):
            raise NotFound("There is no such key.", field="id")

    async def find(self, digest: bytes) -> ApiKey | None:
        """The key with that hash, also one that is no good any more."""
        wanted = digest.hex()
        for row in await self._store.read("access/find_key", hash=wanted):
            if hmac.compare_digest(row["hash"], wanted):
                return ApiKey(**_fields(row))
        return None

    async def touch(self, id: str) -> None:
        """Notes that a key was used."""
        await self._store.write("access/touch_key", id=id)

    async def exist(self) -> bool:
        """Whether any key was ever made and not forgotten; a revoked one counts, so that the door stays shut."""
        return bool((await self._store.read("access/any_key"))[0]["known"])


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "hash"}
