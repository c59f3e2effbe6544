"""The extractor `none`: facts come from callers only."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.claims import Claimed, Extracted, Mention, Request


class NoneExtractor:
    """The extractor of `GRAPHMEM_EXTRACTOR=none`: episodes are stored, facts come from callers only."""

    name = "none"

    async def mentions(self, request: Request) -> Extracted:
        """Return no mentions and no claims, without a model call."""
        return Extracted(mentions=(), claims=(), method="none")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Return no claims."""
        return Claimed(claims=())
