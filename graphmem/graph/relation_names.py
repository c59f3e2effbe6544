"""The names under which a relation may be stored."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.graph.store import Store
from graphmem.ontology import SEEDS, relation_name


async def names_of_relations(store: Store, brain: str, relations: Sequence[str]) -> list[str]:
    """Return every name under which the relations may be stored, without duplicates.

    These are the canonical name of each relation, its own spelling (facts that an application supplied may have kept it), and
    the synonyms that a person set in the brain. It takes at most one read, and none where every relation is a seed in its
    canonical spelling.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    spellings = [(relation_name(relation), relation_name(relation, synonyms=False)) for relation in relations]
    names = list(dict.fromkeys(name for pair in spellings for name in pair))
    looked_up = [name for pair in spellings if len(set(pair)) > 1 or pair[0] not in SEEDS for name in pair]
    rows = await store.read("explore/relation_names", brain=brain, names=looked_up) if looked_up else []
    return list(dict.fromkeys((*names, *(row["name"] for row in rows))))
