"""Episodes are stored as they came: those of one brain that come at the same time in one transaction, each as it would be by
itself (the episode first, whatever becomes of it).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from graphmem.errors import DatabaseUnavailable, Gone, reason_of
from graphmem.graph.store import Store
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import FORGOTTEN_KEY, Stored, episode_row, stored_of
from graphmem.names.normalize import brain_token
from graphmem.observability.logs import get_logger
from graphmem.write_queue import Slot, Ticket, acquire

log = get_logger("graphmem.ingest")
Row = dict[str, Any]
MOST_TOGETHER = 32
"""Episodes that are stored in one transaction at most, of those that come one by one."""


async def store_episode(store: Store, episode: EpisodeInput, status: str) -> Stored:
    """Stores the input before anything else happens to it; the same idempotency key finds the first one again.

    Where the intake has a lease, the episode is the caller's from the start; else it is due at once. Who comes while others of
    the same brain are being stored is stored with the next transaction, together with all that came meanwhile.

    Raises:
        IdempotencyMismatch: the key came with another body. Gone: what the key belonged to was forgotten.
        DatabaseUnavailable: as far as anybody knows nothing was stored; with its Idempotency-Key it may be sent again.
    """
    seat = Ticket(episode_row(episode, status))
    async with acquire(store, episode.brain, seat, way="storing") as turn:
        row = await seat.result() if seat.taken else await _store_in_group(store, episode.brain, seat, turn)
        row = row or (await store_rows(store, episode.brain, [seat.work]))[0]
    if row["gone"]:
        raise Gone(FORGOTTEN_KEY)
    return stored_of(episode, row)


async def store_rows(store: Store, brain: str, rows: Sequence[Row]) -> list[Row]:
    """Stores episodes in their order, in a transaction of its own; may be sent again. Gives what stored_of takes, a row each.

    Raises:
        DatabaseUnavailable: none of them was stored, as far as anybody knows.
    """
    told = await store.write("ingest/store_episodes", brain=brain, token=brain_token(brain), episodes=rows)
    return sorted(told, key=lambda row: int(row["i"]))  # a statement promises no order


async def _store_in_group(store: Store, brain: str, own: Ticket, turn: Slot) -> Row | None:
    """Stores it together with those who wait; None: it has to go by itself, and so have they."""
    await asyncio.sleep(0)  # those that have come with it stand in line by then
    async with turn.company(MOST_TOGETHER - 1) as seats:
        if not seats:
            return None
        try:
            first, *others = await store_rows(store, brain, [seat.work for seat in (own, *seats)])
        except Exception as error:
            if isinstance(error, DatabaseUnavailable):
                for seat in seats:
                    seat.leave(error)
                raise
            log.info("storing_apart", brain=brain, episodes=len(seats) + 1, error=reason_of(error))
            return None  # whose fault it is shows when each goes by itself
        for seat, row in zip(seats, others, strict=True):
            seat.leave(row)
    return first
