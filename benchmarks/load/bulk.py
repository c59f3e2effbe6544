"""Bulk import of facts, beside a bare UNWIND of the same rows on the same server; and a stream of episodes.

usage: python -m benchmarks.load.bulk [--facts 20000] [--slice 2000] [--batch N] [--episodes 0] [--server-pid PID]

The facts: people with an employer and a home (one at a time each), people they advise, things they like and projects.
`import_facts` with resolve="exact" imports them slice by slice. After each slice the script reads the entities, values and
FACT edges of the slice and writes the same rows into another brain, with three bare UNWINDs (1,000 rows each). The ratio compares
the import with these. `everything` also writes the names and statements, that is, all rows that the import left. The embedder
hashes words, before the measurement; in a second run no text has a vector. The first slice of each run is a warm-up and does not
count. On a machine with other load seconds say little: with --server-pid the processor time of both sides (client and Neo4j
together) is compared too.

With --episodes a number of turns go through `episodes:import`, without extraction: episodes per second by tenths of the stream,
and the memory of the process at the end of each.

Neo4j is that of NEO4J_URI, else an embedded one in a temporary folder. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from rich.console import Console

from benchmarks.load.large_brain import FACTS_EACH, facts
from benchmarks.load.many_writers import database
from graphmem.brain import Brain
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest import supplied_facts
from graphmem.ingest.vectors import NOTHING_EMBEDDED, Embedded, embed_texts
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.ports import Embedder

ROWS = 1000
"""Rows of one bare UNWIND."""
"""Facts of one person."""
say = Console(stderr=True).print

Row = dict[str, Any]


def texts(one: Row) -> tuple[str, ...]:
    """Return the texts of a record that get a vector."""
    return one["subject"], one["object"], f"{one['subject']} {one['relation'].replace('_', ' ')} {one['object']}"


@dataclass(slots=True)
class Clock:
    """Seconds of wall time, and of processor time: of this process and of the server."""

    server: int = 0
    wall: float = 0.0
    processor: float = 0.0
    records: int = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Measure the block."""
        wall, processor = time.perf_counter(), self._processor()
        yield
        self.wall += time.perf_counter() - wall
        self.processor += self._processor() - processor

    def _processor(self) -> float:
        theirs = 0
        if self.server:
            theirs = sum(map(int, Path(f"/proc/{self.server}/stat").read_text().rpartition(")")[2].split()[11:13]))
        return time.process_time() + theirs / os.sysconf("SC_CLK_TCK")

    def __add__(self, other: Clock) -> Clock:
        return Clock(
            self.server, self.wall + other.wall, self.processor + other.processor, self.records + other.records
        )

    def __str__(self) -> str:
        return f"{self.records / self.wall:,.0f}/s, {1000 * self.processor / self.records:.2f} ms of processors each"


# --------------------------------------------------------------------------- the bare UNWIND

TIMES = {
    "n": ("recordedAt", "firstSeenAt", "lastSeenAt", "at", "until", "occurredAt"),
    "f": ("recordedAt", "tValid", "tInvalid", "tStart", "tEnd", "lastConfirmedAt"),
}


def put(name: str) -> str:
    """Set all properties; times are texts, because the driver takes ten times as long for a datetime."""
    times = ", ".join(f"{name}.{one} = datetime(x.times.{one})" for one in TIMES[name])
    return f"SET {name} = x.props, {times}, {name}.embedding = toFloatList(x.vector)"


