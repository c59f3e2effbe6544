"""Mixed load for a long time on the embedded server: memory flat, nothing left open, latency by minute, every event delivered.

usage: python -m benchmarks.load.soak [--minutes 20] [--kills 6] [--rate 8] [--clients 6] [--brains 4] [--heap 1g]
    [--embedder NAME]

An embedded Neo4j in a temporary folder, `graphmem serve`, `graphmem worker` and a receiver of webhooks are processes of their
own. Every job of upkeep runs every two minutes in every brain. Clients send episodes with supplied extraction (waited for and
queued), recalls of now and of both pasts, lists, facts, ends, restores, corrections, merges, forgets and imports. The rate is
steady and leaves the machine idle time: the subject is time, not load. Each minute reports latency by kind of request, memory of
the API and Neo4j (of the API the minimum of the minute) and of the live heap (after a full collection, which may coincide with
the slowest requests of a minute), connections, transactions, open files, tasks.

Then the receiver, the worker and the API are killed in turn (SIGKILL) while the traffic goes on, `--kills` times in all. At the
end the receiver, which drops repeats by id, must have the graph's own list of events, in its order. The last line of stdout is
one flat JSON object; the exit code is 1 if `sound` is false.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from neo4j import AsyncGraphDatabase
from rich.console import Console
from rich.table import Table

from benchmarks.load.processes import ServerAddress, free_port
from benchmarks.load.soak_feed import Delivered, Hooks, Processes, caught_up, job_runs
from benchmarks.load.soak_traffic import MIX, Client, KnownFacts, RequestLog, now
from benchmarks.load.soak_watch import Look, ProcessWatch, slope
from benchmarks.samples import percentile
from graphmem.embedded import server
from graphmem.settings import Settings

MINUTE = 60.0
WARM_ROUNDS = 3
"""The first requests of each kind meet missing plans and code that is not compiled; they belong to no minute."""
API_MB_MIN, HEAP_MB_MIN = 0.5, 1.0
"""The limit of flat memory: MB per minute in the second half, without the cache of embeddings, which fills and is then full."""
LONG_WORDS = 400
"""A message of this many words comes first: the embedder's runtime keeps the memory of its longest texts."""
PATIENCE = 120.0
VICTIMS = ("receiver", "worker", "api")
KILLED_AFTER_SEC = 10.0
CUT = ("ConnectError", "ReadError", "WriteError", "RemoteProtocolError")
"""What a client meets while the API is down."""
COLD_PATIENCE = 600.0
"""Time limit for a server without plans, on a machine with other load."""
LEFT_OPEN = 60.0
"""Seconds after which a transaction counts as left open: the time limit of a statement."""
say = Console(stderr=True).print


@dataclass(frozen=True)
class Minute:
    """The requests of one minute, and the measurements at its end."""

    number: int
    seen: RequestLog
    look: Look


@dataclass(frozen=True)
class Rest:
    """What stays open after the last request."""

    before: Look
    after: Look
    states: dict[str, int]


@dataclass(frozen=True)
class Feed:
    """What the receiver has, what was killed, the requests of that time, how many jobs have run, and their errors."""

    delivered: Delivered
    kills: Mapping[str, int]
    seen: RequestLog
    jobs: int
    errors: list[str]

    @property
    def wrong(self) -> Counter[str]:
        """Wrong answers that no killed API explains."""
        return Counter({what: n for what, n in self.seen.wrong.items() if not any(cut in what for cut in CUT)})


@asynccontextmanager
async def database(heap: str) -> AsyncIterator[tuple[ServerAddress, int]]:
    """An embedded Neo4j of its own, and its process id."""
    with tempfile.TemporaryDirectory(prefix="graphmem-soak-") as folder:
        ports = {"bolt_port": free_port(), "http_port": free_port()}
        settings = Settings(_env_file=None, data_dir=Path(folder), heap=heap, page_cache="256m", **ports)  # type: ignore[call-arg]
        running = await asyncio.to_thread(server.acquire, settings)
        try:
            yield ServerAddress(running.uri, running.user, running.password), running.pid
        finally:
            await asyncio.to_thread(server.stop, settings)


async def soak(options: argparse.Namespace) -> tuple[list[Minute], Rest, Feed]:
    """Run everything."""
    async with (
        database(options.heap) as (place, neo4j),
        services(place, options.embedder) as processes,
        httpx.AsyncClient(base_url=processes.address, timeout=PATIENCE) as http,
        AsyncGraphDatabase.driver(place.uri, auth=(place.user, place.password), user_agent="soak") as driver,
    ):
        brains = [KnownFacts(f"soak-{n}-{uuid4().hex[:6]}") for n in range(options.brains)]
        async with ProcessWatch(processes.running["api"].process.pid, neo4j, driver, http) as watch:
            minutes, left, hooks = await steady(options, processes, http, watch, brains)
        refused = await struck(options, processes, brains)
        delivered = await caught_up(http, hooks, processes.file)
        return minutes, left, Feed(delivered, processes.kills, refused, *await job_runs(http, hooks.cursors))


