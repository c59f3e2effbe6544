"""`Caller`: the source of a request, with its scopes and brains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from graphmem_contract.choices import Scope
from graphmem_contract.errors import Forbidden
from graphmem_contract.keys import EVERY_BRAIN, ApiKey

EVERY_SCOPE: frozenset[Scope] = frozenset(get_args(Scope))


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller with its rights. `brains` None means all brains. `key_id` None means that the caller has no key in the graph."""

    name: str
    scopes: frozenset[Scope]
    brains: frozenset[str] | None = None
    key_id: str | None = None

    def may(self, scope: Scope, brain: str | None = None) -> bool:
        """Whether the caller has the scope for a brain. `brain` None means the whole service."""
        if "admin" not in self.scopes and scope not in self.scopes:
            return False
        return self.brains is None or (brain is not None and brain in self.brains)

    def check(self, scope: Scope, brain: str | None = None) -> None:
        """Check that the caller has the scope for a brain.

        Raises:
            Forbidden: the caller does not have it.
        """
        if not self.may(scope, brain):
            where = f"the brain {brain}" if brain else "the whole service"
            raise Forbidden(f"This key has no scope {scope} for {where}.")


OWNER = Caller("owner", EVERY_SCOPE)
"""The local caller of a service that has no keys."""
ADMIN = Caller("admin", EVERY_SCOPE)
"""The caller that has `GRAPHMEM_ADMIN_KEY`."""


def caller_of(key: ApiKey) -> Caller:
    """Return the caller of a key."""
    brains = None if EVERY_BRAIN in key.brains else frozenset(key.brains)
    return Caller(key.name, frozenset(key.scopes), brains, key.id)
