"""`Walker`: the neighbourhood of an entity and the paths between two, on both clocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from graphmem.explore.explorer import Explorer
from graphmem.graph.pagination import PageStep, checked_limit, page_step
from graphmem.graph.row_mapping import entity_then, fact_of, name_then
from graphmem.graph.time_parameters import asked
from graphmem.graph.transaction import Row
from graphmem_contract.errors import InvalidInput
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Neighbour
from graphmem_contract.reports import Route

Direction = Literal["out", "in", "both"]
MOST_HOPS = 4
MOST_PATH_HOPS = 6
MOST_WALKED = 5000
"""Maximum number of facts that all pages of a walk return together."""


@dataclass(frozen=True, slots=True)
class Walker(Explorer):
    """Walks over the facts of one brain. Errors are those of `Explorer`."""

    async def neighbours(
        self,
        ref: str,
        hops: int = 1,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 50,
        direction: Direction = "both",
        events: bool = True,
    ) -> tuple[Neighbour, ...]:
        """Return the neighbourhood of an entity, nearest first. The walk does not pass through values.

        Args:
            hops: 1 to 4.
            direction: "out" follows facts from subject to object, "in" from object to subject, "both" follows either.
            limit: maximum number of facts. A hub on the path gives only its 50 best facts.
            events: as in `facts`.

        Raises:
            NotFound: the entity does not exist. InvalidInput: hops, limit or direction is invalid.
        """
        told = events and valid_at is None
        return await self._walk(ref, hops, valid_at, known_at, checked_limit(limit), direction, events=told)

    async def neighbours_page(
        self,
        ref: str,
        hops: int = 1,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 50,
        direction: Direction = "both",
        cursor: str | None = None,
        events: bool = True,
    ) -> Page[Neighbour]:
        """Return `neighbours` in pages, 5,000 facts in total. All pages show the moment of the first one.

        Raises:
            NotFound: the entity does not exist. InvalidInput: hops, limit, direction or the cursor is invalid.
        """
        step = (
            page_step(cursor)
            if cursor
            else PageStep(0, valid_at or datetime.now(UTC), known_at, events=events and valid_at is None)
        )
        end = min(step.offset + checked_limit(limit), MOST_WALKED)
        found = await self._walk(ref, hops, step.valid_at, step.known_at, end + 1, direction, events=step.events)
        more = len(found) > end < MOST_WALKED
        return Page(found[step.offset : end], replace(step, offset=end).text() if more else None)

    async def _walk(
        self,
        ref: str,
        hops: int,
        valid_at: datetime | None,
        known_at: datetime | None,
        most: int,
        direction: Direction,
        *,
        events: bool,
    ) -> tuple[Neighbour, ...]:
        if not 1 <= hops <= MOST_HOPS:
            raise InvalidInput(f"hops is 1 to {MOST_HOPS}.", field="hops")
        if direction not in ("out", "in", "both"):
            raise InvalidInput("direction is out, in or both.", field="direction")
        entity = await self.entity(ref, known_at)
        rows = await self.store.read(
            "explore/neighbours",
            brain=self.brain,
            start=[entity.id],
            hops=hops,
            validAt=asked(valid_at),
            knownAt=asked(known_at),
            limit=most,
            direction=direction,
            events=events,
        )
        now = datetime.now(UTC)
        return tuple(
            Neighbour(
                fact=fact_of(row["row"], now, known_at),
                entity=entity_then(row["entity"], known_at) if row["entity"] else None,
                hops=row["hops"],
                path=tuple(_step_name(step, known_at) for step in row["path"]),
            )
            for row in rows
        )

    async def path(
        self,
        from_: str,
        to: str,
        hops: int = 4,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        events: bool = True,
    ) -> tuple[Route, ...]:
        """Return the shortest paths between two entities, ten at most. Empty where there is none within `hops` (1 to 6).

        Raises:
            NotFound: one of the entities does not exist. InvalidInput: hops is out of range.
        """
        if not 1 <= hops <= MOST_PATH_HOPS:
            raise InvalidInput(f"hops is 1 to {MOST_PATH_HOPS}.", field="hops")
        start, end = await self.entity(from_, known_at), await self.entity(to, known_at)
        rows = await self.store.read(
            "explore/path",
            **{"from": start.id},
            brain=self.brain,
            to=end.id,
            hops=hops,
            validAt=asked(valid_at),
            knownAt=asked(known_at),
            events=events and valid_at is None,
        )
        now = datetime.now(UTC)
        return tuple(
            Route(
                names=tuple(_step_name(step, known_at) for step in row["names"]),
                facts=tuple(fact_of(f, now, known_at) for f in row["rows"]),
            )
            for row in rows
        )


def _step_name(step: Row, known_at: datetime | None) -> str:
    """Return the name of a step on a path: a relation, a value, or an entity by its name at the system time."""
    return name_then(step["name"], step["was"], step["until"], known_at)
