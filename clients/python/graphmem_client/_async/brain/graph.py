"""The graph around an entity or a fact: neighbours, paths, and what depends on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

from graphmem_client._async.brain.entities import Entities
from graphmem_client._async.brain.subject import BrainSubject
from graphmem_client.calls import Call, json_bytes, segment, time_text
from graphmem_client.groups import in_groups
from graphmem_contract.changes import Changes
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.history import Dependents, FactSupport
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Neighbour
from graphmem_contract.records import Fact, SuppliedFact
from graphmem_contract.reports import CallResult, Route
from graphmem_contract.service import FactPage, NeighbourList, PathList
from graphmem_contract.validation import Moment, supplied_fact

LARGEST_PAGE = 1000


class Graph(BrainSubject):
    """Walks over the graph of a brain."""

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
        page = await self.neighbours_page(
            ref, hops=hops, valid_at=valid_at, known_at=known_at, limit=limit, direction=direction, events=events
        )
        return page.items

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
        page = await self._get(
            "listNeighbours",
            f"/entities/{segment(ref)}/neighbours",
            NeighbourList,
            hops=hops,
            valid_at=time_text(valid_at, "valid_at"),
            known_at=time_text(known_at, "known_at"),
            limit=limit,
            cursor=cursor,
            direction=direction,
            events=events,
        )
        return Page(page.neighbours, page.next_cursor)

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
        moments = {"valid_at": time_text(valid_at, "valid_at"), "known_at": time_text(known_at, "known_at")}
        rest = f"/entities/{segment(start)}/paths"
        return (await self._get("findPaths", rest, PathList, to=end, hops=hops, events=events, **moments)).paths

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]:
        """The facts of an entity that held at a moment, as believed at another; `Entities.facts` has pages. Raises NotFound.

        The client reads all pages of `Entities.facts` and puts the latest start first.
        """
        entities, found = Entities(self._service, self._name), list[Fact]()
        cursor: str | None = None
        while True:
            page = await entities.facts(
                ref, valid_at=valid_at, known_at=known_at, limit=LARGEST_PAGE, cursor=cursor, named=False, events=False
            )
            found += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        always = datetime.min.replace(tzinfo=UTC)
        found.sort(key=lambda fact: fact.id)
        found.sort(key=lambda fact: fact.valid_from or always, reverse=True)
        return tuple(found)

    async def facts_by_ids(self, ids: Iterable[str]) -> dict[str, Fact]:
        """Facts by their ids, also closed and corrected ones. An unknown id is left out. The client reads a few at once."""
        wanted = list(dict.fromkeys(ids))
        found = await in_groups([partial(self._fact_or_none, one) for one in wanted])
        return {id_: fact for id_, fact in zip(wanted, found, strict=True) if fact is not None}

    async def support(self, fact_id: str) -> FactSupport:
        """What a fact rests on, and what rests on it. Raises NotFound."""
        return await self._get("getFactSupport", f"/facts/{segment(fact_id)}/support", FactSupport)

    async def dependents(self, fact_id: str) -> Dependents:
        """What rests on a fact by evidence or a condition, and what waits for it, to any depth, as a graph. Raises NotFound."""
        return await self._get("getFactDependents", f"/facts/{segment(fact_id)}/dependents", Dependents)

    async def waiting(self, entity: str | None = None, *, limit: int = 50) -> tuple[Fact, ...]:
        """The facts that wait for a change and do not hold yet, those said last first.

        Args:
            entity: only those with this entity at either end; an id, key, name or alias.

        Raises:
            NotFound: no such entity. InvalidInput: limit is not 1 to 1000.
        """
        return (await self._get("listWaitingFacts", "/facts:waiting", FactPage, entity=entity, limit=limit)).facts

    async def rehearse(self, fact: SuppliedFact | None = None, **fields: Any) -> Changes:
        """Report what adding a fact would change: all that would begin and end, over evidence and conditions; nothing is stored.

        Args:
            fact: as for `add_fact`, or its fields. The ids of facts that would be new are those of this rehearsal only.

        Raises:
            InvalidInput: the fact could not be added.
        """
        stated = (fact or supplied_fact(fields)).model_dump(mode="json", exclude_unset=True)
        return (await self._write("rehearseFact", "/facts:rehearse", json_bytes(stated), dry_run=True)).record(Changes)

    async def call(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, any_cypher: bool = False
    ) -> CallResult:
        """Run `CALL graphmem.<procedure>(…) YIELD … RETURN …` with a reading procedure on this brain.

        Args:
            parameters: values of the `$names` in the text. `$brain` is bound; `$embedding` defaults to the question's vector.
            any_cypher: also run any other statement that reads. The key needs `admin` in all brains.

        Raises:
            InvalidInput: the text is not such a call or statement, or an argument is not usable.
            ModelError: the question cannot be embedded. DatabaseTimeout: the call takes more than 30 seconds.
        """
        asked = {"call": text, "parameters": parameters or {}, "any_cypher": any_cypher}
        call = Call("call", "POST", self._at("/call"), content=json_bytes(asked, "parameters"))
        return (await self._service.reply(call)).record(CallResult)

    async def _fact_or_none(self, fact_id: str) -> Fact | None:
        try:
            return await self._get("getFact", f"/facts/{segment(fact_id)}", Fact)
        except (InvalidInput, NotFound):
            return None
