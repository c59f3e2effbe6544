"""Reads of entities and of the graph around them."""

# Derived by clients/python/scripts/generate.py from _async/brain_explore.py.

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from graphmem_client._sync.part import BrainPart
from graphmem_client.answers import OBJECT
from graphmem_client.calls import Call, json_bytes, segment, time_text
from graphmem_client.contract.brains import DayCounts, Overview, QueueState
from graphmem_client.contract.contradictions import Overturned
from graphmem_client.contract.history import ChangeMoments, EntityHistory, FactDifference, SimilarEntity
from graphmem_client.contract.pagination import Page
from graphmem_client.contract.reads import Neighbour, Stats
from graphmem_client.contract.records import Entity, Fact
from graphmem_client.contract.reports import CallResult, Route
from graphmem_client.contract.service import (
    ContradictionPage,
    DifferencePage,
    EntityPage,
    FactPage,
    NeighbourList,
    PathList,
    SimilarEntities,
)
from graphmem_client.contract.validation import Moment

LARGEST_PAGE = 1000


class BrainExplore(BrainPart):
    """The part of `ClientBrainSync` that reads entities, their neighbourhood, and counts."""

    __slots__ = ()

    def entities(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Entity]:
        """Entities, newest recorded first; `query` finds by name or alias."""
        page = self._get("listEntities", "/entities", EntityPage, query=query, type=type, limit=limit, cursor=cursor)
        return Page(page.entities, page.next_cursor)

    def entity(self, ref: str, *, known_at: Moment = None) -> Entity:
        """One entity by id, key, name or alias, as it was known at a time; default the latest. Raises NotFound."""
        known = time_text(known_at, "known_at")
        return self._get("getEntity", f"/entities/{segment(ref)}", Entity, known_at=known)

    def entity_history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory:
        """The history of an entity in system time: versions of facts, names, merges, newest first."""
        known = time_text(known_at, "known_at")
        rest = f"/entities/{segment(ref)}/history"
        return self._get("getEntityHistory", rest, EntityHistory, known_at=known, limit=limit, cursor=cursor)

    def entity_facts(
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
        page = self._get(
            "listEntityFacts",
            f"/entities/{segment(ref)}/facts",
            FactPage,
            valid_at=time_text(valid_at, "valid_at"),
            known_at=time_text(known_at, "known_at"),
            include_closed=include_closed,
            limit=limit,
            cursor=cursor,
            named=named,
        )
        return Page(page.facts, page.next_cursor)

    def neighbours(
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
        page = self.neighbours_page(
            ref, hops=hops, valid_at=valid_at, known_at=known_at, limit=limit, direction=direction
        )
        return page.items

    def neighbours_page(
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
        page = self._get(
            "listNeighbours",
            f"/entities/{segment(ref)}/neighbours",
            NeighbourList,
            hops=hops,
            valid_at=time_text(valid_at, "valid_at"),
            known_at=time_text(known_at, "known_at"),
            limit=limit,
            cursor=cursor,
            direction=direction,
        )
        return Page(page.neighbours, page.next_cursor)

    def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]:
        """The facts of an entity that held at a moment, as believed at another; `entity_facts` has pages. Raises NotFound.

        The client reads all pages of `entity_facts` and puts the latest start first.
        """
        found: list[Fact] = []
        cursor: str | None = None
        while True:
            page = self.entity_facts(
                ref, valid_at=valid_at, known_at=known_at, limit=LARGEST_PAGE, cursor=cursor, named=False
            )
            found += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        always = datetime.min.replace(tzinfo=UTC)
        found.sort(key=lambda fact: fact.id)
        found.sort(key=lambda fact: fact.valid_from or always, reverse=True)
        return tuple(found)

    def path(
        self, start: str, end: str, *, hops: int = 4, valid_at: Moment = None, known_at: Moment = None
    ) -> tuple[Route, ...]:
        """The shortest paths between two entities, at most ten. Raises NotFound, InvalidInput."""
        moments = {"valid_at": time_text(valid_at, "valid_at"), "known_at": time_text(known_at, "known_at")}
        rest = f"/entities/{segment(start)}/paths"
        return (self._get("findPaths", rest, PathList, to=end, hops=hops, **moments)).paths

    def similar_entities(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntity, ...]:
        """Entities that may be the same, by the names of both, best first; none is merged. Raises NotFound."""
        rest = f"/entities/{segment(ref)}/similar"
        return (self._get("listSimilarEntities", rest, SimilarEntities, limit=limit)).similar

    def overview(self, *, days: int = 30) -> Overview:
        """Counts, the last days (UTC), newest contradictions and failures, most connected entities. Raises InvalidInput."""
        return self._get("getOverview", "/overview", Overview, days=days)

    def activity(self, *, days: int = 30) -> tuple[DayCounts, ...]:
        """What was recorded on each of the last days (UTC), oldest first. Raises InvalidInput: days is not 1 to 366.

        The client takes it from `overview`.
        """
        return (self.overview(days=days)).days

    def queue(self) -> QueueState:
        """How many episodes wait for extraction, are being extracted, and failed in the queue."""
        return self._get("getQueue", "/queue", QueueState)

    def contradictions(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Overturned]:
        """Facts that a later value or a contradiction ended, most recently recorded first. Raises InvalidInput.

        Args:
            accepted: only those that a person accepted (True), or that are open (False).
        """
        asked = {"accepted": accepted, "limit": limit, "cursor": cursor}
        page = self._get("listContradictions", "/contradictions", ContradictionPage, **asked)
        return Page(page.contradictions, page.next_cursor)

    def change_moments(self, *, known_at: Moment = None, limit: int = 200) -> ChangeMoments:
        """The moments at which facts changed, earliest first: at most `limit` of each clock. More of them are grouped.

        Args:
            known_at: valid times are those of the facts that were believed then; default the latest.

        Raises:
            InvalidInput: known_at is no time, or limit is not 1 to 1000.
        """
        known = time_text(known_at, "known_at")
        return self._get("getChangeMoments", "/moments", ChangeMoments, known_at=known, limit=limit)

    def differences(
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
        page = self._get(
            "listDifferences",
            "/differences",
            DifferencePage,
            from_valid_at=time_text(from_valid_at, "from_valid_at"),
            from_known_at=time_text(from_known_at, "from_known_at"),
            to_valid_at=time_text(to_valid_at, "to_valid_at"),
            to_known_at=time_text(to_known_at, "to_known_at"),
            limit=limit,
            cursor=cursor,
        )
        return Page(page.differences, page.next_cursor)

    def stats(self) -> Stats:
        """Counts of this brain."""
        return self._get("getStats", "/stats", Stats)

    def ontology(self) -> dict[str, Any]:
        """The entity and relation types of this brain, seeded and learnt."""
        return (self._service.reply(Call("getOntology", "GET", self._at("/ontology")))).value(OBJECT)

    def call(self, text: str, parameters: Mapping[str, Any] | None = None, *, any_cypher: bool = False) -> CallResult:
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
        return (self._service.reply(call)).record(CallResult)
