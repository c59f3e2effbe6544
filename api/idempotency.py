"""`Idempotency-Key`: the same request is carried out once, even if it arrives twice at the same time.

Episodes store their key and their answer themselves (`graphmem/ingest/process.py`). Every other write stores them in an `:Answer`
node: the request that creates the node is carried out, the others wait for the answer in it. If a process dies in between, its
lease expires and the next request is carried out. Facts and ends that are stated again are confirmed, not duplicated.

Answers are kept for GRAPHMEM_IDEMPOTENCY_DAYS. Some requests that store an answer also remove expired ones.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Header, Request, Response
from uuid_utils import uuid7

from graphmem.brain import Brain
from graphmem.observability.logs import get_logger
from graphmem_contract.errors import DatabaseError, DatabaseUnavailable, IdempotencyMismatch, InvalidInput
from graphmem_contract.http_errors import StillRunningError

from .answers import REPLAYED, Answer

log = get_logger("graphmem.api")

HEADER = "Idempotency-Key"
LONGEST_KEY = 255
LEASE_SECONDS = 120.0
POLL_SECONDS = 0.1
MOST_POLLS = 300
PRUNE_EVERY = 16
"""One in this many requests that store an answer removes expired answers, at most twice this many."""

Work = Callable[[], Awaitable[Answer]]


def idempotency_key(
    key: Annotated[str | None, Header(alias=HEADER, description="The same key and body are carried out once")] = None,
) -> str | None:
    """Return the idempotency key of a request, or None.

    Raises:
        InvalidInput: the key is empty, too long, or not printable ASCII.
    """
    if key is not None and not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise InvalidInput(f"An {HEADER} has 1 to {LONGEST_KEY} printable ASCII characters.", field=HEADER)
    return key


Key = Annotated[str | None, Depends(idempotency_key)]


@dataclass(frozen=True, slots=True)
class Once:
    """A request with its idempotency key, if it has one, and a hash of its content."""

    key: str | None
    digest: str

    async def answer(self, brain: Brain, work: Work) -> Response:
        """Return the response: the answer of `work`, or the stored answer of the first request.

        Raises:
            IdempotencyMismatch: the key belongs to another request.
            StillRunningError: the first request takes too long.
        """
        if self.key is None:
            return (await work()).response()
        claim = _Claim(brain, self.key, str(uuid7()))
        stored = await claim.take(self.digest)
        if stored is not None:
            return stored.response(REPLAYED)
        return (await claim.carry_out(work)).response()


async def once(request: Request, key: Key) -> Once:
    """Return the request's key and the hash of its method, address and body."""
    body = await request.json() if key is not None and await request.body() else {}
    content = json.dumps([request.method, request.url.path, body], sort_keys=True)
    return Once(key, hashlib.sha256(content.encode()).hexdigest())


OnlyOnce = Annotated[Once, Depends(once)]


@dataclass(frozen=True, slots=True)
class _Claim:
    """The `:Answer` node of a key, and the mark of this request on it."""

    brain: Brain
    key: str
    mark: str

    async def take(self, digest: str) -> Answer | None:
        """Return the answer of the first request, or None if this request is to be carried out."""
        for _ in range(MOST_POLLS):
            row = await self._try(digest)
            if row["bodyHash"] != digest:
                raise IdempotencyMismatch(f"This {HEADER} came with another request before.", field=HEADER)
            if row["status"] is not None:
                return Answer(row["status"], row["body"])
            if row["mine"]:
                return None
            await asyncio.sleep(POLL_SECONDS)
        raise StillRunningError("The first request under this key is still running; ask again.", retry_after=1.0)

    async def _try(self, digest: str) -> dict[str, Any]:
        rows = await self._write("api/claim_answer", mark=self.mark, bodyHash=digest, lease=LEASE_SECONDS)
        return rows[0]

    async def carry_out(self, work: Work) -> Answer:
        """Do the work and store its answer. If the work fails, release the key, so that the request can be tried again."""
        try:
            answer = await work()
        except BaseException:
            await self._write("api/drop_claim", mark=self.mark)
            raise
        await self._write("api/store_answer", mark=self.mark, status=answer.status, body=answer.body)
        if random.randrange(PRUNE_EVERY) == 0:  # noqa: S311
            await self._prune()
        return answer

    async def _prune(self) -> None:
        """Remove expired answers. Two requests may prune the same answer; the second one fails, which is only logged."""
        days = self.brain.engine.settings.idempotency_days
        try:
            await self._write("api/prune_answers", days=days, limit=2 * PRUNE_EVERY)
        except (DatabaseError, DatabaseUnavailable) as error:
            log.info("answers_not_pruned", error=str(error))

    async def _write(self, statement: str, **parameters: Any) -> list[dict[str, Any]]:
        return await self.brain.engine.store.write(statement, brain=self.brain.name, key=self.key, **parameters)
