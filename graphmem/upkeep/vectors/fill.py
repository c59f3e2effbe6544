"""Make the vectors that are missing beside those in use, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.fault_points import reached
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.graph.vectors.slot import VECTORS
from graphmem.models.ports import Embedder
from graphmem.recall.context import tokens
from graphmem.transfer.lines import texts_of
from graphmem.upkeep.vectors.lease import VectorLease

BATCH = 128
"""Nodes or edges whose vectors are made with one call of the embedder and stored in one transaction."""
NODES = ("Entity", "Episode", "Chunk", "Observation", "Directive", "Cluster", "Item")
EDGES = ("FACT", "FACT_WAS")
KINDS = (*EDGES, *NODES)
"""What has vectors: the labels and the types of edges."""
PASSES = 20
"""Passes over all brains at most: each makes what others wrote during the one before it."""
_KEYS = (("vector", "was"), ("contextVector", "contextWas"))
Progress = Callable[[str, str, int], None]
"""Called with the brain, the kind and the number of vectors so far, after each transaction."""


@dataclass(slots=True)
class VectorTally:
    """What a run has counted so far: vectors, calls of the embedder, and tokens of their texts (a token is four characters)."""

    vectors: int = 0
    calls: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Filling:
    """One run that makes vectors. `store` uses the slot of the vectors that exist; the other slot is filled.

    `lease`: None = nothing is asked of the embedder and nothing is written, only counted.
    """

    store: Store
    embedder: Embedder
    lease: VectorLease | None
    progress: Progress = lambda *_: None
    tally: VectorTally = field(default_factory=VectorTally)

    async def fill(self) -> None:
        """Make every vector that is missing in any brain, until none is missing, or `PASSES` times.

        Raises:
            As `fill_once`.
        """
        for _ in range(PASSES):
            if not await self.fill_once() or self.lease is None:
                return

    async def fill_once(self) -> int:
        """Make every vector that is missing in any brain, in one pass. Return how many were missing.

        Raises:
            ModelError: the embedder failed; what it made before is stored. ConflictError: the lease was lost.
            DatabaseUnavailable: Neo4j is out of reach.
        """
        before = self.tally.vectors
        for brain in await brains_of(self.store):
            for kind in KINDS:
                async for rows in _missing(self.store, brain, kind):
                    await self._make(brain, kind, rows)
        return self.tally.vectors - before

    async def _make(self, brain: str, kind: str, rows: Sequence[Row]) -> None:
        texts = [_missing_texts(row) for row in rows]
        unique = list(dict.fromkeys(text for some in texts for text in some.values()))
        self.tally.calls += 1
        self.tally.tokens += sum(map(tokens, unique))
        self.tally.vectors += sum(map(len, texts))
        if self.lease is None:
            return
        made = dict(zip(unique, await self.embedder.embed(unique), strict=True))
        vectors = [{name: made[text] for name, text in some.items()} for some in texts]
        await self._store(brain, kind, [_stored(row, some) for row, some in zip(rows, vectors, strict=True)])
        self.progress(brain, kind, self.tally.vectors)

    async def _store(self, brain: str, kind: str, rows: list[Row]) -> None:
        assert self.lease is not None
        name = "vectors/store_edges" if kind in EDGES else "vectors/store_nodes"
        done = await self.store.write(name, lease=self.lease.token, brain=brain, rows=rows)
        await reached("upkeep_committed")
        if not done:
            await still_held(self.store, self.lease, brain)


async def still_held(store: Store, lease: VectorLease, brain: str) -> None:
    """Say why a statement about a brain wrote nothing.

    Raises:
        ConflictError: the lease is lost. Without it, the brain was forgotten.
    """
    if brain in await brains_of(store):
        raise lease.lost()


async def brains_of(store: Store) -> list[str]:
    """Return the names of all brains, in order."""
    return [row["name"] for row in await store.read("vectors/brains")]


async def _missing(store: Store, brain: str, kind: str) -> AsyncIterator[list[Row]]:
    """Yield the nodes or edges of a kind that have a vector in use and none beside it, in pages by key."""
    name, after = "vectors/missing_edges" if kind in EDGES else "vectors/missing_nodes", ""
    while True:
        rows = await store.read(name, brain=brain, kind=kind, after=after, limit=BATCH)
        if rows:
            yield rows
            after = rows[-1]["key"]
        if len(rows) < BATCH:
            return


def _missing_texts(row: Row) -> dict[str, str]:
    """Return the texts of the missing vectors of a node or an edge, by the name of the vector."""
    missing = [name for name, is_missing in zip(VECTORS, row["missing"], strict=False) if is_missing]
    properties = row["properties"]
    found = texts_of({"kind": row["kind"], "embedded": missing, "before": row["before"]}, properties)
    return {name: _text(source, properties) for name, source in found.items()}


def _text(source: Mapping[str, str], properties: Mapping[str, Any]) -> str:
    return source["text"] if "text" in source else str(properties[source["property"]])


def _stored(row: Row, made: Mapping[str, Sequence[float]]) -> Row:
    """Return the row of `vectors/store_nodes`: the new vectors, and those in use whose texts they are made from."""
    stored: Row = {"id": row["id"]}
    for name, (new, was), old in zip(VECTORS, _KEYS, [*row["vectors"], None], strict=False):
        is_made = name in made
        stored |= {new: bolt(made[name]) if is_made else None, was: old if is_made else None}
    return stored
