"""Short ways to build the inputs of stages 2 to 6: settings, sources, claims and known facts."""

from __future__ import annotations

from typing import Any

from graphmem.claims import Claim, ClaimSource
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.records import FactReads, LinkedClaim
from graphmem.settings import Settings
from graphmem_contract.records import Vector
from tests.unit.ingest.building import MOMENT, entity

ANA, BRUNO = entity("Ana", is_new=False), entity("Bruno", is_new=False)


def settings(**changes: Any) -> Settings:
    """The default settings with changes; no `.env` file is read."""
    return Settings(_env_file=None, **changes)


def source(**more: Any) -> ClaimSource:
    """A source that is the episode `episode`."""
    return ClaimSource(**{"n": 0, "episode_id": "episode", "occurred_at": MOMENT, **more})


def linked(
    object_: str,
    *,
    relation: str = "likes",
    subject: EntityRef = ANA,
    text: str | None = None,
    end: EntityRef | None = None,
    vector: Vector | None = None,
    where: ClaimSource | None = None,
    **more: Any,
) -> LinkedClaim:
    """A claim of Ana about a value, or about the entity `end`. Fields of the claim may be given."""
    claim = Claim(subject.name, relation, object_, text or f"{subject.name} {relation} {object_}", **more)
    return LinkedClaim(claim, where or source(), subject, relation, end, vector, relation)


def known_fact(id_: str, object_: str, **more: Any) -> dict[str, Any]:
    """A known fact about a value, as the reads return it."""
    row = {"factId": id_, "relation": "likes", "objectId": object_, "objectKey": object_, "object": object_,
           "isEntity": False, "open": True, "score": 0.9}  # fmt: skip
    return {**row, **more}


def fact_reads(
    held: tuple[dict[str, Any], ...] = (), similar: tuple[dict[str, Any], ...] = (), **more: Any
) -> FactReads:
    """The reads for one claim."""
    fields = {"taken": frozenset(), "values": {}, "rules": {}, **more}
    return FactReads(1, held=(held,), similar=(similar,), **fields)


def resolved_names(*entities: EntityRef, aliases: tuple[tuple[str, ...], ...] = ()) -> Resolved:
    """Entities, each under its own name."""
    return Resolved({end.name.casefold(): (end,) for end in entities}, aliases, {})