@asynccontextmanager
async def services(place: ServerAddress, embedder: str) -> AsyncIterator[Processes]:
    """The API, a worker and a receiver of webhooks."""
    with tempfile.TemporaryDirectory(prefix="graphmem-soak-") as folder:
        processes = Processes(place, Path(folder) / "received.jsonl", free_port(), free_port(), embedder)
        try:
            for name in ("receiver", "api", "worker"):
                await processes.start(name)
            yield processes
        finally:
            await processes.stop()


async def steady(
    options: argparse.Namespace,
    processes: Processes,
    http: httpx.AsyncClient,
    watch: ProcessWatch,
    brains: list[KnownFacts],
) -> tuple[list[Minute], Rest, Hooks]:
    """Send the traffic and measure each minute. Nothing is killed."""
    idle = await watch.look()
    await warm(http, brains)
    await rest(http, watch, brains, idle)
    hooks = await Hooks.made(http, [brain.name for brain in brains], processes.receiver_port)
    minutes = []
    for number in range(1, options.minutes + 1):
        seen = await traffic(options, processes.address, brains, MINUTE)
        minutes.append(Minute(number, seen, await watch.look()))
        tell(minutes[-1])
    return minutes, await rest(http, watch, brains, idle), hooks


async def struck(options: argparse.Namespace, processes: Processes, brains: Sequence[KnownFacts]) -> RequestLog:
    """Kill the processes in turn while the traffic goes on. Return the requests of this time; those that a kill cut are wrong."""
    dice, seen = random.Random(4), RequestLog()
    for number in range(options.kills):
        name = VICTIMS[number % len(VICTIMS)]
        async with asyncio.TaskGroup() as group:
            running = group.create_task(traffic(options, processes.address, brains, KILLED_AFTER_SEC * 2))
            await asyncio.sleep(dice.uniform(1, KILLED_AFTER_SEC))
            await processes.kill(name, dice)
        say(f"{now()} {name} was killed and started again: {running.result().count} requests answered")
        seen.wrong += running.result().wrong
    return seen


async def warm(http: httpx.AsyncClient, brains: Sequence[KnownFacts]) -> None:
    """Send every kind of request once, one after another."""
    client = Client(http, RequestLog(), random.Random(0))
    for brain in brains:
        words = " ".join(client.dice.choice(("tea", "rain", "Ana", "harbour", "music")) for _ in range(LONG_WORDS))
        body = {**brain.episode(client.dice), "content": words}
        await client.call("POST", f"{brain.path}/episodes", 201, json=body, timeout=COLD_PATIENCE)
    for _ in range(WARM_ROUNDS):
        for brain in brains:
            for kind in MIX:
                await client.send(kind, brain)


async def traffic(
    options: argparse.Namespace, address: str, brains: Sequence[KnownFacts], seconds: float
) -> RequestLog:
    """Run clients for a number of seconds."""
    seen, until = RequestLog(), time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for _ in range(options.clients):
            group.create_task(one_client(options, address, seen, brains, until))
    return seen


