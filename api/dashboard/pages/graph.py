# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The graph around an entity: what is joined to it, what is joined to that, and the path to another one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from graphmem.access.local import is_local
from graphmem.brain import Brain
from graphmem_contract.errors import GraphmemError, NotFound
from graphmem_contract.history import FactHistory
from graphmem_contract.reads import Episode
from graphmem_contract.records import Entity, Fact

from ...deps import AnyMemory, ReadableBrain
from ..drawing import Drawing, drawing_of, reached
from ..links import link
from ..neo4j_browser import browser_link, walk_query
from ..query import ClockQuery, Search
from ..route import PageRoute, is_partial
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/graph", include_in_schema=False, route_class=PageRoute)
MOST_FACTS, MOST_OPENED_FACTS, MOST_OPENED = 400, 60, 40
MOST_FOUND, MOST_SUGGESTED, MOST_EPISODES = 20, 12, 5
PATH_HOPS = 6
Id = Annotated[str, Field(min_length=1, max_length=1000)]


class GraphPageQuery(ClockQuery):
    """Where the walk starts, how far it goes, which facts it may use, and which entities were opened since."""

    query: Search = None
    entity: Search = None
    hops: int = Field(1, ge=1, le=3)
    more: tuple[Id, ...] = Field((), max_length=MOST_OPENED)
    relation: Search = None
    min_confidence: float = Field(0.0, ge=0, le=1)
    to: Search = None

    @property
    def clocks(self) -> dict[str, Any]:
        """The two moments, as arguments of `Brain`."""
        return {"valid_at": self.valid_at, "known_at": self.known_at}

    @property
    def link(self) -> dict[str, Any]:
        """The query of an address with the same picture."""
        return self.model_dump(exclude={"query"}, exclude_defaults=True)


class PartQuery(ClockQuery):
    """An item of the picture that a person has chosen."""

    id: Id


@dataclass(frozen=True, slots=True)
class Walk:
    """The facts of a picture before they are filtered. `path`: those between the two ends. `is_whole`: none was left out."""

    facts: tuple[Fact, ...] = ()
    types: dict[str, str] = field(default_factory=dict)
    path: frozenset[str] = frozenset()
    is_whole: bool = True
    problem: str = ""


@router.get("")
async def get_graph(
    request: Request, brain: ReadableBrain, who: Someone, memory: AnyMemory, asked: Annotated[GraphPageQuery, Query()]
) -> Response:
    """The picture of the graph around an entity, with the same facts as a table; without an entity, a search."""
    await brain.overview.summary()
    found, start = await _start(brain, asked)
    if asked.query and len(found) == 1:
        return RedirectResponse(link("brains", brain.name, "graph", entity=found[0].id, **asked.clocks), 303)
    walk = await _walk(brain, start, asked) if start else Walk()
    drawing = _drawing(walk, start, asked)
    query = (
        walk_query(brain.name, (start.id, *asked.more), asked.hops, **asked.clocks, limit=MOST_FACTS) if start else ""
    )
    local = memory.browser_url if is_local(request.url.hostname or "") else None
    return page(
        request, "graph_drawn.html" if is_partial(request) else "graph.html", who, brain=brain.name, asked=asked,
        found=found, start=start, drawing=drawing, problem=walk.problem, is_whole=walk.is_whole and not drawing.left_out,
        relations=sorted({fact.relation for fact in walk.facts}), query=query,
        browser=browser_link(local, query) if local and start else None,
    )  # fmt: skip


async def _start(brain: Brain, asked: GraphPageQuery) -> tuple[tuple[Entity, ...], Entity | None]:
    """Return the entities that a person may start from, and the one that was chosen."""
    if asked.entity and not asked.query:
        return (), await brain.entities.get(asked.entity, known_at=asked.known_at)
    limit = MOST_FOUND if asked.query else MOST_SUGGESTED
    return (await brain.entities.list(query=asked.query, limit=limit)).items, None


