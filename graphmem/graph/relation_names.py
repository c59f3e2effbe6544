"""Under which names a relation may be stored."""

from __future__ import annotations

from graphmem.graph.store import Store
from graphmem.ingest.relations import SEEDS, relation_name


async def names_of_relation(store: Store, brain: str, relation: str) -> list[str]:
    """Its name, a synonym's, or the synonym where the names of who told it were keys; and what a person stated to mean the same.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    names = list(dict.fromkeys((relation_name(relation), relation_name(relation, synonyms=False))))
    if len(names) == 1 and names[0] in SEEDS:
        return names
    rows = await store.read("explore/relation_names", brain=brain, names=names)
    return list(dict.fromkeys((*names, *(row["name"] for row in rows))))