async def one_client(
    options: argparse.Namespace, address: str, seen: RequestLog, brains: Sequence[KnownFacts], until: float
) -> None:
    """A client with connections of its own."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        await Client(http, seen, random.Random(uuid4().int)).run(brains, options.clients / options.rate, until)


async def rest(http: httpx.AsyncClient, watch: ProcessWatch, brains: Sequence[KnownFacts], idle: Look) -> Rest:
    """Wait until the queue is empty, and a little longer, and measure again.

    Worker and upkeep go on, so a transaction may be open at any one moment. One that is left over stays open: the look is
    repeated until there is none, for LEFT_OPEN seconds at most.
    """
    end = time.monotonic() + PATIENCE
    while (states := await waiting(http, brains)).get("pending", 0) + states.get("extracting", 0):
        if time.monotonic() > end:
            break
        await asyncio.sleep(0.5)
    await asyncio.sleep(5)
    end = time.monotonic() + LEFT_OPEN
    while (look := await watch.look()).transactions and time.monotonic() < end:
        await asyncio.sleep(0.5)
    return Rest(idle, look, states)


async def waiting(http: httpx.AsyncClient, brains: Sequence[KnownFacts]) -> dict[str, int]:
    """Return the number of episodes by status in all brains."""
    total: dict[str, int] = {}
    for brain in brains:
        for status, episodes in (await http.get(f"{brain.path}/stats")).json()["episodes"].items():
            total[status] = total.get(status, 0) + episodes
    return total


# --------------------------------------------------------------------------- what is told


def part_of(values: Sequence[float], share: float) -> float | None:
    """Return the percentile of times in ms; None if there are none."""
    return round(percentile(values, share), 1) if values else None


def of_kind(minutes: Iterable[Minute], kind: str) -> list[float]:
    """Return the milliseconds of a kind."""
    return [ms for minute in minutes for ms in minute.seen.ms.get(kind, ())]


def tell(minute: Minute) -> None:
    """Print a line during the run."""
    every = [ms for values in minute.seen.ms.values() for ms in values]
    middle, slow = part_of(every, 0.5), part_of(every, 0.95)
    say(f"{now()} minute {minute.number}: {minute.seen.count} requests, p50 {middle} p95 {slow}")
    say(dict(minute.seen.wrong), asdict(minute.look))


def by_minute(minutes: Sequence[Minute]) -> Table:
    """Print memory and open things."""
    table = Table("minute", "requests", "wrong", "p50 ms", "p95 ms", "API MB", "cache", "files", "tasks", "Neo4j MB", "heap MB",
                  "bolt", "tx", box=None)  # fmt: skip
    for one in minutes:
        every, look = [ms for values in one.seen.ms.values() for ms in values], one.look
        asked = (one.seen.count, one.seen.wrong.total(), part_of(every, 0.5), part_of(every, 0.95))
        api_row = (look.api_mb, look.cache_mb, look.api_files, look.api_tasks)
        row = (one.number, *asked, *api_row, look.neo4j_mb, look.heap_mb, look.connections, look.transactions)
        table.add_row(*map(str, row))
    return table


def by_kind(minutes: Sequence[Minute]) -> Table:
    """Print p50/p95 of each kind by minute."""
    table = Table("p50/p95 ms", *(str(one.number) for one in minutes), box=None)
    for kind in MIX:
        values = [of_kind([one], kind) for one in minutes]
        table.add_row(kind, *(f"{percentile(v, 0.5):.0f}/{percentile(v, 0.95):.0f}" if v else "-" for v in values))
    return table


def halves(minutes: Sequence[Minute]) -> tuple[Sequence[Minute], Sequence[Minute]]:
    """Return the first and the second half."""
    return minutes[: len(minutes) // 2], minutes[len(minutes) // 2 :]


def verdict(minutes: Sequence[Minute], left: Rest, feed: Feed) -> dict[str, Any]:
    """Return the flat object of the last line."""
    first, second = halves(minutes)
    api_slope = slope([one.look.api_mb - one.look.cache_mb for one in second])
    heap_slope = slope([one.look.heap_mb for one in second])
    wrong = sum(one.seen.wrong.total() for one in minutes)
    unfinished = sum(n for status, n in left.states.items() if status in ("pending", "extracting", "failed"))
    flat = all(rise is None or rise <= most for rise, most in ((api_slope, API_MB_MIN), (heap_slope, HEAP_MB_MIN)))
    grown = (left.after.api_tasks or 0) - (left.before.api_tasks or 0)
    closed = left.after.transactions == 0 and grown <= 1
    served = not (wrong or unfinished or feed.wrong)
    delivered, upkept = feed.delivered.is_right, feed.jobs > 0 and not feed.errors
    return {
        "minutes": len(minutes), "requests": sum(one.seen.count for one in minutes), "wrong_answers": wrong,
        "refused": sum(one.seen.refused.total() for one in minutes), "episodes": sum(left.states.values()),
        "episodes_not_extracted": unfinished, "api_mb": left.after.api_mb,
        "cache_mb": left.after.cache_mb, "api_mb_per_minute": api_slope,
        "heap_mb": left.after.heap_mb, "heap_mb_per_minute": heap_slope, "neo4j_mb": left.after.neo4j_mb,
        "neo4j_mb_per_minute": slope([one.look.neo4j_mb for one in second]), "transactions_left": left.after.transactions,
        "connections_left": left.after.connections, "files_left": left.after.api_files, "tasks_grown": grown,
        **{f"{kind.replace(' ', '_')}_ms_p50.{half}": part_of(of_kind(part, kind), 0.5)
           for kind in MIX for half, part in (("first", first), ("second", second))},
        **{f"kills_{name}": n for name, n in feed.kills.items()}, "wrong_after_kills": feed.wrong.total(),
        **{f"events_{name}": n for name, n in asdict(feed.delivered).items()},
        "jobs_run": feed.jobs, "jobs_failed": len(feed.errors),
        "memory_flat": flat, "nothing_left": closed, "nothing_failed": served, "all_delivered": delivered, "upkeep_ran": upkept,
        "sound": flat and closed and served and delivered and upkept,
    }  # fmt: skip


def main() -> None:
    """Print the tables and the verdict."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--rate", type=float, default=8.0, help="requests per second of all clients together")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--brains", type=int, default=4)
    parser.add_argument("--heap", default="1g")
    parser.add_argument("--embedder", default="bge-small-en-v1.5")
    minutes, left, feed = asyncio.run(soak(parser.parse_args()))
    wide = Console(width=40 + 12 * max(len(minutes), 12))
    wide.print(by_minute(minutes))
    wide.print(by_kind(minutes))
    spread = [part_of([ms for values in one.seen.ms.values() for ms in values], 0.5) or 0.0 for one in minutes]
    say(f"p50 over the minutes: median {statistics.median(spread)}, most {max(spread)}")
    for one in minutes:
        for what, times in (one.seen.wrong + one.seen.refused).items():
            say(f"minute {one.number}: {times} x {what}")
    for error in [*feed.wrong, *feed.errors]:
        say(error)
    told = verdict(minutes, left, feed)
    print(json.dumps(told))
    if not told["sound"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
