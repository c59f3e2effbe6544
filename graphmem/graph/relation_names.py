"""Under which names relations may be stored."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.graph.store import Store
from graphmem.ontology import SEEDS, relation_name


async def names_of_relations(store: Store, brain: str, relations: Sequence[str]) -> list[str]:
    """Their names, synonyms', or the synonyms where the names of who told them were keys; and what a person stated to mean the
    same, in one read at most.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    told = [(relation_name(one), relation_name(one, synonyms=False)) for one in relations]
    names = list(dict.fromkeys(name for pair in told for name in pair))
    asked = [name for pair in told if len(set(pair)) > 1 or pair[0] not in SEEDS for name in pair]
    rows = await store.read("explore/relation_names", brain=brain, names=asked) if asked else []
    return list(dict.fromkeys((*names, *(row["name"] for row in rows))))
