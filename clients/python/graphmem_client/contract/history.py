"""Histories of entities and facts."""

# Copied by clients/python/scripts/generate.py from
# graphmem/contract/history.py

from __future__ import annotations

from typing import Any, Literal

from graphmem_client.contract.records import (
    Entity,
    EntityId,
    Fact,
    ResolvedEntity,
    ServiceRecord,
    Time,
    TokensUsed,
    WrittenFact,
)


class NameSpan(ServiceRecord):
    """A name or an alias of an entity over system time.

    `recorded_at` and `expired_at` bound the span; `expired_at` null = the name is still in use.
    """

    name: str
    kind: Literal["name", "alias"]
    recorded_at: Time | None
    expired_at: Time | None


class MergeSpan(ServiceRecord):
    """One merge of an entity into another. `expired_at` null = the merge still stands."""

    merge_id: str
    entity_id: EntityId
    entity: str
    into_id: EntityId
    into: str
    recorded_at: Time
    expired_at: Time | None


class EntityHistory(ServiceRecord):
    """An entity over system time: versions of its facts, its names and its merges, each list newest first."""

    entity: Entity
    facts: tuple[Fact, ...]
    names: tuple[NameSpan, ...]
    merges: tuple[MergeSpan, ...]
    next_cursor: str | None = None


class FactHistory(ServiceRecord):
    """History of a fact: its versions, oldest first, its statements, and what closed it."""

    fact: Fact
    versions: tuple[Fact, ...]
    statements: tuple[dict[str, Any], ...]
    next_cursor: str | None = None


class SimilarEntity(ServiceRecord):
    """An entity that may be the same as another one.

    `score`: similarity of their best names, from 0 to 1; `reason`: what makes them similar or tells them apart.
    """

    entity: Entity
    score: float
    reason: str


class FactSupport(ServiceRecord):
    """What a fact rests on, and what rests on it.

    `evidence`: sets of facts as they are now; the fact holds while all facts of one set hold. An id that is no longer believed is
    left out. `dependents`: the facts that have it in their evidence, those that ended too.
    """

    fact: Fact
    evidence: tuple[tuple[Fact, ...], ...]
    dependents: tuple[Fact, ...]


Effect = Literal["added", "ended", "updated", "confirmed", "removed", "skipped"]


class FactEffect(ServiceRecord):
    """What an episode did to one fact.

    `before` is the version that was believed until then, `after` the one that was believed from then on, `fact` what is believed
    now. Each is null where there is none: a new fact has no `before`, a confirmed one neither `before` nor `after`, and what was
    skipped has no fact, only the `claim` and the `reason`. `matched`: the fact that a skipped claim repeats.
    """

    effect: Effect
    reason: str | None
    claim: WrittenFact
    before: Fact | None = None
    after: Fact | None = None
    fact: Fact | None = None
    matched: Fact | None = None


class EpisodeChanges(ServiceRecord):
    """What an episode changed, as its commit reported it. `recorded_at` null = it is not extracted, or nothing was committed."""

    episode_id: str
    recorded_at: Time | None = None
    effects: tuple[FactEffect, ...] = ()
    entities: tuple[ResolvedEntity, ...] = ()
    warnings: tuple[str, ...] = ()
    duration_ms: float = 0.0
    tokens_used: TokensUsed = TokensUsed()
