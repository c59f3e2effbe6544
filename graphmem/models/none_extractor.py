"""The extractor that finds nothing: facts come from the caller only."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.claims import Claimed, Extracted, Mention, Request


class NoneExtractor:
    """Finds nothing, for `GRAPHMEM_EXTRACTOR=none`: episodes are kept, facts come from callers only."""

    name = "none"

    async def mentions(self, request: Request) -> Extracted:
        """No mentions, no claims, no call."""
        return Extracted(mentions=(), claims=(), method="none")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """No claims."""
        return Claimed(claims=())
