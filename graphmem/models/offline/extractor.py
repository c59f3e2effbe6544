"""The offline extractor: no API key and no language model."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from graphmem.claims import Claimed, Extracted, Mention, Request
from graphmem.models.offline.parser import load
from graphmem.models.offline.reader import Reader


class OfflineExtractor:
    """Extractor that finds mentions and claims with a dependency parse and rules, in the local process.

    The first call loads the parser (spaCy with a medium English model) in a thread. After that a turn takes about ten
    to thirty milliseconds. The same text always gives the same claims. `graphmem.models.offline` lists what it reads.
    """

    name = "offline"

    def __init__(self) -> None:
        self._lock = threading.Lock()

    async def mentions(self, request: Request) -> Extracted:
        """Return the mentions of stage 1 together with the claims; empty content gives none.

        Raises:
            SetupError: spaCy or its model is not installed; the message names the extra.
        """
        if not request.content.strip() and not any(message.content.strip() for message in request.messages):
            return Extracted((), (), "offline")
        reader = await asyncio.to_thread(self._reader_of, request)
        return Extracted(reader.names.mentions(), tuple(reader.claims), "offline")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Return the claims of stage 3 alone, from the same reading as `mentions`; the argument `mentions` is ignored.

        Raises:
            SetupError: spaCy or its model is not installed.
        """
        return Claimed((await self.mentions(request)).claims or ())

    def _reader_of(self, request: Request) -> Reader:
        load()
        with self._lock:
            reader = Reader(request)
            reader.read()
        return reader
