"""Somebody who asks for something, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from graphmem.errors import Forbidden

Scope = Literal["memory:read", "memory:write", "graph:write", "admin"]
EVERY_SCOPE: frozenset[Scope] = frozenset(get_args(Scope))


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with rights. `brains` None = all of them; `key_id` None = not a key of the graph."""

    name: str
    scopes: frozenset[Scope]
    brains: frozenset[str] | None = None
    key_id: str | None = None

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
"""Whoever sits at the machine, where there is no key."""
ADMIN = Caller("admin", EVERY_SCOPE)
"""Whoever has `GRAPHMEM_ADMIN_KEY`."""
