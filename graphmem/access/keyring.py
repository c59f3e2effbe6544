"""The key cache of a running server: the hash of the administrator's key, and keys of the graph for a second each."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from pydantic import SecretStr

from graphmem.access.caller import ADMIN, OWNER, Caller, caller_of
from graphmem.access.keys import PREFIX, Keys, digest_of
from graphmem_contract.errors import GraphmemError, Unauthorized
from graphmem_contract.keys import ApiKey

TRUST_SECONDS = 1.0
"""Lifetime of a cache entry. Processes other than the one that revokes a key believe it for at most this time.

A look-up with every request would add a round trip to each, and most reads take one or two.
"""
MOST_KEPT = 1000
USE_NOTED_EVERY = timedelta(minutes=1)

SEND_YOUR_KEY = (
    "Send your key as: Authorization: Bearer <key>. The clients take it from GRAPHMEM_API_KEY, or as api_key. "
    "Who runs the service makes one: `graphmem keys create`."
)
UNKNOWN_KEY = "This key is unknown. The clients take theirs from GRAPHMEM_API_KEY, or as api_key."


Found = TypeVar("Found", bound=Caller | None)


class Keyring:
    """Checks keys for a server. `is_open`: there is no key at all, so that only local callers may be served."""

    def __init__(
        self,
        admin_key: SecretStr | None,
        keys: Callable[[], Awaitable[Keys]],
        *,
        keyed: bool = False,
        may_open: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make a keyring.

        Args:
            admin_key: the key of the settings; None or empty means none.
            keys: returns the keys of the graph, once the graph is open.
            keyed: the graph already has keys.
            may_open: whether it opens once the last key has been forgotten; False where others than this machine are served.
            clock: a monotonic clock in seconds.
        """
        secret = admin_key.get_secret_value() if admin_key else ""
        self._admin = digest_of(secret) if secret else None
        self._keys = keys
        self._keyed = self._had_keys = keyed
        self._may_open = may_open
        self._clock = clock
        self._looked_at = -TRUST_SECONDS
        self._found: OrderedDict[bytes, tuple[float, ApiKey | None]] = OrderedDict()

    @property
    def is_open(self) -> bool:
        """Whether there is no key at all."""
        return self._admin is None and not self._keyed

    def shut(self) -> None:
        """Require a key from now on, until the graph has none any more."""
        self._keyed = self._had_keys = True
        self._looked_at = self._clock()

    def mistrust(self) -> None:
        """Empty the cache, so that the graph is asked again."""
        self._found.clear()

    async def look(self) -> None:
        """Require a key if the graph has keys.

        Raises:
            DatabaseUnavailable: Neo4j is out of reach.
        """
        if self.is_open and await (await self._keys()).exist():
            self.shut()

    async def identify(self, find: Callable[[], Awaitable[Found]]) -> Found | Caller:
        """Return the caller whom `find` knows; OWNER while there is no key at all.

        A graph that had keys is asked again: after a refusal whether it still has some, and while it has none whether it has
        one again. So the last key may be forgotten, and a first one made, in another process.

        Raises:
            GraphmemError: that of `find`.
        """
        if self.is_open and not await self._needs_key():
            return OWNER
        try:
            found = await find()
        except Unauthorized:
            if await self._needs_key():
                raise
            return OWNER
        return found if found is not None or await self._needs_key() else OWNER

    async def _needs_key(self) -> bool:
        """Whether a key is required. The graph is asked at most once in TRUST_SECONDS; out of reach, it changes nothing."""
        asked_at = self._clock()
        if self._had_keys and self._may_open and self._admin is None and asked_at - self._looked_at >= TRUST_SECONDS:
            self._looked_at = asked_at
            with suppress(GraphmemError):
                exist = await (await self._keys()).exist()
                if self._looked_at == asked_at:  # no key was made meanwhile
                    self._keyed = exist
        return not self.is_open

    async def caller(self, authorization: str | None) -> Caller:
        """Return the caller of an `Authorization` header.

        Raises:
            Unauthorized: the header is missing or has no Bearer token, or the key is unknown, revoked or expired.
            DatabaseUnavailable: Neo4j is out of reach.
        """
        scheme, _, token = (authorization or "").partition(" ")
        key = token.strip()
        if scheme.lower() != "bearer" or not key:
            raise Unauthorized(SEND_YOUR_KEY, field="Authorization")
        digest = digest_of(key)
        if self._admin is not None and hmac.compare_digest(self._admin, digest):
            return ADMIN
        found = await self._find(digest) if key.startswith(PREFIX) else None
        reason = found.refusal(datetime.now(UTC)) if found else UNKNOWN_KEY
        if found is None or reason is not None:
            raise Unauthorized(reason or UNKNOWN_KEY, field="Authorization")
        return caller_of(found)

    def proof(self, token: str) -> str | None:
        """Return what only a holder of the administrator's key can derive from a token; None where there is no such key."""
        return hmac.digest(self._admin, token.encode(), "sha256").hex() if self._admin is not None else None

    async def _find(self, digest: bytes) -> ApiKey | None:
        cached = self._found.get(digest)
        if cached is not None and self._clock() - cached[0] < TRUST_SECONDS:
            return cached[1]
        asked_at, keys = self._clock(), await self._keys()
        found = await keys.find(digest)
        if found is not None:
            await _note_use(keys, found)
        self._found[digest] = (asked_at, found)
        self._found.move_to_end(digest)
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)
        return found


async def _note_use(keys: Keys, key: ApiKey) -> None:
    now = datetime.now(UTC)
    if key.refusal(now) is None and (key.last_used_at is None or now - key.last_used_at > USE_NOTED_EVERY):
        with suppress(GraphmemError):  # a read-only graph must not refuse a valid key
            await keys.touch(key.id)
