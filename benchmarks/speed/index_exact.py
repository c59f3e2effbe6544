"""The filtered vector index beside exact search over the same vectors, with the vectors of the default embedder.

usage: python -m benchmarks.speed.index_exact [--sizes 1000,10000,30000] [--embedder bge-small-en-v1.5] [--queries 50]

Brains of these sizes lie in one graph, loaded straight into the database. The result, by the size of the brain, is the share of
the twenty nearest facts by exact search, of those that hold now, that are among the fifty of the index; and `wide`: the share of
the twenty nearest of all facts of the brain that are among those that a recall looks through.

The texts of the brains are generated, so only their words tell them apart; embedding them takes minutes. `recall_speed.py`
does the same with vectors of hashed words, which lie much farther apart than those of a language model: an index of neighbours
finds its way among them less well.

Neo4j is that of NEO4J_URI, else an embedded one of its own. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from benchmarks.own_graph import own_memory
from benchmarks.speed.recall_graph import World, load_facts
from benchmarks.speed.recall_speed import TOP, bare
from graphmem.graph.vectors.bolt import bolt
from graphmem.memory import Memory
from graphmem.models.embeddings import make_embedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.ports import Embedder
from graphmem.recall.query_analysis import wide_reach
from graphmem.recall.recipes import RECIPES
from graphmem.settings import Settings

Vectors = NDArray[np.float32]
TOGETHER = 500
"""Number of texts that are embedded at once."""
WIDE = """CYPHER 25 MATCH ()-[f:FACT]->()
SEARCH f IN (VECTOR INDEX fact_embedding FOR $q.v WHERE f.brain = $q.brain LIMIT $q.most) SCORE AS s
RETURN f.factId AS id"""


@dataclass(frozen=True, slots=True)
class IndexedBrain:
    """A brain with its vectors. `holds`: which facts hold now. Shapes: size × dimensions, size, questions × dimensions."""

    world: World
    vectors: Vectors
    holds: NDArray[np.bool_]
    questions: Vectors

    def nearest(self, question: Vectors, *, now: bool) -> set[str]:
        """Return the ids of the TOP nearest facts by exact search."""
        scores = self.vectors @ question
        if now:
            scores = np.where(self.holds, scores, -2.0)
        return {self.world.id_of(int(n)) for n in np.argsort(-scores)[:TOP]}


async def embedded(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Return one vector per text."""
    parts = [await embedder.embed(texts[at : at + TOGETHER]) for at in range(0, len(texts), TOGETHER)]
    return np.concatenate([np.asarray(part, dtype=np.float32) for part in parts])


async def made(memory: Memory, world: World, queries: int) -> IndexedBrain:
    """Embed a world and write it."""
    facts = [world.fact(n) for n in range(world.size)]
    now = datetime.now(UTC)
    vectors = await embedded(memory.models.embedder, [one.text for one in facts])
    questions = await embedded(memory.models.embedder, [world.question(n) for n in range(queries)])
    await load_facts(memory.store.driver, world, vectors)
    sys.stderr.write(f"{world.brain} is loaded\n")
    return IndexedBrain(world, vectors, np.array([one.start <= now < one.end for one in facts]), questions)


async def looked_through(memory: Memory, brain: str, question: Vectors) -> set[str]:
    """Return the facts that a recall looks through."""
    given = {"v": bolt(question.tolist()), "brain": brain, "most": wide_reach(RECIPES["facts"].fact_reach)}
    rows, _, _ = await memory.store.driver.execute_query(WIDE, q=given)
    return {row["id"] for row in rows}


async def found(memory: Memory, brain: IndexedBrain) -> dict[str, Any]:
    """Return both shares."""
    held = wide = 0
    for question in brain.questions:
        fifty = await bare(memory.store.driver, brain.world.brain, question.tolist())
        held += len(brain.nearest(question, now=True).intersection(fifty))
        wide += len(brain.nearest(question, now=False) & await looked_through(memory, brain.world.brain, question))
    asked, size = TOP * len(brain.questions), brain.world.size
    return {f"exact.{size}.recall@{TOP}": round(held / asked, 4), f"exact.{size}.wide@{TOP}": round(wide / asked, 4)}


async def main(options: argparse.Namespace) -> dict[str, Any]:
    """Load all brains into one graph, then ask the questions."""
    prefix = f"exact-{uuid4().hex[:8]}"
    settings = Settings(embedder=options.embedder)  # type: ignore[call-arg]
    models = Models(NoneExtractor(), None, make_embedder(settings))
    told: dict[str, Any] = {"embedder": options.embedder, "facts": sum(options.sizes)}
    async with own_memory(models, extractor="none", query_timeout_sec=600.0, heap="2g", page_cache="1g") as memory:
        brains = [await made(memory, World(f"{prefix}-{size}", size), options.queries) for size in options.sizes]
        for brain in brains:
            told |= await found(memory, brain)
    return told


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[1000, 10_000, 30_000])
    parser.add_argument("--embedder", default="bge-small-en-v1.5")
    parser.add_argument("--queries", type=int, default=50)
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(parsed()))))
