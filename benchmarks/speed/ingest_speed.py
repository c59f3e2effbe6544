"""Episodes per second at several sizes of the graph, one and many in flight, beside the database's own limit.

usage: python -m benchmarks.speed.ingest_speed [--sizes 0,2000,10000] [--in-flight 1,8] [--episodes 100] [--warmup 20]
                                        [--first 1500] [--peers FOLDER]

Extraction is supplied and the embedder answers at once, so the time is graphmem's own work. At every size the brain is filled
to that number of facts with `import_facts`. Then episodes of three entities and two facts, as the peers' scripts send them
(the very same, if their folder is given), are remembered one by one and many at a time. For comparison, the bare first
statement of the commit runs in a loop (lock, two names, one statement, no settling), equally often and equally parallel.
Neo4j is that of NEO4J_URI, else the embedded one. The last line of stdout is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.load.many_writers import bare
from benchmarks.samples import summary
from benchmarks.speed.corpus import Corpus, CorpusEpisode, corpus
from graphmem.brain import Brain
from graphmem.graph.statements import statement
from graphmem.memory import Memory
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings

Row = dict[str, Any]


async def fill(brain: Brain, told: Corpus, size: int, have: int) -> float:
    """Fill the brain from `have` imported facts to `size`; return facts per second, indexes included."""
    begun = time.perf_counter()
    await brain.transfer.import_facts(told.facts(have, size - have), resolve="exact")
    await brain.engine.store.driver.execute_query(statement("setup/await_indexes"))
    return (size - have) / (time.perf_counter() - begun)


async def timed(jobs: Sequence[Callable[[], Awaitable[Any]]], in_flight: int) -> Row:
    """Run the jobs, a number of them at a time; return jobs per second, and the duration of each."""
    gate, taken = asyncio.Semaphore(in_flight), list[float]()

    async def one(job: Callable[[], Awaitable[Any]]) -> None:
        async with gate:
            begun = time.perf_counter()
            await job()
            taken.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*(one(job) for job in jobs))
    return {"per_second": round(len(jobs) / (time.perf_counter() - begun), 2), "ms": summary(taken)}


async def remembered(brain: Brain, episodes: Sequence[CorpusEpisode], in_flight: int) -> Row:
    """Remember the episodes; every one must be extracted with its facts."""

    async def remember(told: CorpusEpisode) -> None:
        result = await brain.remember(**told.request())
        if not result.success or result.status != "extracted":
            raise SystemExit(f"An episode was not extracted: {result.error}")

    return await timed([lambda told=told: remember(told) for told in episodes], in_flight)  # type: ignore[misc]


async def limit(memory: Memory, count: int, in_flight: int) -> Row:
    """Run the bare commit statement, in a brain of its own."""
    name, run = f"bare-{uuid4().hex[:8]}", uuid4().int % 1_000_000_000
    jobs = [lambda n=n: bare(memory.store, name, run + n, n) for n in range(count)]
    return await timed(jobs, in_flight)


async def main(options: argparse.Namespace) -> Row:
    """Measure all sizes, in one brain that grows."""
    told = corpus(options.peers)
    models = Models(NoneExtractor(), None, told.embedder)
    sizes: list[Row] = []
    settings = Settings(extractor="none", query_timeout_sec=600.0)  # type: ignore[call-arg]
    async with Memory.open(settings=settings, models=models) as memory:
        await remembered(memory.brain(f"warm-{uuid4().hex[:8]}"), told.episodes(50_000, options.first), 8)
        brain, have, number = memory.brain(f"ingest-{uuid4().hex[:8]}"), 0, 0
        for size in options.sizes:
            row: Row = {"facts": size, "in_flight": {}, "bare": {}}
            if size > have:
                row["filled_per_second"] = round(await fill(brain, told, size, have))
                have = size
            for in_flight in options.in_flight:
                warm, count = max(options.warmup, 2 * in_flight), options.episodes
                await remembered(brain, told.episodes(number, warm), in_flight)
                row["in_flight"][in_flight] = await remembered(brain, told.episodes(number + warm, count), in_flight)
                number += warm + count
                await limit(memory, warm, in_flight)
                row["bare"][in_flight] = await limit(memory, count, in_flight)
            stats = await brain.overview.stats()
            row["stats"] = {"entities": stats.entities, "facts": stats.facts, "statements": stats.statements}
            sys.stderr.write(f"{json.dumps(row)}\n")
            sizes.append(row)
    given = {"sizes": options.sizes, "in_flight": options.in_flight, "episodes": options.episodes}
    return {"corpus": told.name, "embedder": told.embedder.name, **given, "rows": sizes}


def numbers(text: str) -> list[int]:
    """Parse numbers separated by commas."""
    return [int(one) for one in text.split(",")]


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=numbers, default=[0, 2000, 10000])
    parser.add_argument("--in-flight", type=numbers, default=[1, 8])
    parser.add_argument("--episodes", type=int, default=100)
    parser.add_argument("--warmup", type=int, default=20, help="uncounted episodes before each measurement")
    parser.add_argument(
        "--first",
        type=int,
        default=1500,
        help="uncounted episodes in another brain at the start: a server compiles what it runs often",
    )
    parser.add_argument("--peers", type=Path, help="folder of the peers' scripts")
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(parsed()))))
