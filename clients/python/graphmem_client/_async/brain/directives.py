"""Standing instructions and preferences of the user."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_contract.directives import Directive
from graphmem_contract.pagination import Page
from graphmem_contract.service import DirectivePage


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
        asked = {"include_superseded": include_superseded, "limit": limit, "cursor": cursor}
        page = await self._get("listDirectives", "/directives", DirectivePage, **asked)
        return Page(page.directives, page.next_cursor)