async def _walk(brain: Brain, start: Entity, asked: GraphPageQuery) -> Walk:
    """Read what is around the start and around each entity that was opened, and the path to the other end."""
    around, *opened = await asyncio.gather(
        brain.graph.neighbours(start.id, hops=asked.hops, limit=MOST_FACTS, **asked.clocks),
        *(_opened(brain, id_, asked) for id_ in asked.more),
    )
    neighbours = [*around, *(one for found in opened for one in found)]
    types = {one.entity.id: one.entity.type for one in neighbours if one.entity} | {start.id: start.type}
    path, problem = await _path(brain, start, asked)
    is_whole = len(around) < MOST_FACTS and all(len(found) < MOST_OPENED_FACTS for found in opened)
    facts = (*path, *(one.fact for one in neighbours))
    return Walk(facts, types, frozenset(fact.id for fact in path), is_whole, problem)


async def _opened(brain: Brain, id_: str, asked: GraphPageQuery) -> Sequence[Any]:
    try:
        return await brain.graph.neighbours(id_, limit=MOST_OPENED_FACTS, **asked.clocks)
    except NotFound:  # an old address may name an entity that is gone
        return ()


async def _path(brain: Brain, start: Entity, asked: GraphPageQuery) -> tuple[tuple[Fact, ...], str]:
    """Return the facts of the shortest paths to the other end, and what to say if there is none."""
    if not asked.to:
        return (), ""
    try:
        routes = await brain.graph.path(start.id, asked.to, hops=PATH_HOPS, **asked.clocks)
    except NotFound as error:
        return (), str(error)
    if not routes:
        return (), f"No path of {PATH_HOPS} steps or fewer leads to {asked.to} at this moment."
    return tuple({fact.id: fact for route in routes for fact in route.facts}.values()), ""


def _drawing(walk: Walk, start: Entity | None, asked: GraphPageQuery) -> Drawing:
    """Return the picture: the facts that pass the filter, and that the start is joined to through them."""
    passed = [fact for fact in walk.facts if fact.id in walk.path or _passes(fact, asked)]
    opened = (start.id, *asked.more) if start else ()
    return drawing_of(
        reached(passed, opened[:1]),
        start=start.id if start else None,
        opened=opened,
        types=walk.types,
        marks=dict.fromkeys(walk.path, "path"),
    )


def _passes(fact: Fact, asked: GraphPageQuery) -> bool:
    return fact.confidence >= asked.min_confidence and asked.relation in (None, fact.relation)


@router.get("/entity")
async def get_graph_entity(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[PartQuery, Query()]
) -> Response:
    """The panel of an entity in the picture."""
    entity = await brain.entities.get(asked.id, known_at=asked.known_at)
    facts = await brain.entities.facts(
        entity.id, valid_at=asked.valid_at, known_at=asked.known_at, limit=8, named=False
    )
    return page(request, "graph_entity.html", who, brain=brain.name, entity=entity, facts=facts, asked=asked)


@router.get("/fact")
async def get_graph_fact(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[PartQuery, Query()]
) -> Response:
    """The panel of a fact in the picture, in the version that was believed then."""
    fact = _believed(await brain.history(asked.id), asked)
    said = await asyncio.gather(*(_episode(brain, id_) for id_ in fact.episode_ids[:MOST_EPISODES]))
    episodes = [one for one in said if one is not None]
    return page(request, "graph_fact.html", who, brain=brain.name, fact=fact, episodes=episodes, asked=asked)


def _believed(history: FactHistory, asked: PartQuery) -> Fact:
    known = asked.known_at
    then: Iterable[Fact] = (one for one in reversed(history.versions) if known and one.recorded_at <= known)
    return next(iter(then), history.fact)


async def _episode(brain: Brain, id_: str) -> Episode | None:
    try:
        return await brain.episodes.get(id_)
    except GraphmemError:  # forgotten, or of an import
        return None
