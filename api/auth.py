"""Who is calling, and what they may do.

Every key stands for a `Caller`. There is one key so far, `GRAPHMEM_ADMIN_KEY`, with every right; keys bound to brains
and scopes are callers with a narrower `scopes` and `brains`.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Literal

from pydantic import SecretStr

from graphmem.errors import Forbidden, Unauthorized

Scope = Literal["memory:read", "memory:write", "graph:write", "admin"]
EVERY_SCOPE: frozenset[Scope] = frozenset(("memory:read", "memory:write", "graph:write", "admin"))


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with rights. `brains` None = all of them."""

    name: str
    scopes: frozenset[Scope]
    brains: frozenset[str] | None = None

    def may(self, scope: Scope, brain: str | None = None) -> bool:
        """Whether this caller may do that there; `brain` None = for the whole service."""
        if "admin" not in self.scopes and scope not in self.scopes:
            return False
        return self.brains is None or (brain is not None and brain in self.brains)

    def check(self, scope: Scope, brain: str | None = None) -> None:
        """Nothing, if they may.

        Raises:
            Forbidden: they may not.
        """
        if not self.may(scope, brain):
            where = f"the brain {brain}" if brain else "the whole service"
            raise Forbidden(f"This key has no scope {scope} for {where}.")


OWNER = Caller("owner", EVERY_SCOPE)
"""Whoever sits at the machine, where no key is set."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """The keys that the service knows, by their hashes."""

    callers: tuple[tuple[bytes, Caller], ...] = ()

    @staticmethod
    def of(admin_key: SecretStr | None) -> Keyring:
        """A keyring with the administrator's key, or an empty one."""
        secret = admin_key.get_secret_value() if admin_key else ""
        return Keyring(((_hash(secret), Caller("admin", EVERY_SCOPE)),)) if secret else Keyring()

    @property
    def is_empty(self) -> bool:
        """Whether nobody has a key, so that the service stays on this machine."""
        return not self.callers

    def caller(self, authorization: str | None) -> Caller:
        """Whose `Authorization` header this is.

        Raises:
            Unauthorized: there is none, it is no Bearer, or nobody knows the key.
        """
        scheme, _, key = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise Unauthorized("Send your key as: Authorization: Bearer <key>", field="Authorization")
        given = _hash(key.strip())
        found = [caller for known, caller in self.callers if hmac.compare_digest(known, given)]
        if not found:
            raise Unauthorized("Nobody knows this key.", field="Authorization")
        return found[0]


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf8", "surrogateescape")).digest()
