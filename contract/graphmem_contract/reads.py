"""Episodes, what is near an entity, and what a brain holds."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.records import Entity, Fact, Record, Time


class ToldEmotion(Record):
    """The emotion that a model heard in a message. `intensity`: 0 to 1."""

    emotion: str
    intensity: float
    energy: Literal["high", "medium", "low"]


class Episode(Record):
    """A stored message or document, unchanged. `emotion`: null where no model has read it."""

    id: str
    content: str
    kind: str
    role: str | None = None
    source: str | None = None
    speaker: str | None = None
    session_id: str | None = None
    occurred_at: Time
    recorded_at: Time
    metadata: dict[str, Any] = Field(default_factory=dict)
    tags: tuple[str, ...] = ()
    external_id: str | None = None
    status: EpisodeState
    error: str | None = None
    emotion: ToldEmotion | None = None
    entity_count: int = 0
    edge_count: int = 0
    pii_kinds: tuple[str, ...] = Field(
        (), description="Kinds of personal data that the policy of the brain found in it"
    )


class Neighbour(Record):
    """A fact found by a walk, its distance in hops, and the entity at its far end."""

    fact: Fact
    entity: Entity | None
    hops: int
    path: tuple[str, ...] = ()


class Stats(Record):
    """Counts of a brain.

    `facts`: all of them. `facts_holding`: those that hold now. `facts_closed`: those that have ended. `events`: what happened or
    will. The rest lies ahead.
    """

    brain: str
    revision: int
    entities: int
    facts: int
    facts_holding: int
    facts_closed: int
    events: int
    values: int
    episodes: dict[str, int]
    statements: int
    relations: dict[str, int]
    entity_types: dict[str, int]
