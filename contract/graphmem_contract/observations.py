"""Records about what upkeep finds across the facts and messages of a brain: observations and clusters."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.records import EntityId, FactId, Record, Share, Time

ObservationKind = Literal[
    "pattern", "trend", "insight", "preference", "contradiction", "theme", "consolidated", "emotional_trend"
]


ObservationStatus = Literal["active", "retired"]


class Observation(Record):
    """Something that recent facts show together. It is derived text: it states nothing and changes no fact.

    `retired`: too few of the facts that supported it are left. `consolidated`: facts that fade and say much the same, told
    together. `emotional_trend`: how the emotion of the messages that mention an entity has changed. The emotion of a message
    is that of its speaker, not of whom it mentions; the messages support it, and no facts do.
    """

    id: str
    kind: ObservationKind
    title: str
    text: str
    confidence: Share
    importance: Share
    status: ObservationStatus
    fact_ids: tuple[FactId, ...] = Field(description="The facts that support it")
    episode_ids: tuple[str, ...] = Field(
        (), description="The episodes from which these were drawn; those that an emotional trend compares"
    )
    entity_ids: tuple[EntityId, ...] = Field((), description="The entity that an emotional trend is about")
    first_seen_at: Time
    last_seen_at: Time
    times_seen: int = Field(1, description="How many runs of upkeep found it with other support")


class Cluster(Record):
    """A topic: entities that facts join with each other more than with others, and the facts about them.

    It is derived text: it states nothing and changes no fact. `level` 0 is a whole topic; 1 is a part of a large one, which
    `parent_id` names.
    """

    id: str
    title: str
    summary: str
    level: int
    parent_id: str | None = None
    entity_ids: tuple[EntityId, ...] = Field(description="The most connected first; at most 20 in a list, 1,000 alone")
    fact_ids: tuple[FactId, ...] = Field(description="The most important first; at most 20 in a list, 1,000 alone")
    entity_count: int
    fact_count: int
    refreshed_at: Time = Field(description="When title and summary were written")
    stale: bool = Field(description="Whether a fact that the summary tells has changed since, or no longer holds")
