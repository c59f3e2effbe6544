# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Topics: the clusters that upkeep has found, each with its entities, its facts and its parts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from graphmem_contract.records import Fact

from ....deps import CuratedBrain, ReadableBrain
from ...forms import Posted
from ...query import Cursor, PageQuery
from ...route import PageRoute
from ...templates import page
from ...visitor import Someone
from .ticked import ticked

router = APIRouter(prefix="/brains/{brain}/clusters", include_in_schema=False, route_class=PageRoute)
ClusterId = Annotated[str, Path(max_length=300)]
SHOWN, PARTS = 20, 100
MOST_FACTS, LISTED = 10, 100
"""Facts of each topic in the list, and on the page of one."""


class ClustersPageQuery(PageQuery):
    """The position in the list."""

    cursor: Cursor = None


def names_of(facts: Iterable[Fact]) -> Mapping[str, str]:
    """Return the names of the entities at the ends of facts, by id."""
    named = {}
    for fact in facts:
        named[fact.subject_id] = fact.subject
        if fact.object_kind == "entity":
            named[fact.object_id] = fact.object
    return named


@router.get("")
async def get_clusters(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[ClustersPageQuery, Query()]
) -> Response:
    """The whole topics, those with most facts first."""
    _, found = await asyncio.gather(
        brain.overview.summary(), brain.clusters.list(level=0, limit=SHOWN, cursor=asked.cursor)
    )
    facts = await brain.graph.facts_by_ids(id_ for one in found.items for id_ in one.fact_ids)
    return page(
        request, "clusters.html", who, brain=brain.name, asked=asked, found=found, facts=facts, most=MOST_FACTS,
        names=names_of(facts.values()), may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


@router.get("/{id}")
async def get_cluster(request: Request, brain: ReadableBrain, who: Someone, id: ClusterId) -> Response:
    """One topic with its parts."""
    one = await brain.clusters.get(id)
    facts, parts = await asyncio.gather(
        brain.graph.facts_by_ids(one.fact_ids[:LISTED]), brain.clusters.list(parent_id=one.id, limit=PARTS)
    )
    listed = [facts[id_] for id_ in one.fact_ids[:LISTED] if id_ in facts]
    return page(
        request, "cluster.html", who, brain=brain.name, one=one, facts=listed, parts=parts.items, names=names_of(listed)
    )


@router.post("/tick")
async def post_clusters_tick(request: Request, brain: CuratedBrain, who: Someone, form: Posted) -> Response:
    """Divide the facts into topics now."""
    report = await brain.upkeep.tick(["clusters"])
    return ticked(request, who, brain.name, "clusters", report)
