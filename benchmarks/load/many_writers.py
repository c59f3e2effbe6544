"""Many processes write to one brain: no duplicate name, no two current values, nothing lost; and the throughput.

usage: python -m benchmarks.load.many_writers [--runs 1] [--processes 8] [--episodes 200] [--no-api] [--no-throughput]

Every process sends episodes about two of nineteen names, each in one of its spellings (case, accents, spaces), with supplied
extraction and a relation of cardinality one. Then the same through two API processes. Then the throughput of 1, 2, 4 and 8
processes, on one brain and on a brain each, beside the bare first statement of the commit in a loop. Neo4j is that of NEO4J_URI,
else an embedded one in a temporary folder. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from rich.console import Console

from benchmarks.load.processes import ServerAddress, api
from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.faults.test_races import NAMES, variant

ROOT = Path(__file__).resolve().parents[2]
OVERLAPS = """
MATCH (e:Entity {brain: $brain})-[f:FACT {relation: 'lives_in'}]->() WHERE e.key IS NOT NULL
WITH e, f ORDER BY f.tStart WITH e, collect(f) AS fs UNWIND range(0, size(fs) - 2) AS i
WITH fs[i] AS one, fs[i + 1] AS next WHERE one.tEnd > next.tStart RETURN count(*) AS overlaps
"""
say = Console(stderr=True).print


def drawn(dice: random.Random) -> list[str]:
    """Return two of the names."""
    return dice.sample(NAMES, 2)


def body(dice: random.Random, text: str) -> dict[str, Any]:
    """Return an episode about two names."""
    one, other = (variant(name, dice) for name in drawn(dice))
    return {
        "content": f"{text}: {one} and {other}",
        "occurred_at": f"20{dice.randrange(10, 24)}-0{dice.randrange(1, 9)}-01T00:00:00Z",
        "resolve": "exact",
        "extraction": {
            "entities": [{"name": one, "type": "thing"}, {"name": other, "type": "thing"}],
            "facts": [{"subject": one, "relation": "lives_in", "object": other}],
        },
    }


# --------------------------------------------------------------------------- a writer: one process


async def write(place: ServerAddress, brain_name: str, number: int, episodes: int, kind: str) -> None:
    """Print `ready`, wait for a line, write, and report start, end and failures."""
    async with place.memory() as memory:
        brain, dice, failed = memory.brain(brain_name), random.Random(number), 0
        await Brain(brain.engine, f"{brain_name}-warm-{number}").remember(**body(dice, "warm"))
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        begun = time.time()
        for n in range(episodes):
            try:
                if kind == "bare":
                    await bare(memory.store, brain_name, number, n)
                else:
                    result = await brain.remember(**body(dice, f"{number}/{n}"))
                    failed += not result.success
            except Exception as error:  # noqa: BLE001 (whatever it is, it is counted and told)
                failed += 1
                say(f"{number}/{n}: {error!r}")
        print(json.dumps({"begun": begun, "ended": time.time(), "failed": failed}), flush=True)


async def bare(store: Store, brain: str, number: int, n: int) -> None:
    """Run the first part of a commit alone: the lock, two names, a statement."""
    ends = [
        {"n": 0, "vector": None, "at": "2020-01-01T00:00:00Z",
         "create": {"brain": brain, "id": f"{number}-{n}-{end}", "key": f"thing:{number}-{n}-{end}", "name": end}}
        for end in ("one", "other")
    ]  # fmt: skip
    at = datetime(2020, 1, 1, tzinfo=UTC).isoformat()
    said = {
        "id": f"{number}-{n}",
        "subjectId": f"{number}-{n}-one",
        "objectId": f"{number}-{n}-other",
        "relation": "lives_in",
    }
    rows = await store.write(
        "ingest/commit", brain=brain, token="t", state=None, commits=1, episodes=[], records=1, entities=ends,
        seen=[{"id": end["create"]["id"], "occurredAt": at, "n": 0} for end in ends],
        aliases=[], values=[], types=[], relations=[],
        mentioned=[], names=[], boosted=[],
        statements=[{"n": 0, "episodeId": None, "props": {**said, "action": "holds", "text": "one and other"}, "at": at}],
    )  # fmt: skip
    assert rows


class Writer:
    """A process of `write`, as its parent sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, place: ServerAddress, brain: str, number: int, episodes: int, kind: str) -> Writer:
        """Start it."""
        command = ["--writer", str(number), "--brain", brain, "--episodes", str(episodes), "--kind", kind]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "benchmarks.load.many_writers",
            *command,
            env=place.environment(),
            cwd=ROOT,
            stdin=-1,
            stdout=-1,
        )
        return cls(process)

    async def ready(self) -> None:
        """Return when it is ready."""
        if await self.line() != "ready":
            raise SystemExit("A writer did not start; its output is above.")

    async def line(self) -> str:
        """Return its next line."""
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().strip()

    async def run(self) -> dict[str, Any]:
        """Let it start; return its report."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        await self.process.stdin.drain()
        told = json.loads(await self.line())
        await self.process.wait()
        return dict(told)


async def written(place: ServerAddress, brains: Sequence[str], episodes: int, kind: str = "remember") -> dict[str, Any]:
    """Run one process per brain, all at once; return seconds from the first start to the last end, and failures."""
    writers = [await Writer.start(place, brain, n, episodes, kind) for n, brain in enumerate(brains)]
    try:
        await asyncio.gather(*(one.ready() for one in writers))
        told = await asyncio.gather(*(one.run() for one in writers))
    finally:
        for one in writers:
            if one.process.returncode is None:
                one.process.kill()
    seconds = max(t["ended"] for t in told) - min(t["begun"] for t in told)
    return {"seconds": seconds, "failed": sum(t["failed"] for t in told), "episodes": episodes * len(brains)}


# --------------------------------------------------------------------------- what has to be right


async def checked(brain: Brain, sent: int) -> dict[str, int]:
    """The state of the brain after `sent` episodes, and the errors in it."""
    stats = await brain.overview.stats()
    rows, _, _ = await brain.engine.store.driver.execute_query(OVERLAPS, brain=brain.name)
    return {
        "entities": stats.entities,
        "overlaps": rows[0]["overlaps"],
        "extracted": stats.episodes.get("extracted", 0),
        "not_extracted": sum(stats.episodes.values()) - stats.episodes.get("extracted", 0),
        "missing": sent - sum(stats.episodes.values()),
        "commits_too_many": stats.revision - sent,
    }


def wrong(found: dict[str, int], episodes: int) -> bool:
    """Whether anything is wrong; 20 or more episodes per process use every name."""
    bad = ("overlaps", "not_extracted", "missing", "commits_too_many", "failed")
    names = len(NAMES) if episodes >= 20 else found["entities"]
    return found["entities"] != names or found["entities"] > len(NAMES) or any(found[name] for name in bad)


async def by_processes(memory: Memory, place: ServerAddress, processes: int, episodes: int) -> dict[str, Any]:
    """One run of many processes on one brain."""
    brain = memory.brain(f"writers-{uuid4().hex[:12]}")
    told = await written(place, [brain.name] * processes, episodes)
    return {
        **await checked(brain, processes * episodes),
        "failed": told["failed"],
        "seconds": round(told["seconds"], 1),
    }


async def by_apis(memory: Memory, place: ServerAddress, clients: int, episodes: int) -> dict[str, Any]:
    """One run of clients that send to two API processes in turn; half of them do not wait."""
    brain = memory.brain(f"apis-{uuid4().hex[:12]}")
    begun = time.monotonic()
    async with api(place) as (_, one), api(place) as (_, other):

        async def client(number: int) -> int:
            dice, failed = random.Random(number), 0
            async with httpx.AsyncClient(base_url=(one, other)[number % 2], timeout=120) as http:
                for n in range(episodes):
                    sent = {**body(dice, f"{number}/{n}"), "wait": number % 4 < 2}
                    answer = await http.post(f"/v1/brains/{brain.name}/episodes", json=sent)
                    failed += answer.status_code not in (201, 202)
            return failed

        failed = sum(await asyncio.gather(*(client(n) for n in range(clients))))
        while (await brain.overview.stats()).episodes.get("extracted", 0) < clients * episodes - failed:
            await asyncio.sleep(0.2)
            if time.monotonic() - begun > 600:
                break
    return {**await checked(brain, clients * episodes), "failed": failed, "seconds": round(time.monotonic() - begun, 1)}


async def throughput(place: ServerAddress, episodes: int) -> dict[str, float]:
    """Return episodes per second by 1, 2, 4 and 8 processes, on one brain and on a brain each; and of the bare statement."""
    figures: dict[str, float] = {}
    for kind in ("remember", "bare"):
        for many in (False, True):
            for processes in (1, 2, 4, 8):
                run = uuid4().hex[:8]
                brains = [f"{kind}-{run}-{n if many else 0}" for n in range(processes)]
                told = await written(place, brains, max(episodes // processes, 1), kind)
                name = f"{kind}.{'many' if many else 'one'}.{processes}"
                figures[name] = round(told["episodes"] / told["seconds"], 1)
                say(name, figures[name])
    return figures


# --------------------------------------------------------------------------- all of it


@contextmanager
def database() -> Iterator[ServerAddress]:
    """NEO4J_URI, or an embedded server of its own."""
    if uri := os.environ.get("NEO4J_URI"):
        yield ServerAddress(uri, os.environ.get("NEO4J_USER", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""))
        return
    from graphmem.embedded import server

    with tempfile.TemporaryDirectory(prefix="graphmem-writers-") as folder:
        running = server.acquire(Settings(_env_file=None, data_dir=Path(folder)))  # type: ignore[call-arg]
        try:
            yield ServerAddress(running.uri, running.user, running.password)
        finally:
            server.release(running)


async def main(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything; return the figures as one flat object."""
    figures: dict[str, Any] = {"runs": options.runs, "processes": options.processes, "episodes": options.episodes}
    bad = 0
    with database() as place:
        async with place.memory() as memory:
            for number in range(options.runs):
                found = await by_processes(memory, place, options.processes, options.episodes)
                bad += wrong(found, options.episodes)
                say(f"run {number + 1}", found)
                figures[f"run{number + 1}.entities"] = found["entities"]
                figures[f"run{number + 1}.per_second"] = round(found["extracted"] / found["seconds"], 1)
            if options.api:
                found = await by_apis(memory, place, options.processes, max(options.episodes // 4, 1))
                bad += wrong(found, options.episodes // 4)
                say("two API processes", found)
                figures["apis.entities"], figures["apis.extracted"] = found["entities"], found["extracted"]
        if options.throughput:
            figures |= await throughput(place, options.episodes * 2)
    return {**figures, "runs_wrong": bad}


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--episodes", type=int, default=200, help="episodes per process")
    parser.add_argument("--api", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--throughput", action=argparse.BooleanOptionalAction, default=True)
    for name in ("--writer", "--brain", "--kind"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    given = parsed()
    if given.writer is not None:
        here = ServerAddress(os.environ["NEO4J_URI"], os.environ["NEO4J_USER"], os.environ["NEO4J_PASSWORD"])
        asyncio.run(write(here, given.brain, int(given.writer), given.episodes, given.kind))
    else:
        result = asyncio.run(main(given))
        print(json.dumps(result))
        if result["runs_wrong"]:
            raise SystemExit(1)
