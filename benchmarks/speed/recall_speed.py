"""Time of recall beside one bare filtered vector query, in brains of several sizes in one graph; walks beside hubs.

usage: python -m benchmarks.speed.recall_speed [--sizes 10000,30000,100000] [--recipes hybrid,facts] [--queries 100] [--warm 30]
                                         [--hub 100000] [--keep PREFIX]

All brains lie in one graph, loaded straight into the database. Every question goes in turn through the bare query (the fifty
nearest facts of the brain that hold now: ids and scores, one statement, by the plain driver) and through `Brain.recall` of every
recipe. The embedder has all vectors in advance and costs nothing. `index` compares the filtered index with exact search over
the same vectors, also in a brain of 1,000 facts inside the large graph. `bfs` walks one to three hops from five seeds, one of
which knows a hub, and in a graph without hubs. Neo4j is that of NEO4J_URI, else an embedded one of its own. With `--keep` the
brains are named PREFIX-… and stay; existing ones are not loaded again. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import numpy as np
from neo4j import READ_ACCESS, AsyncDriver

from benchmarks.own_graph import own_memory
from benchmarks.samples import percentile
from benchmarks.speed.recall_graph import DIMENSIONS, HubWorld, World, load, load_hubs
from graphmem.graph.time_parameters import asked
from graphmem.graph.vectors.bolt import bolt
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor

Row = dict[str, Any]
BARE = """CYPHER 25 MATCH ()-[f:FACT]->()
SEARCH f IN (VECTOR INDEX fact_embedding FOR $q.v
  WHERE f.brain = $q.brain AND f.tStart <= $q.at AND f.tEnd > $q.at LIMIT 50) SCORE AS s
