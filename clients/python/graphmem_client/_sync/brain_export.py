"""Export of a brain, and loading an export."""

# Derived by clients/python/scripts/generate.py from _async/brain_export.py.

from __future__ import annotations

import time
from collections.abc import Iterator

from graphmem_client._sync.part import BrainPart
from graphmem_client._sync.rewind import Rewindable
from graphmem_client.attempts import Attempts
from graphmem_client.calls import NDJSON, Again, Call, query_of
from graphmem_client.contract.reports import Loaded
from graphmem_client.errors import GraphmemError
from graphmem_client.sources import Source


class BrainExport(BrainPart):
    """The part of `ClientBrainSync` that carries it elsewhere: both timelines, exactly."""

    __slots__ = ()

    def export(self, *, embeddings: bool = False) -> Iterator[str]:
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
                for line in self._service.lines(call):
                    has_begun = True
                    yield line.decode()
                return
            except GraphmemError as error:
                if has_begun:  # another export is of another moment
                    raise
                wait = attempts.wait_sec(error)
            time.sleep(wait)

    def load_export(self, lines: Source[str | bytes]) -> Loaded:
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
        with Rewindable(lines, again=self._service.retry.attempts > 1) as source:
            return (self._service.reply(call, source)).record(Loaded)
