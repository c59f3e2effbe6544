"""Reads of entities and of the graph around them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from graphmem.contract.brains import DayCounts, Overview, QueueState
from graphmem.contract.contradictions import Overturned
from graphmem.contract.history import ChangeMoments, EntityHistory, FactDifference, SimilarEntity
from graphmem.contract.pagination import Page
from graphmem.contract.reads import Neighbour, Stats
from graphmem.contract.records import Entity, Fact
from graphmem.contract.validation import Moment, moment
from graphmem.engine import Engine
from graphmem.errors import InvalidInput
from graphmem.explore.call_grammar import read_call
from graphmem.explore.calls import CallResult, call, cypher
from graphmem.explore.contradictions import overturned
from graphmem.explore.differences import BothClocks, differences
from graphmem.explore.explorer import Explorer, Route
from graphmem.explore.likely_duplicates import similar_entities
from graphmem.explore.moments import change_moments
from graphmem.explore.overview import activity, overview, queue_state


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

    async def similar_entities(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntity, ...]:
        """Entities that may be the same, by the names of both, best first; none is merged. Raises NotFound."""
        return await similar_entities(self.engine.store, self.name, ref, limit=limit)

    async def entity_history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """The history of an entity in system time: versions of facts, names, merges, newest first."""
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
        """Facts with an entity at either end, or (`named`) in the sentence only. Raises NotFound."""
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
        """The neighbourhood of an entity, by breadth-first search, never through values. Raises NotFound."""
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
        """`neighbours` by pages, at most 5,000 over all pages; at most 1,000 edges of an entity are read in each direction.

        Raises:
            NotFound: no such entity. InvalidInput: hops, limit or cursor is not usable.
        """
        moments = {"valid_at": moment(valid_at, "valid_at"), "known_at": moment(known_at, "known_at")}
        return await self._explorer.neighbours_page(
            ref, hops, **moments, limit=limit, direction=direction, cursor=cursor
        )

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]:
        """The facts of an entity that held at a moment, as believed at another; `entity_facts` has pages. Raises NotFound."""
        found = await self._explorer.as_of(
            ref, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )
        return tuple(found)

    async def path(
        self, start: str, end: str, *, hops: int = 4, valid_at: Moment = None, known_at: Moment = None
    ) -> tuple[Route, ...]:
        """The shortest paths between two entities, at most ten. Raises NotFound, InvalidInput."""
        return await self._explorer.path(
            start, end, hops=hops, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )

    async def stats(self) -> Stats:
        """Counts of this brain."""
        return await self._explorer.stats()

    async def overview(self, *, days: int = 30) -> Overview:
        """Counts, the last days (UTC), newest contradictions and failures, most connected entities. Raises InvalidInput."""
        return await overview(self.engine.store, self.name, days)

    async def activity(self, *, days: int = 30) -> tuple[DayCounts, ...]:
        """What was recorded on each of the last days (UTC), oldest first. Raises InvalidInput: days is not 1 to 366."""
        return await activity(self.engine.store, self.name, days)

    async def queue(self) -> QueueState:
        """How many episodes wait for extraction, are being extracted, and failed in the queue."""
        return await queue_state(self.engine.store, self.name)

    async def contradictions(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Overturned]:
        """Facts that a later value or a contradiction ended, most recently recorded first. Raises InvalidInput.

        Args:
            accepted: only those that a person accepted (True), or that are open (False).
        """
        return await overturned(self.engine.store, self.name, accepted=accepted, limit=limit, cursor=cursor)

    async def change_moments(self, *, known_at: Moment = None, limit: int = 200) -> ChangeMoments:
        """The moments at which facts changed, earliest first: at most `limit` of each clock. More of them are grouped.

        Args:
            known_at: valid times are those of the facts that were believed then; default the latest.

        Raises:
            InvalidInput: known_at is no time, or limit is not 1 to 1000.
        """
        known = moment(known_at, "known_at")
        return await change_moments(self.engine.store, self.name, known_at=known, limit=limit)

    async def differences(
        self,
        *,
        from_valid_at: Moment = None,
        from_known_at: Moment = None,
        to_valid_at: Moment = None,
        to_known_at: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[FactDifference]:
        """Facts that differ between two moments, most recently recorded first.

        A valid time that is left out is now; a system time that is left out is the latest state.

        Raises:
            InvalidInput: a moment is no time, limit is not 1 to 1000, or the cursor is invalid.
        """
        now = datetime.now(UTC)
        first, second = (
            BothClocks(moment(valid_at, f"{end}_valid_at") or now, moment(known_at, f"{end}_known_at"))
            for end, valid_at, known_at in (("from", from_valid_at, from_known_at), ("to", to_valid_at, to_known_at))
        )
        return await differences(self.engine.store, self.name, first, second, limit=limit, cursor=cursor)

    async def ontology(self) -> dict[str, Any]:
        """The entity and relation types of this brain, seeded and learnt."""
        return await self._explorer.ontology()

    async def call(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, any_cypher: bool = False
    ) -> CallResult:
        """Run `CALL graphmem.<procedure>(…) YIELD … RETURN …` with a reading procedure on this brain.

        Args:
            parameters: values of the `$names` in the text. `$brain` is bound; `$embedding` defaults to the question's vector.
            any_cypher: also run any other statement that reads; it can read every brain.

        Raises:
            InvalidInput: the text is not such a call or statement, or an argument is not usable.
            NotFound: there is no such brain, or it has no such entity or fact.
            ModelError: the question cannot be embedded. DatabaseTimeout: the call takes more than 30 seconds.
        """
        engine = self.engine
        try:
            procedure = read_call(text)
        except InvalidInput:
            if not any_cypher:
                raise
            return await cypher(engine.store, self.name, text, parameters or {})
        embed, least = engine.models.embedder.embed, engine.settings.min_confidence
        return await call(engine.store, self.name, procedure, parameters or {}, embed, least)
