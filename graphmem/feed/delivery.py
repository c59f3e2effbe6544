"""The delivery of events to webhooks: in order, at least once, with back-off and dead letters; one process at a time for each."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from uuid_utils import uuid4, uuid7

from graphmem.feed.changes import read_page
from graphmem.feed.cursor import ALL, FeedPosition, feed_position
from graphmem.feed.post import TOTAL_SEC, DeliveryFailed, post
from graphmem.feed.receiver_address import IPNetwork
from graphmem.feed.signature import headers
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.observability.logs import get_logger, survived
from graphmem.processes.beside import beside
from graphmem_contract.errors import Gone, NotFound
from graphmem_contract.feed import ChangeBatch, ChangeEvent

log = get_logger("graphmem.webhooks")
MOST_EVENTS = 100
"""Events of one delivery."""
MOST_ATTEMPTS = 12
"""Attempts after which a batch becomes a dead letter."""
FIRST_DELAY_SEC, LONGEST_DELAY_SEC = 5.0, 3600.0
"""Back-off: doubled from the first delay up to the longest; twelve attempts take about two and a half hours."""
AT_ONCE = 8
POLL_SEC = 1.0
GONE = 410
"""The status by which a receiver says that it wants no more."""


@dataclass(frozen=True, slots=True)
class Deliverer:
    """Sends what is due. `allowed`: networks beside the public ones. `trust`: certificates; None = those of the system.

    `most_attempts`: after them a batch becomes a dead letter. `first_delay_sec`: the wait after the first failed attempt.
    `poll_sec`: the wait between two looks that find nothing.
    """

    store: Store
    allowed: Sequence[IPNetwork] = ()
    trust: ssl.SSLContext | None = None
    most_attempts: int = MOST_ATTEMPTS
    first_delay_sec: float = FIRST_DELAY_SEC
    poll_sec: float = POLL_SEC

    async def deliver_due(self) -> int:
        """Make one delivery for each of some webhooks that have something to send; return how many there were."""
        due = await self.store.read("webhooks/due", limit=AT_ONCE)
        await asyncio.gather(*(self.deliver(row["brain"], row["id"]) for row in due))
        return len(due)

    async def deliver(self, brain: str, id_: str) -> None:
        """Send the next batch of a webhook, if no other process is at it."""
        lease = str(uuid4())
        rows = await self.store.write(
            "webhooks/claim", brain=brain, id=id_, lease=lease, leaseMs=round(TOTAL_SEC * 4000)
        )
        if rows:
            claimed = _Claimed(self, brain, id_, lease, rows[0])
            await (claimed.replay(rows[0]["letter"]) if rows[0]["letter"] else claimed.next())


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A webhook whose lease this process holds."""

    by: Deliverer
    brain: str
    id: str
    lease: str
    row: Row

    async def next(self) -> None:
        """Send the batch that was begun, or the next one."""
        row = self.row
        try:
            read, revision = await read_page(self.by.store, self.brain, self._position(), MOST_EVENTS)
        except Gone:
            await self._end("webhooks/advance", position=None, revision=None, delivered=False, missed=True)
            return
        except NotFound:
            return
        batch = _up_to(read, row["batchTo"])
        events = self._wanted(batch)
        is_all = len(read.changes) < MOST_EVENTS and batch.cursor == read.cursor
        passed = {"position": batch.cursor, "revision": revision if is_all else None, "missed": None}
        if not events:
            await self._end("webhooks/advance", **passed, delivered=False)
            return
        batch_id = row["batchId"] or str(uuid7())
        if not row["batchTo"] and not await self._end("webhooks/begin", batchTo=batch.cursor, batchId=batch_id):
            return
        try:
            await self._send(batch_id, events)
        except DeliveryFailed as error:
            await self._failed(error, batch, events)
            return
        await self._end("webhooks/advance", **passed, delivered=True)

    def _wanted(self, batch: ChangeBatch) -> list[ChangeEvent]:
        kinds = self.row["kinds"]
        return [event for event in batch.changes if not kinds or event.kind in kinds]

    def _position(self) -> FeedPosition | None:
        """Return where the webhook goes on; a new one behind the revision at which it was made."""
        row = self.row
        if row["position"] or row["missed"]:
            return feed_position(row["position"]) if row["position"] else None
        return FeedPosition(str(row["madeAt"]), row["fromRevision"], ALL)

    async def _failed(self, error: DeliveryFailed, batch: ChangeBatch, events: Sequence[ChangeEvent]) -> None:
        attempts = self.row["attempts"] + 1
        letter = None
        if attempts >= self.by.most_attempts:
            ids = [event.id for event in events]
            begin = self._position()
            ends = {"from": begin.text() if begin else None, "to": batch.cursor}
            letter = {"id": str(uuid7()), **ends, "events": ids, "attempts": attempts}
        delay = 0 if letter else round(delay_sec(attempts, self.by.first_delay_sec) * 1000)
        is_wanted = error.status != GONE
        await self._end("webhooks/fail", error=str(error), delayMs=delay, active=is_wanted, letter=letter)

    async def replay(self, letter: Row) -> None:
        """Send a dead letter once more."""
        error: str | None = None
        try:
            begin = feed_position(letter["from"]) if letter["from"] else None
            read, _ = await read_page(self.by.store, self.brain, begin, MOST_EVENTS)
            events = self._wanted(_up_to(read, letter["to"]))
            if events:
                await self._send(letter["id"], events, is_replay=True)
        except DeliveryFailed as failed:
            error = str(failed)
        except (Gone, NotFound):
            error = "the events are no longer kept"
        await self._end("webhooks/end_replay", letter=letter["id"], error=error)

    async def _send(self, id_: str, events: Sequence[ChangeEvent], *, is_replay: bool = False) -> None:
        told = [event.model_dump(mode="json") for event in events]
        missed = bool(self.row["missed"]) and not is_replay
        delivery = {"brain": self.brain, "webhook_id": self.id, "events": told, "missed": missed, "replay": is_replay}
        body = json.dumps(delivery, separators=(",", ":")).encode()
        signed = headers(self.row["secrets"], id_, int(time.time()), body)
        await post(self.row["url"], body, signed, self.by.allowed, self.by.trust)

    async def _end(self, statement: str, **values: object) -> bool:
        """Write what became of it, if the lease is still held."""
        rows = await self.by.store.write(statement, brain=self.brain, id=self.id, lease=self.lease, **values)
        return bool(rows)


def _up_to(batch: ChangeBatch, end: str | None) -> ChangeBatch:
    """Return the events of a batch up to a cursor, behind which it ends."""
    if end is None:
        return batch
    last = feed_position(end)
    return ChangeBatch(changes=tuple(e for e in batch.changes if feed_position(e.cursor) <= last), cursor=end)


def delay_sec(attempts: int, first: float = FIRST_DELAY_SEC) -> float:
    """Return the seconds until the next attempt, a little by chance."""
    return min(LONGEST_DELAY_SEC, first * 2.0 ** (attempts - 1)) * random.uniform(0.8, 1.2)  # noqa: S311


@asynccontextmanager
async def delivering(deliverer: Deliverer) -> AsyncIterator[None]:
    """Deliver events to all webhooks while the block runs. Several processes may do so at the same time."""
    async with beside(_deliver_for_ever(deliverer)):
        yield


async def _deliver_for_ever(deliverer: Deliverer) -> None:
    while True:
        count = 0
        with survived(log, "webhooks_wait", "webhooks_stumbled"):
            count = await deliverer.deliver_due()
        if not count:
            await asyncio.sleep(deliverer.poll_sec)