RETURN f.factId AS id, s"""
SMALL = 1000
WARM = 30
TOP = 20
HOPS = (1, 2, 3)
BUDGET = 200


async def bare(driver: AsyncDriver, brain: str, vector: Sequence[float]) -> list[str]:
    """The bare query: ids of the fifty nearest facts that hold now."""
    given = {"v": bolt(vector), "brain": brain, "at": asked(datetime.now(UTC))}
    async with driver.session(default_access_mode=READ_ACCESS) as session:
        result = await session.run(BARE, q=given)
        return [record["id"] async for record in result]


async def timed(job: Callable[[], Awaitable[Any]]) -> float:
    """Return the duration, in seconds."""
    begun = time.perf_counter()
    await job()
    return time.perf_counter() - begun


async def in_turn(
    jobs: Mapping[str, Callable[[int], Awaitable[Any]]], times: int, warm: int = WARM
) -> dict[str, list[float]]:
    """Return the seconds of every job; all jobs run for one number, then for the next, under the same load."""
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(warm + times):
        for name, job in jobs.items():
            seconds = await timed(lambda job=job, n=number: job(n))  # type: ignore[misc]
            if number >= warm:
                taken[name].append(seconds)
    return taken


async def recalls(
    memory: Memory, worlds: Sequence[World], recipes: Sequence[str], queries: int, warm: int
) -> dict[str, list[float]]:
    """Return the seconds of the bare query and of every recipe in every world; the worlds take turns too."""
    jobs: dict[str, Callable[[int], Awaitable[Any]]] = {}
    for world in worlds:
        questions = [world.question(n) for n in range(warm + queries)]
        vectors = await memory.models.embedder.embed(questions)
        brain = memory.brain(world.brain)
        jobs[f"bare.{world.size}"] = lambda n, w=world, v=vectors: bare(memory.store.driver, w.brain, v[n])  # type: ignore[misc]
        for recipe in recipes:
            jobs[f"{recipe}.{world.size}"] = lambda n, b=brain, q=questions, r=recipe: b.recall(q[n], recipe=r)  # type: ignore[misc]
    return await in_turn(jobs, queries, warm)


def told(taken: Mapping[str, Sequence[float]]) -> Row:
    """Return p50 and p95 in ms of every job."""
    shares = (("p50", 0.5), ("p95", 0.95))
    return {f"{name}.{at}": round(1000 * percentile(s, share), 2) for name, s in taken.items() for at, share in shares}


def ratios(told: Row, recipes: Sequence[str], sizes: Sequence[int]) -> Row:
    """Return every recipe over the bare query at the same size, and the largest brain over the smallest."""
    found: Row = {}
    for recipe in recipes:
        for size in sizes:
            found[f"{recipe}.{size}.x_bare"] = round(told[f"{recipe}.{size}.p50"] / told[f"bare.{size}.p50"], 2)
        found[f"{recipe}.growth"] = round(told[f"{recipe}.{max(sizes)}.p50"] / told[f"{recipe}.{min(sizes)}.p50"], 2)
    return found


async def exactness(memory: Memory, world: World, queries: int) -> float:
    """Return the share of the twenty nearest facts by exact search that are among the fifty of the index."""
    now, vectors = datetime.now(UTC), world.vectors()
    holds = np.array([f.start <= now < f.end for f in map(world.fact, range(world.size))])
    asked_for = await memory.models.embedder.embed([world.question(n) for n in range(queries)])
    hits = 0
    for vector in asked_for:
        scores = np.where(holds, vectors @ np.asarray(vector, dtype=np.float32), -2.0)
        exact = {world.id_of(int(n)) for n in np.argsort(-scores)[:TOP]}
        hits += len(exact.intersection(await bare(memory.store.driver, world.brain, vector)))
    return round(hits / (TOP * queries), 4)


async def walks(memory: Memory, worlds: Sequence[HubWorld], queries: int) -> Row:
    """Walk one to three hops from five seeds: p95 in ms, the ratio of the first world to the second, the most facts."""
    most = 0

    async def walk(world: HubWorld, hops: int, number: int) -> None:
        nonlocal most
        given = {"validAt": None, "knownAt": None, "limit": BUDGET, "direction": "both"}
        rows = await memory.store.read(
            "explore/neighbours", brain=world.brain, start=list(world.seeds(number)), hops=hops, **given
        )
        most = max(most, len(rows))

    jobs = {f"bfs{hops}.{w.brain}": lambda n, w=w, h=hops: walk(w, h, n) for hops in HOPS for w in worlds}
    taken = told(await in_turn(jobs, queries, warm=10))  # type: ignore[arg-type]
    with_hubs, without = worlds
    found: Row = {"bfs.facts_at_most": most, "bfs.budget": BUDGET}
    for hops in HOPS:
        hubs, free = taken[f"bfs{hops}.{with_hubs.brain}.p95"], taken[f"bfs{hops}.{without.brain}.p95"]
        found |= {
            f"bfs{hops}.hubs.p95": hubs,
            f"bfs{hops}.free.p95": free,
            f"bfs{hops}.p95_x_free": round(hubs / free, 2),
        }
    return found


@asynccontextmanager
async def graph() -> AsyncIterator[Memory]:
    """A memory whose embedder computes each text once."""
    models = Models(NoneExtractor(), None, HashEmbedder(DIMENSIONS))
    async with own_memory(models, extractor="none", query_timeout_sec=600.0, heap="2g", page_cache="1g") as memory:
        yield memory


async def main(options: argparse.Namespace) -> Row:
    """Measure everything, in one graph."""
    prefix = options.keep or f"speed-{uuid4().hex[:8]}"
    worlds = [World(f"{prefix}-{size}", size) for size in options.sizes]
    found: Row = {}
    async with graph() as memory:
        small = World(f"{prefix}-{SMALL}", SMALL)
        for world in (*worlds, small):
            begun = time.perf_counter()
            if await load(memory.store.driver, world):
                sys.stderr.write(f"{world.brain} loaded in {time.perf_counter() - begun:.0f} s\n")
        if options.hub:
            found |= await _hubs(memory, prefix, options)
        taken = told(await recalls(memory, worlds, options.recipes, options.queries, options.warm))
        found |= taken | ratios(taken, options.recipes, options.sizes)
        if options.exact:
            for world in (small, min(worlds, key=lambda w: w.size)):
                found[f"index.{world.size}.recall@{TOP}"] = await exactness(memory, world, min(options.queries, 50))
    return found


async def _hubs(memory: Memory, prefix: str, options: argparse.Namespace) -> Row:
    hubs, free = HubWorld(f"{prefix}-hubs", options.hub), HubWorld(f"{prefix}-free", 0)
    for world in (hubs, free):
        await load_hubs(memory.store.driver, world)
    return await walks(memory, (hubs, free), options.queries)


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[10_000, 30_000, 100_000]
    )
    parser.add_argument("--recipes", type=lambda text: text.split(","), default=["hybrid", "facts"])
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--warm", type=int, default=WARM, help="questions of the warm-up, which do not count")
    parser.add_argument("--hub", type=int, default=100_000, help="edges of each of the two hubs; 0 = no walks")
    parser.add_argument("--no-exact", dest="exact", action="store_false", help="no exact search")
    parser.add_argument("--keep", help="prefix of brains that stay and are used again")
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(parsed()))))
