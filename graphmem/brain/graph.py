"""The graph around an entity or a fact: neighbours, paths, and what depends on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from graphmem.curation.invalidate import changes_of
from graphmem.engine import BrainSubject
from graphmem.explore.call_grammar import read_call
from graphmem.explore.calls import call, cypher
from graphmem.explore.dependents import dependents
from graphmem.explore.explorer import Explorer
from graphmem.explore.fact_support import fact_support, facts_by_ids
from graphmem.explore.walker import Walker
from graphmem.graph.pagination import checked_limit
from graphmem.graph.row_mapping import fact_of
from graphmem.ingest.supplied_facts import rehearse_fact
from graphmem_contract.changes import Changes
from graphmem_contract.errors import InvalidInput
from graphmem_contract.history import Dependents, FactSupport
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Neighbour
from graphmem_contract.records import Fact, SuppliedFact
from graphmem_contract.reports import CallResult, Route
from graphmem_contract.validation import Moment, moment, supplied_fact


class Graph(BrainSubject):
    """Walks over the graph of a brain (docs/time.md, R7, R12 to R16)."""

    __slots__ = ()

    async def neighbours(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Literal["out", "in", "both"] = "both",
        events: bool = True,
    ) -> tuple[Neighbour, ...]:
        """The neighbourhood of an entity, by breadth-first search, never through values. Raises NotFound.

        Args:
            events: without `valid_at`, also by way of what has happened.
        """
        return await Walker(self.engine.store, self.brain).neighbours(
            ref,
            hops=hops,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            limit=limit,
            direction=direction,
            events=events,
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
        events: bool = True,
    ) -> Page[Neighbour]:
        """`neighbours` by pages, at most 5,000 over all pages; at most 1,000 edges of an entity are read in each direction.

        Raises:
            NotFound: no such entity. InvalidInput: hops, limit or cursor is not usable.
        """
        moments = {"valid_at": moment(valid_at, "valid_at"), "known_at": moment(known_at, "known_at")}
        return await Walker(self.engine.store, self.brain).neighbours_page(
            ref, hops, **moments, limit=limit, direction=direction, cursor=cursor, events=events
        )

    async def path(
        self,
        start: str,
        end: str,
        *,
        hops: int = 4,
        valid_at: Moment = None,
        known_at: Moment = None,
        events: bool = True,
    ) -> tuple[Route, ...]:
        """The shortest paths between two entities, at most ten. Raises NotFound, InvalidInput."""
        return await Walker(self.engine.store, self.brain).path(
            start,
            end,
            hops=hops,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            events=events,
        )

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]:
        """The facts of an entity that held at a moment, as believed at another; `Entities.facts` has pages. Raises NotFound."""
        found = await Explorer(self.engine.store, self.brain).as_of(
            ref, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at")
        )
        return tuple(found)

    async def facts_by_ids(self, ids: Iterable[str]) -> dict[str, Fact]:
        """Facts by their ids, also closed and corrected ones. An unknown id is left out."""
        return await facts_by_ids(self.engine.store, self.brain, ids)

    async def support(self, fact_id: str) -> FactSupport:
        """What a fact rests on, and what rests on it. Raises NotFound."""
        return await fact_support(self.engine.store, self.brain, fact_id)

    async def dependents(self, fact_id: str) -> Dependents:
        """What rests on a fact by evidence or a condition, and what waits for it, to any depth, as a graph. Raises NotFound."""
        return await dependents(self.engine.store, self.brain, fact_id)

    async def waiting(self, entity: str | None = None, *, limit: int = 50) -> tuple[Fact, ...]:
        """The facts that wait for a change and do not hold yet, those said last first.

        Args:
            entity: only those with this entity at either end; an id, key, name or alias.

        Raises:
            NotFound: no such entity. InvalidInput: limit is not 1 to 1000.
        """
        most, store = checked_limit(limit), self.engine.store
        id_ = None if entity is None else (await Explorer(store, self.brain).entity(entity)).id
        rows = await store.read("explore/waiting_of_entity", brain=self.brain, entity=id_, limit=most)
        ids = [row["id"] for row in rows]
        facts = await store.read("explore/waiting_facts", brain=self.brain, ids=ids) if ids else []
        now = datetime.now(UTC)
        return tuple(fact_of(row["row"], now) for row in facts)

    async def rehearse(self, fact: SuppliedFact | None = None, **fields: Any) -> Changes:
        """Report what adding a fact would change: all that would begin and end, over evidence and conditions; nothing is stored.

        Args:
            fact: as for `Brain.add_fact`, or its fields. The ids of facts that would be new are those of this rehearsal only.

        Raises:
            InvalidInput: the fact could not be added.
        """
        wanted = fact or supplied_fact(fields)
        id_, done = await rehearse_fact(self.engine, self.brain, wanted, await self._settings())
        return changes_of(done.settled, done.recorded_at, id_)

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
            return await cypher(engine.store, self.brain, text, parameters or {})
        embed, least = engine.models.embedder.embed, engine.settings.min_confidence
        return await call(engine.store, self.brain, procedure, parameters or {}, embed, least)
