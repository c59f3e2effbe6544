"""How long Neo4j plans the statements of a first message and of a first question, beside a bare MERGE in the same session.

usage: python -m benchmarks.speed.planning [--rounds 7] [STATEMENT ...]

The brain has a few messages, so that every statement has been sent and the server is warm. A statement is planned with
EXPLAIN and empty query caches, in turns with the MERGE; the faster quarter of each counts. With names of statements, only
these are planned. stdout is one JSON object: the ratio of each, and the sum of those that a message and a question send.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from typing import Any

from neo4j import AsyncSession

from benchmarks.own_graph import own_memory
from benchmarks.speed.corpus import corpus
from graphmem.brain import Brain
from graphmem.graph.statements import packed, statement
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.observability.metrics import REGISTRY

BARE = "CYPHER 25 MERGE (e:Entity {brain: $q.brain, key: $q.key}) RETURN e.id"
COUNT = "graphmem_neo4j_statement_seconds_count"


def sent() -> dict[str, float]:
    """How often each statement has been sent by this process."""
    samples = (sample for metric in REGISTRY.collect() for sample in metric.samples if sample.name == COUNT)
    return {next(iter(sample.labels.values())): sample.value for sample in samples}


async def sent_by(work: Any) -> list[str]:
    """The statements that some work sends."""
    before = sent()
    await work
    return sorted(name for name, count in sent().items() if count > before.get(name, 0))


async def planned(session: AsyncSession, text: str) -> float:
    """Seconds of one planning."""
    await (await session.run("CALL db.clearQueryCaches()")).consume()
    begun = time.perf_counter()
    await (await session.run(f"EXPLAIN {text}", q={})).consume()  # type: ignore[arg-type]
    return time.perf_counter() - begun


async def ratio(session: AsyncSession, name: str, rounds: int) -> float:
    """The planning of a statement over that of the bare MERGE."""
    text = statement(name) if "$q." in statement(name) else packed(name)
    pairs = [(await planned(session, BARE), await planned(session, text)) for _ in range(rounds)]
    bare, full = (sorted(times)[rounds // 4] for times in zip(*pairs, strict=True))
    return round(full / bare, 1)


async def main(options: argparse.Namespace) -> dict[str, Any]:
    """Send a few messages and a question, then plan what they sent."""
    told = corpus(None)
    async with own_memory(Models(NoneExtractor(), None, told.embedder), extractor="none") as memory:
        brain: Brain = memory.brain("planning")
        first, *others = told.episodes(0, 40)
        groups = {"remember": await sent_by(brain.remember(**first.request()))}
        for episode in others:
            await brain.remember(**episode.request())
        groups["recall"] = await sent_by(brain.recall("Where does anybody work?"))
        names = options.statements or [name for group in groups.values() for name in group]
        async with memory.store.driver.session() as session:
            for _ in range(5):
                await planned(session, BARE)
            ratios = {name: await ratio(session, name, options.rounds) for name in names}
    sums = {kind: round(sum(ratios.get(name, 0) for name in group), 1) for kind, group in groups.items()}
    return {"ratios": ratios, **({} if options.statements else sums)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("statements", nargs="*")
    print(json.dumps(asyncio.run(main(parser.parse_args())), indent=1))
