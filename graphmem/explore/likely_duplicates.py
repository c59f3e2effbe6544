"""Entities that may be one: candidates for a merge, scored by their names as resolution scores them."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.explore.explorer import Explorer
from graphmem.graph.row_mapping import entity_of
from graphmem.graph.store import Store
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.scoring import score_candidate
from graphmem.names.normalize import slug
from graphmem_contract.history import SimilarEntity
from graphmem_contract.records import Entity

LEAST_SCORE = 0.3
MOST_NAMES = 20
"""Number of names of an entity that are looked up."""


async def similar_entities(store: Store, brain: str, ref: str, *, limit: int) -> tuple[SimilarEntity, ...]:
    """Return the entities that share a name, its beginning or a near vector with an entity, best first. Raises NotFound."""
    entity = await Explorer(store, brain).entity(ref)
    names = (entity.name, *entity.aliases)[:MOST_NAMES]
    rows = await store.read(
        "explore/near_entities", brain=brain, id=entity.id, names=[slug(name) for name in names], limit=50
    )
    found = sorted(
        _scored(entity, names, [entity_of(row["entity"]) for row in rows]), key=lambda one: (-one.score, one.entity.id)
    )
    return tuple(one for one in found if one.score >= LEAST_SCORE)[:limit]


def _scored(entity: Entity, names: tuple[str, ...], others: list[Entity]) -> Iterator[SimilarEntity]:
    for other in others:
        known = Candidate(other.id, other.key, other.name, other.type, (other.name, *other.aliases), other.external_id)
        best = max((score_candidate(name, entity.type, known) for name in names), key=lambda one: one.score)
        yield SimilarEntity(entity=other, score=round(best.score, 3), reason=best.reason)
