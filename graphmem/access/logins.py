"""Logins of people in the graph: a random token in their browser leads to the key that they logged in with.

The graph stores only the SHA-256 of a token. A login ends after twelve hours, or with its key.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from graphmem.access.caller import ADMIN, Caller, caller_of
from graphmem.access.keys import digest_of
from graphmem.graph.store import Store
from graphmem_contract.errors import Unauthorized
from graphmem_contract.keys import ApiKey

HOURS = 12.0
MOST_PRUNED = 100
LOGIN_AGAIN = "This login has ended; log in again."

Proof = Callable[[str], str | None]
"""Returns what only a holder of the administrator's key can derive from a token; None where there is no such key."""


class Logins:
    """The logins of one graph. Every method raises DatabaseUnavailable where Neo4j cannot be reached."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def start(self, caller: Caller, proof: Proof) -> str:
        """Store a login of a caller and return its token. Expired logins are removed.

        Args:
            caller: whose key was checked.
            proof: binds a login with the administrator's key to that key, which is not in the graph.
        """
        token = secrets.token_urlsafe(32)
        await self._store.write("access/prune_logins", limit=MOST_PRUNED)
        await self._store.write(
            "access/create_login", id=_id(token), keyId=caller.key_id, proof=None if caller.key_id else proof(token),
            hours=HOURS,
        )  # fmt: skip
        return token

    async def caller(self, token: str, proof: Proof) -> Caller:
        """Return the caller of a token, with the rights that its key has now.

        Raises:
            Unauthorized: the login is unknown or has ended, or its key was revoked, has expired or was replaced.
        """
        rows = await self._store.read("access/find_login", id=_id(token))
        if not rows or rows[0]["ends_at"] <= datetime.now(UTC):
            raise Unauthorized(LOGIN_AGAIN)
        return _caller_of_key(rows[0]["key"]) if rows[0]["key_id"] else _administrator(rows[0]["proof"], proof(token))

    async def end(self, token: str) -> None:
        """Remove a login. An unknown one is no error."""
        await self._store.write("access/end_login", id=_id(token))


def _id(token: str) -> str:
    return digest_of(token).hex()


def _caller_of_key(row: dict[str, Any] | None) -> Caller:
    key = ApiKey(**row) if row else None
    reason = key.refusal(datetime.now(UTC)) if key else LOGIN_AGAIN
    if key is None or reason is not None:
        raise Unauthorized(reason or LOGIN_AGAIN)
    return caller_of(key)


def _administrator(stored: str | None, expected: str | None) -> Caller:
    if stored is None or expected is None or not hmac.compare_digest(stored, expected):
        raise Unauthorized(LOGIN_AGAIN)
    return ADMIN
