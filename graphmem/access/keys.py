"""API keys in the graph: create, list, rotate, revoke, look up. The graph stores only the SHA-256 of a secret.

A key has 256 random bits and is no password. One fast hash is enough, since nobody can guess the key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError
from uuid_utils import uuid7

from graphmem.graph.pagination import page_by
from graphmem.graph.store import Store
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound, invalid
from graphmem_contract.keys import EVERY_BRAIN, ApiKey, CreatedKey, KeyRequest
from graphmem_contract.pagination import Page
from graphmem_contract.validation import Moment, moment

PREFIX = "gmk_"
SHOWN = len(PREFIX) + 8
"""Length of the prefix that is stored in clear text, to distinguish keys."""
GRACE_SECONDS, MOST_GRACE_SECONDS = 3_600, 30 * 86_400
"""How long the secret before a rotation stays valid, and at most."""


def digest_of(key: str) -> bytes:
    """Return the SHA-256 of a key."""
    return hashlib.sha256(key.encode("utf8", "surrogateescape")).digest()


class Keys:
    """The API keys of one graph."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self, name: str, brains: Iterable[str], scopes: Iterable[str], *, expires_at: Moment = None
    ) -> CreatedKey:
        """Create a key.

        Raises:
            InvalidInput: there is no brain, a brain's name or a scope is invalid, or the end is in the past.
        """
        try:
            request = KeyRequest.model_validate(
                {"name": name, "brains": tuple(brains), "scopes": tuple(scopes), "expires_at": moment(expires_at)}
            )
        except ValidationError as error:
            raise invalid(error) from None
        return await self.make(request)

    async def make(self, request: KeyRequest) -> CreatedKey:
        """Create a key from a validated request.

        Raises:
            InvalidInput: the end is in the past.
        """
        if request.expires_at is not None and request.expires_at <= datetime.now(UTC):
            raise InvalidInput("The key would have expired already.", field="expires_at")
        key = _new_secret()
        rows = await self._store.write(
            "access/create_key", id=str(uuid7()), hash=digest_of(key).hex(), prefix=key[:SHOWN], name=request.name,
            brains=sorted(set(request.brains)), scopes=sorted(set(request.scopes)), expiresAt=request.expires_at,
        )  # fmt: skip
        return CreatedKey(key=key, **_fields(rows[0]))

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[ApiKey]:
        """Return a page of keys, oldest first, revoked and expired ones included."""
        rows = await self._store.read("access/list_keys", after=cursor or "", limit=limit + 1)
        return page_by("id", [ApiKey(**_fields(row)) for row in rows], limit)

    async def rotate(self, id: str, *, grace_seconds: float = GRACE_SECONDS) -> CreatedKey:
        """Give a key a new secret at once. Its id, brains, scopes and end stay, and logins with it go on.

        Args:
            grace_seconds: how long the secret before is valid too, at most 30 days; 0 = no longer. A second rotation ends it.

        Raises:
            NotFound: the key does not exist. ConflictError: it was revoked or has expired. InvalidInput: `grace_seconds` is not
                0 to 30 days.
        """
        if not 0 <= grace_seconds <= MOST_GRACE_SECONDS:
            raise InvalidInput(f"grace_seconds is 0 to {MOST_GRACE_SECONDS}.", field="grace_seconds")
        key = _new_secret()
        rows = await self._store.write(
            "access/rotate_key",
            id=id,
            hash=digest_of(key).hex(),
            prefix=key[:SHOWN],
            graceMs=round(grace_seconds * 1000),
        )
        if not rows:
            raise NotFound("There is no such key.", field="id")
        if rows[0]["hash"] != digest_of(key).hex():
            reason = ApiKey(**_fields(rows[0])).refusal(datetime.now(UTC)) or "This key has expired."
            raise ConflictError(f"{reason} Make a new one.", field="id")
        return CreatedKey(key=key, **_fields(rows[0]))

    async def revoke(self, id: str) -> ApiKey:
        """Revoke a key. Running servers notice within seconds. A revoked key keeps the time of its first revocation.

        Raises:
            NotFound: the key does not exist.
        """
        rows = await self._store.write("access/revoke_key", id=id)
        if not rows:
            raise NotFound("There is no such key.", field="id")
        return ApiKey(**_fields(rows[0]))

    async def forget(self, id: str) -> None:
        """Delete a key from the graph.

        Raises:
            NotFound: the key does not exist.
        """
        if not await self._store.write("access/forget_key", id=id):
            raise NotFound("There is no such key.", field="id")

    async def find(self, digest: bytes) -> ApiKey | None:
        """Return the key whose secret has a hash, or None. Revoked and expired keys are returned too.

        A key that is found by its secret before the last rotation ends with the grace time of that rotation.
        """
        hexdigest = digest.hex()
        for row in await self._store.read("access/find_key", hash=hexdigest):
            if hmac.compare_digest(row["hash"], hexdigest):
                return ApiKey(**_fields(row))
            if hmac.compare_digest(row.get("old_hash") or "", hexdigest):
                return _until_grace_ends(ApiKey(**_fields(row)))
        return None

    async def touch(self, id: str) -> None:
        """Record that a key was used now."""
        await self._store.write("access/touch_key", id=id)

    async def check_first(self, request: KeyRequest) -> None:
        """Check that the first key can make others: after it, every caller needs a key.

        Raises:
            InvalidInput: it is the first key, and it is not for the scope admin and every brain.
        """
        if "admin" in request.scopes and EVERY_BRAIN in request.brains:
            return
        if not await self.exist():
            field = "brains" if "admin" in request.scopes else "scopes"
            raise InvalidInput(
                'The first key must have the scope "admin" and the brains "*"; without it nobody could make another key, since '
                "every caller needs one from then on.",
                field=field,
            )

    async def exist(self) -> bool:
        """Whether the graph has a key. Revoked keys count, so that the service does not become open."""
        return bool((await self._store.read("access/any_key"))[0]["known"])


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _until_grace_ends(key: ApiKey) -> ApiKey:
    """Return a key as its secret before the last rotation sees it: it ends with the grace time."""
    end = key.old_secret_until or key.rotated_at or key.created_at
    return key.model_copy(update={"expires_at": min(end, key.expires_at) if key.expires_at else end})


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("hash", "old_hash")}
