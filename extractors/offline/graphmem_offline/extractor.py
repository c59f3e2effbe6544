"""The offline extractor: no API key and no language model."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.claims import Claimed, Extracted, Mention, NamedRoles, Request
from graphmem.processes.pool import WorkerPool, shared_pool
from graphmem_offline.reader import read_request, roles_of_request

SHORT = 1_000
"""Characters of a message whose roles are named without a reading process."""


class OfflineExtractor:
    """Extractor that finds mentions and claims with a dependency parse and rules, on this machine.

    It reads in a worker process of low priority, one request after the other, and the brains take turns. So reading never
    delays a question. The first call loads the parser (spaCy with a medium English model). After that a turn takes about
    ten to thirty milliseconds. The same text always gives the same claims, unless it takes longer than the processor time
    of a request: then it is read as far as that goes, with a warning. `graphmem_offline` lists what it reads.
    `processes` is the number of processes that read at a time; all extractors of a Python process share them.
    """

    name = "offline"
    most_words = 50_000
    """Words and signs of one message that are read; stage 1 leaves out what is beyond, with a warning."""

    def __init__(self, processes: int = 1) -> None:
        self._pool: WorkerPool = shared_pool(processes)

    async def mentions(self, request: Request) -> Extracted:
        """Return the mentions of stage 1 together with the claims; empty content gives none.

        Raises:
            ModelTimeout: the reading process was killed, or hung.
        """
        if not request.content.strip() and not any(message.content.strip() for message in request.messages):
            return Extracted((), (), "offline")
        return await self._pool.run(request.brain, read_request, request)

    async def named_roles(self, request: Request) -> NamedRoles:
        """Return the roles that a message may name; what the brain knows of them comes back in `Request.attributes`.

        A short message is read here: it takes about a millisecond, less than the way to a reading process.

        Raises:
            ModelTimeout: the reading process was killed, or hung.
        """
        if len(request.content) + sum(len(message.content) for message in request.messages) <= SHORT:
            return roles_of_request(request)
        return await self._pool.run(request.brain, roles_of_request, request)

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Return the claims of stage 3 alone, from the same reading as `mentions`; the argument `mentions` is ignored.

        Raises:
            ModelTimeout: the reading process was killed, or hung.
        """
        found = await self.mentions(request)
        return Claimed(found.claims or (), warnings=found.warnings)
