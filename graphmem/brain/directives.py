"""Standing instructions and preferences of the user."""

from __future__ import annotations

from graphmem.engine import BrainSubject
from graphmem.upkeep.directive_list import directives
from graphmem_contract.directives import Directive
from graphmem_contract.pagination import Page


class Directives(BrainSubject):
    """The directives of a brain."""

    __slots__ = ()

    async def list(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> Page[Directive]:
        """Standing instructions and preferences of the user, newest first, each with its sources. Raises InvalidInput.

        Args:
            include_superseded: list also those that a later one excludes.
        """
        return await directives(
            self.engine.store, self.brain, superseded=include_superseded, limit=limit, cursor=cursor
        )
