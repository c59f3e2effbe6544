"""The seeded types and relations as rows of the ontology."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.graph.transaction import Row
from graphmem.ontology import ENTITY_TYPES, SEEDS

SEED_TYPES: dict[str, Row] = {
    name: {"name": name, "source": "seed", "description": text, "usage_count": 0} for name, text in ENTITY_TYPES.items()
}
SEED_RELATIONS: dict[str, Row] = {
    name: {
        "name": name, "source": "seed", "description": rule.description, "usage_count": 0,
        "cardinality": rule.cardinality, "cardinality_source": "seed", "per": rule.per, "symmetric": rule.symmetric,
        "synonyms": [], "kind": rule.kind or "claim", "begun_by": [], "ended_by": [],
    }
    for name, rule in SEEDS.items()
}  # fmt: skip


def with_seeds(used: Iterable[Row], seeds: Mapping[str, Row]) -> list[Row]:
    """Return the rows that a brain uses over those of the seeds, sorted by name."""
    known = {row["name"]: row for row in used}
    return [{**seeds.get(name, {}), **known.get(name, {})} for name in sorted({*seeds, *known})]
