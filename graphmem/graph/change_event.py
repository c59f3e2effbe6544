"""The event of a commit: what it changed, by kind, as lists of ids. Settling adds the facts; other changes are added here."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.graph.transaction import Transaction, run

LISTS = {
    "entity.added": "entitiesAdded",
    "entity.changed": "entitiesChanged",
    "entity.merged": "entitiesMerged",
    "entity.unmerged": "entitiesUnmerged",
    "entity.split": "entitiesSplit",
    "fact.added": "factsAdded",
    "fact.changed": "factsChanged",
    "fact.ended": "factsEnded",
    "fact.withdrawn": "factsWithdrawn",
    "fact.restored": "factsRestored",
    "source.retracted": "sourcesRetracted",
    "source.restored": "sourcesRestored",
    "episode.forgotten": "episodesForgotten",
    "entity.forgotten": "entitiesForgotten",
    "fact.forgotten": "factsForgotten",
    "brain.loaded": "loaded",
}
"""Kind of change, and the property of the event with its ids; in the order in which a reader gets them."""


async def append(tx: Transaction, brain: str, kinds: dict[str, Sequence[str]]) -> None:
    """Add ids to the event of the present commit, by kind. Kinds without an id are left out."""
    ids = {LISTS[kind]: list(dict.fromkeys(some)) for kind, some in kinds.items() if some}
    if ids:
        await run(tx, "feed/append_ids", brain=brain, ids=ids)
