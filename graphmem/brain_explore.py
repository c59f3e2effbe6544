"""Reads of entities and of the graph around them."""

from __future__ import annotations

from typing import Any, Literal

from graphmem.contract.pagination import Page
from graphmem.contract.records import Entity, EntityHistory, Fact, Neighbour, Stats
from graphmem.contract.validation import Moment, moment
from graphmem.engine import Engine
from graphmem.explore.explorer import Explorer, Route


class BrainExplore:
    """The part of `Brain` that reads entities, their neighbourhood, and counts."""

    __slots__ = ()

    engine: Engine
    name: str

    @property
    def _explorer(self) -> Explorer:
        return Explorer(self.engine.store, self.name)

    async def entities(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Entities, newest recorded first; `query` finds by name or alias."""
        return await self._explorer.entities(query=query, type_=type, limit=limit, cursor=cursor)

    async def entity(self, ref: str, *, known_at: Moment = None) -> Entity:
        """One entity by id, key, name or alias, as it was known at a time; default the latest. Raises NotFound."""
        known = moment(known_at, "known_at")
        return await (self._explorer.entity_then(ref, known) if known else self._explorer.entity(ref))

    async def entity_history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """What was believed of an entity over system time: versions of facts, names, merges, newest first."""
        known = moment(known_at, "known_at")
        return await self._explorer.entity_history(ref, known_at=known, limit=limit, cursor=cursor)

    async def entity_facts(
        self,
        ref: str,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        named: bool = True,
    ) -> Page[Fact]:
        """Facts in which an entity stands at either end, or (`named`) in the sentence only. Raises NotFound."""
        return await self._explorer.entity_facts(
            ref,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            include_closed=include_closed,
            limit=limit,
            cursor=cursor,
            named=named,
        )

    async def neighbours(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Literal["out", "in", "both"] = "both",
    ) -> tuple[Neighbour, ...]:
        """What stands around an entity, by breadth-first search, never through values. Raises NotFound."""
        return await self._explorer.neighbours(
            ref,
            hops=hops,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            limit=limit,
            direction=direction,
        )

    async def neighbours_page(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Literal["out", "in", "both"] = "both",
        cursor: str | None = None,
    ) -> Page[Neighbour]:
        """`neighbours`, a page at a time, 5,000 over all pages; at most a thousand edges of an entity are read each way.

        Raises:
            NotFound, InvalidInput: as there.
        """
        moments = {"valid_at": moment(valid_at, "valid_at"), "known_at": moment(known_at, "known_at")}
        return await self._explorer.neighbours_page(
            ref, hops, **moments, limit=limit, direction=direction, cursor=cursor
        )

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]:
        """What held for an entity at a moment, as believed at another; by pages: `entity_facts`. Raises NotFound."""
        found = await self._explorer.as_of(
            ref, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )
        return tuple(found)

    async def path(
        self, start: str, end: str, *, hops: int = 4, valid_at: Moment = None, known_at: Moment = None
    ) -> tuple[Route, ...]:
        """How two entities hang together: the shortest ways, ten at most. Raises NotFound, InvalidInput."""
        return await self._explorer.path(
            start, end, hops=hops, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )

    async def stats(self) -> Stats:
        """Counts of this brain."""
        return await self._explorer.stats()

    async def ontology(self) -> dict[str, Any]:
        """The entity and relation types of this brain, seeded and learnt."""
        return await self._explorer.ontology()