BARE = {
    "entities": f"CYPHER 25 UNWIND $rows AS x CREATE (n:Entity) {put('n')}",
    "values": f"CYPHER 25 UNWIND $rows AS x CREATE (n:Value) {put('n')}",
    "facts": "CYPHER 25 UNWIND $rows AS x MATCH (s:Entity {brain: $brain, id: x.s}) "
    f"MATCH (o:Entity|Value {{brain: $brain, id: x.o}}) CREATE (s)-[f:FACT]->(o) {put('f')}",
}
BESIDES = {
    "aliases": "CYPHER 25 UNWIND $rows AS x MATCH (e:Entity {brain: $brain, id: x.e}) "
    f"CREATE (n:Alias) {put('n')} CREATE (n)-[r:ALIAS_OF]->(e) SET r.rank = 0, r.recordedAt = n.recordedAt",
    "statements": f"CYPHER 25 UNWIND $rows AS x CREATE (n:Statement) {put('n')}",
}
READ = {
    "entities": "MATCH (n:Entity {brain: $brain}) WHERE n.recordedAt > $since AND n.key IS NOT NULL "
    "RETURN n {.*, embedding: null} AS props, n.name AS text",
    "values": "MATCH (n:Value {brain: $brain}) WHERE n.recordedAt > $since AND n.key IS NOT NULL "
    "RETURN properties(n) AS props",
    "facts": "MATCH (s)-[f:FACT {brain: $brain}]->(o) WHERE f.recordedAt > $since "
    "RETURN s.id AS s, o.id AS o, f {.*, embedding: null} AS props, f.factText AS text",
    "aliases": "MATCH (a:Alias {brain: $brain})-[r:ALIAS_OF]->(e) WHERE a.norm IS NOT NULL AND a.recordedAt > $since "
    "RETURN e.id AS e, properties(a) AS props",
    "statements": "MATCH (n:Statement {brain: $brain}) WHERE n.id IS NOT NULL AND n.recordedAt > $since "
    "RETURN properties(n) AS props",
}


async def rows_since(brain: Brain, since: datetime, name: str, to: str) -> list[Row]:
    """Return the rows of one kind that a slice left, for another brain, with vectors in the driver's fastest form."""
    memory = brain.engine
    found, _, _ = await memory.store.driver.execute_query(READ[name], brain=brain.name, since=since)
    rows = [one.data() for one in found]
    vectors = (await embed_texts(memory.models.embedder, [row["text"] for row in rows if "text" in row])).vectors
    for row in rows:
        props = {key: value for key, value in row["props"].items() if value is not None} | {"brain": to}
        row["times"] = {key: value.iso_format() for key, value in props.items() if hasattr(value, "iso_format")}
        row["props"] = {key: value for key, value in props.items() if key not in row["times"]}
        row["vector"] = bolt(vectors.get(row.pop("text", "")))
    return rows


async def bare(brain: Brain, to: str, since: datetime, statements: dict[str, str], clock: Clock) -> None:
    """Write the rows of a slice into another brain; the time leaves out the reading."""
    for name, text in statements.items():
        left = iter(await rows_since(brain, since, name, to))
        while some := list(islice(left, ROWS)):
            with clock.running():
                await brain.engine.store.driver.execute_query(text, rows=some, brain=to)


# --------------------------------------------------------------------------- facts


async def no_vectors(embedder: Embedder, given: Sequence[str]) -> Embedded:
    """An embedder that returns no vectors."""
    return NOTHING_EMBEDDED


