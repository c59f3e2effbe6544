"""Store episodes as they came, before anything else happens to them; those that arrive together share a transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from graphmem.graph.store import Store
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import FORGOTTEN_KEY, Stored, episode_row, stored_of
from graphmem.ingest.episodes.screening import learn_policy, screened_as_known
from graphmem.names.normalize import brain_token
from graphmem.observability.logs import get_logger
from graphmem.write_queue import Done, Failed, Slot, Ticket, WriteQueues
from graphmem_contract.errors import DatabaseUnavailable, Gone, reason_of

log = get_logger("graphmem.ingest")
Row = dict[str, Any]
MOST_EPISODES = 32
"""Episodes that one transaction stores, of those that arrive one by one."""

STORE_QUEUES = WriteQueues[Row, Row]()
"""The writers of this process that want to store an episode, by store and brain."""


async def store_episode(store: Store, episode: EpisodeInput, status: str) -> tuple[EpisodeInput, Stored]:
    """Store the input before anything else happens to it; the same idempotency key finds the first one again.

    Returns also the input as it was stored: as the policy of its brain about personal data leaves it.

    With a lease the episode is the caller's from the start; without one it is due at once. Episodes that arrive while others of
    the same brain are being stored share the next transaction.

    Raises:
        InvalidInput, TooLarge: the policy refuses it, or it takes too long to read.
        IdempotencyMismatch: the key came with another body. Gone: the episode of the key was forgotten.
        DatabaseUnavailable: as far as is known nothing was stored; with its Idempotency-Key it may be sent again.
    """
    while True:
        screened = await screened_as_known(store, episode)
        row = await _store(store, screened, status)
        if row["policy"] is None:
            break
        learn_policy(store, episode.brain, row["policy"])
    if row["gone"]:
        raise Gone(FORGOTTEN_KEY)
    return screened, stored_of(screened, row)


async def _store(store: Store, episode: EpisodeInput, status: str) -> Row:
    """Store an episode, alone or with those that wait."""
    ticket = Ticket[Row, Row](episode_row(episode, status))
    async with STORE_QUEUES.acquire(store, episode.brain, ticket) as slot:
        row = await ticket.result() if ticket.taken else await _store_in_group(store, episode.brain, ticket, slot)
        return row or (await store_rows(store, episode.brain, [ticket.work]))[0]


async def store_rows(store: Store, brain: str, rows: Sequence[Row]) -> list[Row]:
    """Store episodes in their order, in one transaction; may be sent again. Returns the input of `stored_of`, a row each.

    Raises:
        DatabaseUnavailable: as far as is known none of them was stored.
    """
    stored = await store.write("ingest/store_episodes", brain=brain, token=brain_token(brain), episodes=rows)
    return sorted(stored, key=lambda row: int(row["i"]))  # a statement promises no order


async def _store_in_group(store: Store, brain: str, own: Ticket[Row, Row], slot: Slot[Row, Row]) -> Row | None:
    """Store it together with the episodes that wait; None: each has to be stored alone."""
    await asyncio.sleep(0)  # episodes that arrived with it are in the queue after this
    async with slot.take_waiting(MOST_EPISODES - 1) as tickets:
        if not tickets:
            return None
        try:
            first, *others = await store_rows(store, brain, [ticket.work for ticket in (own, *tickets)])
        except Exception as error:
            if isinstance(error, DatabaseUnavailable):
                for ticket in tickets:
                    ticket.resolve(Failed(error))
                raise
            log.info("group_store_failed", brain=brain, episodes=len(tickets) + 1, error=reason_of(error))
            return None  # stored alone, each shows whether the fault is its own
        for ticket, row in zip(tickets, others, strict=True):
            ticket.resolve(Done(row))
    return first
