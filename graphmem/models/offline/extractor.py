"""The extractor that needs no key."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from graphmem.claims import Claimed, Extracted, Mention, Request
from graphmem.models.offline.parser import load
from graphmem.models.offline.reader import Reader


class OfflineExtractor:
    """Mentions and claims from a dependency parse and rules, on this machine, without a language model.

    The parser (spaCy with a medium English model) is loaded at the first call, in a thread; a turn then takes some
    ten to thirty milliseconds. The same text always gives the same claims. See `graphmem.models.offline` for what it
    can and cannot read.
    """

    name = "offline"

    def __init__(self) -> None:
        self._turn = threading.Lock()

    async def mentions(self, request: Request) -> Extracted:
        """Stage 1 with the claims included; empty content gives nothing.

        Raises:
            SetupError: spaCy or its model is not installed; the message names the extra.
        """
        if not request.content.strip() and not any(one.content.strip() for one in request.messages):
            return Extracted((), (), "offline")
        reader = await asyncio.to_thread(self._read, request)
        return Extracted(reader.names.mentions(), tuple(reader.claims), "offline")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Stage 3 for a caller that wants it apart: the claims of the same reading; `mentions` is not needed.

        Raises:
            SetupError: spaCy or its model is not installed.
        """
        return Claimed((await self.mentions(request)).claims or ())

    def _read(self, request: Request) -> Reader:
        load()
        with self._turn:
            reader = Reader(request)
            reader.read()
        return reader