async def facts_a_second(memory: Memory, options: argparse.Namespace, *, vectors: bool) -> dict[str, float]:
    """Measure both ways in turn, slice by slice, so that other load on the machine affects both alike."""
    embed = embed_texts if vectors else no_vectors
    brain, run, dice = memory.brain(f"bulk-{uuid4().hex[:8]}"), uuid4().hex[:8], random.Random(7)
    clocks = {name: Clock(options.server_pid) for name in ("import", "bare", "besides")}
    people = options.slice // FACTS_EACH
    extra = {"batch": options.batch} if options.batch else {}
    for first in range(0, options.facts // FACTS_EACH + people, people):
        told = list(facts(range(first, first + people), dice))
        # The embedder caches the vectors, so they cost nothing later.
        await embed_texts(memory.models.embedder, [text for one in told for text in texts(one)])
        since = datetime.now(UTC)
        here = {name: Clock(options.server_pid, records=len(told)) for name in clocks}
        with here["import"].running(), patch.object(supplied_facts, "embed_texts", embed):
            report = await brain.transfer.import_facts(told, resolve="exact", **extra)
        assert report.rejected == 0, next(line for line in report.lines if line.error)
        await bare(brain, f"bare-{run}", since, BARE, here["bare"])
        await bare(brain, f"bare-{run}", since, BESIDES, here["besides"])
        say(f"{first * FACTS_EACH:>7}", {name: str(one) for name, one in here.items()})
        if first:
            clocks = {name: one + here[name] for name, one in clocks.items()}
    return figures_of(*clocks.values())


def figures_of(imported: Clock, least: Clock, besides: Clock) -> dict[str, float]:
    """Return facts per second, and the ratios."""
    everything = least.wall + besides.wall
    figures = {
        "import_per_second": round(imported.records / imported.wall),
        "bare_per_second": round(imported.records / least.wall),
        "everything_per_second": round(imported.records / everything),
        "ratio": round(least.wall / imported.wall, 3),
        "ratio_to_everything": round(everything / imported.wall, 3),
    }
    if imported.server:
        figures["processor_ratio"] = round(least.processor / imported.processor, 3)
        figures["processor_ratio_to_everything"] = round((least.processor + besides.processor) / imported.processor, 3)
    return figures


# --------------------------------------------------------------------------- episodes


def turns(episodes: int) -> Iterator[bytes]:
    """Chats of fifty turns."""
    for n in range(episodes):
        turn = {
            "content": f"Turn {n % 50}: word{n % 2000} of story {n // 2000} and more about tea {n % 977}, trains, the weather",
            "speaker": ("Ana", "Bruno")[n % 2],
            "session_id": f"chat {n // 50}",
            "occurred_at": f"2024-01-{n // 50 % 28 + 1:02}T10:{n % 50:02}:00Z",
            "skip_extraction": True,
        }
        yield json.dumps(turn).encode() + b"\n"


async def streamed(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """A request body that arrives in pieces."""
    while piece := b"".join(islice(pieces, 200)):
        yield piece


def resident() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def episodes_a_second(memory: Memory, episodes: int) -> dict[str, float]:
    """Send a file of turns through the code behind `episodes:import`."""
    from api.imports import import_episodes
    from api.ndjson import lines_of

    forgetful = HashEmbedder(cache_size=1000)  # a cache that keeps filling would look like a memory leak
    engine = replace(memory.engine, models=replace(memory.models, embedder=forgetful))
    memory = replace(memory, engine=engine)
    brain, part = memory.brain(f"turns-{uuid4().hex[:8]}"), max(episodes // 10, 1)
    figures: dict[str, float] = {}
    begun = at = time.perf_counter()
    done = 0
    async for line in import_episodes(brain, lines_of(streamed(turns(episodes)))):
        assert line.error is None, line
        done += 1
        if done % part == 0:
            now = time.perf_counter()
            name = f"episodes.{done}"
            figures |= {f"{name}.per_second": round(part / (now - at)), f"{name}.rss_mb": round(resident())}
            say(name, figures[f"{name}.per_second"], "a second,", figures[f"{name}.rss_mb"], "MB")
            at = now
    return {**figures, "episodes_per_second": round(done / (time.perf_counter() - begun))}


# --------------------------------------------------------------------------- all of it


async def main(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything; return the figures as one flat object."""
    figures: dict[str, Any] = {"facts": options.facts, "episodes": options.episodes}
    with database() as place:
        async with place.memory() as memory:
            for vectors in (True, False) if options.facts else ():
                name = "vectors" if vectors else "none"
                found = await facts_a_second(memory, options, vectors=vectors)
                say(name, found)
                figures |= {f"{name}.{key}": value for key, value in found.items()}
            if options.episodes:
                figures |= await episodes_a_second(memory, options.episodes)
    return figures


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=20_000)
    parser.add_argument(
        "--slice", type=int, default=2_000, help="number of facts that each way writes before the other's turn"
    )
    parser.add_argument("--batch", type=int, default=0, help="records of one commit; 0 = the import decides")
    parser.add_argument("--server-pid", type=int, default=0, help="process id of Neo4j, to measure its processor time")
    parser.add_argument("--episodes", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(parsed()))))
