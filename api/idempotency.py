"""`Idempotency-Key`: the same request is carried out once, also when it comes twice at the same time.

Episodes keep their key and their answer themselves. Everything else that writes keeps them in an `:Answer` node:
whoever makes the node carries the request out, everybody else waits for the answer in it. A process that dies
in between leaves a claim that lapses; facts and ends that are stated again are confirmed, not doubled.

Answers are kept for GRAPHMEM_IDEMPOTENCY_DAYS; now and then a request that keeps one takes some older ones away.
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
from graphmem.errors import DatabaseError, DatabaseUnavailable, IdempotencyMismatch, InvalidInput
from graphmem.graph.store import Store
from graphmem.observability.logs import get_logger

from .answers import REPLAYED, Answer
from .problems import StillRunningError

log = get_logger("graphmem.api")

HEADER = "Idempotency-Key"
LONGEST_KEY = 255
LEASE_SECONDS = 120.0
POLL_SECONDS = 0.1
MOST_POLLS = 300
PRUNE_EVERY = 16
"""One in so many requests that keep an answer looks for answers to leave, twice as many of them at most."""

Work = Callable[[], Awaitable[Answer]]


def idempotency_key(
    key: Annotated[str | None, Header(alias=HEADER, description="Same key and body, same answer")] = None,
) -> str | None:
    """The key of a request, if it sent one.

    Raises:
        InvalidInput: it is empty, too long, or has other characters than printable ASCII.
    """
    if key is not None and not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise InvalidInput(f"An {HEADER} has 1 to {LONGEST_KEY} printable ASCII characters.", field=HEADER)
    return key


Key = Annotated[str | None, Depends(idempotency_key)]


@dataclass(frozen=True, slots=True)
class Once:
    """A request under its key, or without one."""

    key: str | None
    digest: str

    async def answer(self, brain: Brain, work: Work) -> Response:
        """The response: from `work`, or from the first time.

        Raises:
            IdempotencyMismatch: the key came with another request before.
            StillRunningError: the first one takes too long.
        """
        if self.key is None:
            return (await work()).response()
        claim = _Claim(brain.engine.store, brain.name, self.key, str(uuid7()), brain.engine.settings.idempotency_days)
        kept = await claim.take(self.digest)
        if kept is not None:
            return kept.response(REPLAYED)
        return (await claim.carry_out(work)).response()


async def once(request: Request, key: Key) -> Once:
    """The request's key and the hash of what it asks for: address and body."""
    body = await request.json() if key is not None and await request.body() else {}
    asked = json.dumps([request.method, request.url.path, body], sort_keys=True)
    return Once(key, hashlib.sha256(asked.encode()).hexdigest())


OnlyOnce = Annotated[Once, Depends(once)]


@dataclass(frozen=True, slots=True)
class _Claim:
    """The `:Answer` node of a key, and our mark on it."""

    store: Store
    brain: str
    key: str
    mark: str
    days: float

    async def take(self, digest: str) -> Answer | None:
        """The answer of the first time, or None: it is ours to find."""
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
        rows = await self.store.write(
            "api/claim_answer", brain=self.brain, key=self.key, bodyHash=digest, mark=self.mark, lease=LEASE_SECONDS
        )
        return rows[0]

    async def carry_out(self, work: Work) -> Answer:
        """Does the work and keeps its answer; what failed is forgotten, so that it can be tried again."""
        try:
            done = await work()
        except BaseException:
            await self.store.write("api/drop_claim", brain=self.brain, key=self.key, mark=self.mark)
            raise
        await self.store.write(
            "api/keep_answer", brain=self.brain, key=self.key, mark=self.mark, status=done.status, body=done.body
        )
        if random.randrange(PRUNE_EVERY) == 0:  # noqa: S311
            await self._prune()
        return done

    async def _prune(self) -> None:
        """Two that prune at once may meet at an answer; whoever comes second leaves it, and its own answer stands."""
        try:
            await self.store.write(
                "api/prune_answers", brain=self.brain, key=self.key, days=self.days, limit=2 * PRUNE_EVERY
            )
        except (DatabaseError, DatabaseUnavailable) as error:
            log.info("answers_not_pruned", error=str(error))
