"""Records about brains as wholes: the list of brains, and the overview of one."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from graphmem_contract.contradictions import Overturned
from graphmem_contract.reads import Episode, Stats
from graphmem_contract.records import Entity, Record, Time


class BrainSummary(Record):
    """A brain in a list."""

    name: str
    revision: int = Field(description="Number of writes")
    created_at: Time | None
    last_recorded_at: Time | None = Field(description="System time of the last write; null = no write")


class QueueState(Record):
    """The episodes of a brain that wait for extraction, that are being extracted, and that failed in the queue.

    `oldest_sec`: seconds since the oldest waiting episode was stored; null where none waits.
    """

    pending: int
    extracting: int
    failed: int
    oldest_sec: float | None


class DayCounts(Record):
    """What a brain recorded on one day (UTC).

    `facts` counts the facts whose present version was recorded that day. `model_calls` and `tokens` count those of the episodes
    that were recorded that day.
    """

    day: date
    episodes: int
    facts: int
    model_calls: int
    tokens: int


class Overview(Record):
    """The state of a brain: its counts, its last days, and what is newest or largest in it.

    `days` has every day of the requested span, oldest first. The other lists have at most ten items.
    """

    stats: Stats
    days: tuple[DayCounts, ...]
    contradictions: tuple[Overturned, ...] = Field(description="Most recently recorded first")
    failures: tuple[Episode, ...] = Field(description="Most recently recorded first")
    connected: tuple[Entity, ...] = Field(description="The entities with most facts")
