"""Histories of entities and facts over system time, the same in Python and REST."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from graphmem_contract.records import (
    Entity,
    EntityId,
    Fact,
    FactId,
    Record,
    ResolvedEntity,
    StatedCondition,
    Time,
    TokensUsed,
    WrittenFact,
)


class NameSpan(Record):
    """A name or an alias of an entity over system time.

    `recorded_at` and `expired_at` bound the span; `expired_at` null = the name is still in use.
    """

    name: str
    kind: Literal["name", "alias"]
    recorded_at: Time | None
    expired_at: Time | None


class MergeSpan(Record):
    """One merge of an entity into another. `expired_at` null = the merge still stands."""

    merge_id: str
    entity_id: EntityId
    entity: str
    into_id: EntityId
    into: str
    recorded_at: Time
    expired_at: Time | None


class EntityHistory(Record):
    """An entity over system time: versions of its facts, its names and its merges, each list newest first."""

    entity: Entity
    facts: tuple[Fact, ...]
    names: tuple[NameSpan, ...]
    merges: tuple[MergeSpan, ...]
    next_cursor: str | None = None


class FactHistory(Record):
    """History of a fact: its versions, oldest first, its statements, and what closed it."""

    fact: Fact
    versions: tuple[Fact, ...]
    statements: tuple[dict[str, Any], ...]
    next_cursor: str | None = None


class SimilarEntity(Record):
    """An entity that may be the same as another one.

    `score`: similarity of their best names, from 0 to 1; `reason`: what makes them similar or tells them apart.
    """

    entity: Entity
    score: float
    reason: str


class FactSupport(Record):
    """What a fact rests on, and what rests on it.

    `evidence`: sets of facts as they are now; the fact holds while all facts of one set hold. An id that is no longer believed is
    left out. `dependents`: the facts that have it in their evidence, those that ended too.
    """

    fact: Fact
    evidence: tuple[tuple[Fact, ...], ...]
    dependents: tuple[Fact, ...]


def words_of(condition: StatedCondition) -> str:
    """Return a condition in words: "as long as chef of Kitchen is Piet", "if chef of Kitchen changes"."""
    role, value = f"{condition.relation.replace('_', ' ')} of {condition.subject}", condition.object
    if condition.event is None:
        return f"as long as {role} is {value}" if value else f"as long as {role} stays the same"
    if value is None:
        return f"if {role} {condition.event}"
    return {
        "begins": f"once {role} is {value}",
        "ends": f"once {role} is no longer {value}",
        "changes": f"once {role} begins or ceases to be {value}",
    }[condition.event]


class Dependency(Record):
    """A link of one fact to another.

    `evidence`: the dependent names the ground in its evidence. `holds_while`: it holds while the ground does. `starts_when`: it
    waits for a change of the ground, or has begun with it. `condition`: the condition as it was said. `depth`: steps from the
    fact that was asked for.
    """

    dependent: FactId
    ground: FactId
    kind: Literal["evidence", "holds_while", "starts_when"]
    depth: int
    condition: StatedCondition | None = None


class Dependents(Record):
    """All that rests on a fact or waits for it, over any number of steps, as a graph.

    `nodes`: the fact itself, then the others, nearest first, as they are now; one that waits has the status `waiting`.
    `truncated`: there is more.
    """

    fact: Fact
    nodes: tuple[Fact, ...]
    edges: tuple[Dependency, ...]
    truncated: bool = False


Effect = Literal["added", "ended", "updated", "confirmed", "removed", "skipped"]


class FactEffect(Record):
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


class EpisodeChanges(Record):
    """What an episode changed, as its commit reported it. `recorded_at` null = it is not extracted, or nothing was committed."""

    episode_id: str
    recorded_at: Time | None = None
    effects: tuple[FactEffect, ...] = ()
    entities: tuple[ResolvedEntity, ...] = ()
    warnings: tuple[str, ...] = ()
    duration_ms: float = 0.0
    tokens_used: TokensUsed = TokensUsed()


class ChangeMoment(Record):
    """A moment at which something changed, or a group of consecutive ones.

    `at` is the last moment of the group: what is read as of it includes every change of the group.
    """

    at: Time
    changes: int = Field(description="How many facts began or ended, or versions were recorded or given up")
    moments: int = Field(description="How many moments the group has; 1 = this moment alone")


class ChangeMoments(Record):
    """The moments at which a brain changed, earliest first, by clock.

    Each list has at most the requested number of items. If there are more moments, consecutive ones are grouped, each group with
    equally many moments.
    """

    valid: tuple[ChangeMoment, ...] = Field(description="Valid time: a fact began or ended, as believed at `known_at`")
    system: tuple[ChangeMoment, ...] = Field(description="System time: a version of a fact was recorded or given up")


Contrast = Literal["began", "ended", "changed", "believed"]


class FactDifference(Record):
    """How one fact differs between two moments. A moment is a pair of valid time and system time.

    `before` is the version that holds at the first moment, `after` that of the second; null = it does not hold then.

    - `began`, `ended`: it holds at one moment only. Its period begins or ends between the two valid times.
    - `changed`: it holds at both moments, in versions that differ.
    - `believed`: its period has both valid times, but it was believed at one of the two system times only.
    """

    contrast: Contrast
    before: Fact | None
    after: Fact | None
