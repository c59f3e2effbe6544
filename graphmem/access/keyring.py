"""The keys that a running server knows: the administrator's by its hash, those of the graph for a few seconds each."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from pydantic import SecretStr

from graphmem.access.caller import ADMIN, Caller
from graphmem.access.keys import PREFIX, ApiKey, Keys, digest_of
from graphmem.errors import GraphmemError, Unauthorized

TRUST_SECONDS = 5.0
"""So long what the graph said of a key is believed; a revoked key lives on no longer than that."""
MOST_KEPT = 1000
USE_NOTED_EVERY = timedelta(minutes=1)

SEND_YOUR_KEY = "Send your key as: Authorization: Bearer <key>"
NOBODY_KNOWS = "Nobody knows this key."


class Keyring:
    """The door's memory of keys. `is_open` = there is no key at all, so that only this machine may be served."""

    def __init__(
        self,
        admin_key: SecretStr | None,
        keys: Callable[[], Awaitable[Keys]],
        *,
        keyed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Args:
        admin_key: the settings' one; None or empty = there is none.
        keys: gives the graph's keys, once it is open.
        keyed: the graph has keys already.
        clock: seconds that only grow.
        """
        secret = admin_key.get_secret_value() if admin_key else ""
        self._admin = digest_of(secret) if secret else None
        self._keys = keys
        self._keyed = keyed
        self._clock = clock
        self._found: OrderedDict[bytes, tuple[float, ApiKey | None]] = OrderedDict()

    @property
    def is_open(self) -> bool:
        """Whether nobody has a key."""
        return self._admin is None and not self._keyed

    def shut(self) -> None:
        """From now on everybody needs a key."""
        self._keyed = True

    def mistrust(self) -> None:
        """Forgets what the graph said, so that it is asked again."""
        self._found.clear()

    async def look(self) -> None:
        """Shuts the door if the graph has keys.

        Raises:
            DatabaseUnavailable: it cannot be asked.
        """
        if self.is_open and await (await self._keys()).exist():
            self.shut()

    async def caller(self, authorization: str | None) -> Caller:
        """Whose `Authorization` header this is.

        Raises:
            Unauthorized: there is none, it is no Bearer, or the key is unknown, revoked or has expired.
            DatabaseUnavailable: the graph cannot be asked about it.
        """
        scheme, _, given = (authorization or "").partition(" ")
        key = given.strip()
        if scheme.lower() != "bearer" or not key:
            raise Unauthorized(SEND_YOUR_KEY, field="Authorization")
        digest = digest_of(key)
        if self._admin is not None and hmac.compare_digest(self._admin, digest):
            return ADMIN
        found = await self._known(digest) if key.startswith(PREFIX) else None
        reason = found.refusal(datetime.now(UTC)) if found else NOBODY_KNOWS
        if found is None or reason is not None:
            raise Unauthorized(reason or NOBODY_KNOWS, field="Authorization")
        return found.caller()

    async def _known(self, digest: bytes) -> ApiKey | None:
        kept = self._found.get(digest)
        if kept is not None and self._clock() - kept[0] < TRUST_SECONDS:
            return kept[1]
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
        with suppress(GraphmemError):  # a graph that cannot be written to is no reason to turn somebody away
            await keys.touch(key.id)
