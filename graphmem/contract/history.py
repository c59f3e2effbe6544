"""Histories of entities and facts over system time, the same in Python and REST."""

from __future__ import annotations

from typing import Any, Literal

from graphmem.contract.records import Entity, EntityId, Fact, Record, Time


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
