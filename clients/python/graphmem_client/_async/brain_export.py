"""Export of a brain, and loading an export."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from graphmem_client._async.part import BrainPart
from graphmem_client._async.rewind import Rewindable
from graphmem_client.attempts import Attempts
from graphmem_client.calls import NDJSON, Again, Call, query_of
from graphmem_client.contract.reports import Loaded
from graphmem_client.errors import GraphmemError
from graphmem_client.sources import AsyncSource


class BrainExport(BrainPart):
    """The part of `ClientBrain` that carries it elsewhere: both timelines, exactly."""

    __slots__ = ()

    async def export(self, *, embeddings: bool = False) -> AsyncIterator[str]:
        """Everything in this brain, as lines of JSON without line ends, consistent as of one moment.

        Args:
            embeddings: export the vectors too; without them they are computed again when the lines are loaded.

        Raises:
            NotFound: nothing was ever written to it. ServiceUnreachable: the connection broke, and lines are missing.
        """
        call = Call("exportBrain", "GET", self._at("/export"), query=query_of({"embeddings": embeddings or None}))
        attempts, has_begun = Attempts(call, self._service.retry), False
        while True:
            try:
                async for line in self._service.lines(call):
                    has_begun = True
                    yield line.decode()
                return
            except GraphmemError as error:
                if has_begun:  # another export is of another moment
                    raise
                wait = attempts.wait_sec(error)
            await asyncio.sleep(wait)

    async def load_export(self, lines: AsyncSource[str | bytes]) -> Loaded:
        """Fill this brain, which must be empty, with an export.

        Args:
            lines: the lines of an export, or the path of a file with them.

        Raises:
            BrainNotEmpty: something was written to it already.
            InvalidInput: a line is not usable, or lines are missing; the error has its number, and nothing was loaded.
            ModelError: the embedder failed, and nothing was loaded.
            ServiceUnreachable: the answer was lost; `stats` tells whether the export was loaded.
        """
        call = Call("loadExport", "POST", self._at(":load-export"), Again.NEVER, media_type=NDJSON)
        async with Rewindable(lines, again=self._service.retry.attempts > 1) as source:
            return (await self._service.reply(call, source)).record(Loaded)
