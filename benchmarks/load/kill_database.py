"""Take the embedded Neo4j away under load, again and again: it comes back by itself, and nothing is lost or doubled.

usage: python -m benchmarks.load.kill_database [--how kill] [--lasts 60] [--folder DIR] [--kills 5] [--gap 15] [--writers 4]
       [--readers 2] [--limit 20] [--embedder hash]

`graphmem serve` runs on the embedded Neo4j of a temporary folder. Writers send messages under an Idempotency-Key, every second
one waited for, and repeat a refused message under its key. Readers recall. Some seconds after a recall and a write have succeeded
again, `--how` says what happens: `kill` sends SIGKILL to Neo4j; `stop` sends SIGSTOP and, `--lasts` seconds later, SIGCONT;
`full` fills the file system of `--folder` and makes room `--lasts` seconds later (give it a small file system of its own, such
as a tmpfs). The seconds count from the kill, or from the end of the stop or of the lack of room. At the end every accepted
message must be one episode that is extracted once, and every refusal must have been a 503 with Retry-After that claims nothing
about what was stored. The last line of stdout is one flat JSON object; the exit code is 1 if something was lost, doubled, or
answered otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from neo4j import AsyncGraphDatabase
from rich.console import Console

from benchmarks.load.processes import DataFolder, api
from graphmem.embedded import server

BRAIN = "killed"
PATH = f"/v1/brains/{BRAIN}"
CLIENT_SEC = 120.0
"""Seconds after which a client gives a request up."""
PROBE_SEC = 0.25
"""Pause between two probes after a kill."""
MOST_DOWN = 240.0
"""Seconds after which an outage counts as final."""
MOST_LEFT = 240.0
"""Seconds that the queue has at the end to become empty."""
OUTAGE_CODES = frozenset(("database_unavailable", "database_busy", "database_timeout"))
CLAIMS = ("nothing was", "was not stored", "was stored", "has been stored")
"""Words by which an answer would claim to know what the database did."""
COUNTED = (
    "MATCH (e:Episode {brain: $brain}) "
    "RETURN e.id AS id, e.content AS content, e.status AS status, COUNT { (e)-[:STATES]->() } AS statements"
)
say = Console(stderr=True).print


# --------------------------------------------------------------------------- answers


def fault_of(status: int, headers: Mapping[str, str], body: str) -> str | None:
    """Return what is wrong with a refusal during an outage; None: it is a 503 problem that says when to come back."""
    if status != 503:
        return f"{status} {body[:200]}"
    try:
        problem = json.loads(body)
    except ValueError:
        return f"503 without a problem document: {body[:200]}"
    if problem.get("code") not in OUTAGE_CODES:
        return f"503 {problem.get('code')}: {problem.get('detail')}"
    if not headers.get("retry-after", "").isdigit():
        return "503 without Retry-After"
    claim = next((claim for claim in CLAIMS if claim in str(problem.get("detail"))), None)
    return f"503 that claims {claim!r}: {problem['detail']}" if claim else None


@dataclass
class Seen:
    """What the clients have sent and got."""

    accepted: dict[str, str] = field(default_factory=dict)
    """Content of each accepted message: the id of its episode."""
    other_ids: list[str] = field(default_factory=list)
    """Messages that got another episode when they were repeated under their key."""
    answers: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    recalls: int = 0

    def refused(self, answer: httpx.Response) -> None:
        """Note a refusal."""
        self.answers[f"{answer.status_code} {_code(answer)}"] += 1
        if fault := fault_of(answer.status_code, answer.headers, answer.text):
            self.wrong[fault] += 1

    def accept(self, content: str, id_: str) -> None:
        """Note an accepted message."""
        if self.accepted.setdefault(content, id_) != id_:
            self.other_ids.append(content)


def _code(answer: httpx.Response) -> str:
    try:
        return str(answer.json().get("code"))
    except ValueError:
        return "no JSON"


@dataclass(frozen=True)
class KillOutcome:
    """What is in the graph at the end, compared with what was accepted."""

    lost: int
    doubled: int
    not_extracted: int


def compared(accepted: Mapping[str, str], rows: Iterable[Mapping[str, Any]]) -> KillOutcome:
    """Compare the accepted messages, each of which states one fact, with the episodes of the brain.

    Lost: no episode has its id. Doubled: further episodes with the same content, and further statements of an episode.
    """
    rows = list(rows)
    ids = {row["id"]: row for row in rows}
    contents = Counter(row["content"] for row in rows)
    further = sum(number - 1 for number in contents.values())
    return KillOutcome(
        lost=sum(id_ not in ids for id_ in accepted.values()),
        doubled=further + sum(max(0, row["statements"] - 1) for row in rows),
        not_extracted=sum(row["status"] != "extracted" or not row["statements"] for row in rows),
    )


# --------------------------------------------------------------------------- clients


def message(who: str, number: int) -> dict[str, Any]:
    """Return a message that states one fact, which no other message states."""
    told = {
        "subject": f"Person {who}",
        "relation": "visited",
        "object": f"Town {who} {number}",
        "object_is_entity": False,
    }
    return {"content": f"{who} {number}: I was there.", "extraction": {"facts": [told]}, "wait": number % 2 == 0}


class KeyedClient:
    """One client of the API."""

    def __init__(self, http: httpx.AsyncClient, seen: Seen) -> None:
        self.http, self.seen = http, seen

    async def write(self, who: str, number: int, *, again: bool = True) -> bool:
        """Send a message under its key, until it is accepted if `again`; return whether it was."""
        body, headers = message(who, number), {"Idempotency-Key": f"{who}-{number}"}
        while True:
            answer = await self._asked("POST", f"{PATH}/episodes", json=body, headers=headers)
            if answer is not None and answer.is_success:
                self.seen.answers[str(answer.status_code)] += 1
                self.seen.accept(body["content"], answer.json()["episode_id"])
                return True
            if not again:
                return False
            self.seen.repeated += 1
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)) if answer is not None else 1.0)

    async def recall(self) -> bool:
        """Ask a question; return whether it was answered."""
        answer = await self._asked("POST", f"{PATH}/recall", json={"query": "Which town did Person writer-0 visit?"})
        self.seen.recalls += answer is not None and answer.is_success
        return answer is not None and answer.is_success

    async def _asked(self, method: str, path: str, **sent: Any) -> httpx.Response | None:
        try:
            answer = await self.http.request(method, path, **sent)
        except httpx.HTTPError as error:
            self.seen.wrong[f"{path}: {type(error).__name__}"] += 1
            return None
        if not answer.is_success:
            self.seen.refused(answer)
        return answer


async def writing(client: KeyedClient, who: str, ending: asyncio.Event) -> None:
    """Write until the end."""
    number = 0
    while not ending.is_set():
        await client.write(who, number)
        number += 1
        await asyncio.sleep(0.1)


async def reading(client: KeyedClient, ending: asyncio.Event) -> None:
    """Recall until the end."""
    while not ending.is_set():
        await client.recall()
        await asyncio.sleep(0.2)


@asynccontextmanager
async def load(address: str, seen: Seen, writers: int, readers: int) -> AsyncIterator[None]:
    """Keep the clients busy while the block runs; then let each finish its request."""
    ending = asyncio.Event()
    async with httpx.AsyncClient(base_url=address, timeout=CLIENT_SEC) as http, asyncio.TaskGroup() as group:
        client = KeyedClient(http, seen)
        for n in range(writers):
            group.create_task(writing(client, f"writer-{n}", ending))
        for _ in range(readers):
            group.create_task(reading(client, ending))
        try:
            yield
        finally:
            ending.set()


# --------------------------------------------------------------------------- kills


async def until_it_works(ask: Callable[[], Awaitable[bool]], begun: float) -> float:
    """Return the seconds since `begun` after which a request succeeded that was sent after it; MOST_DOWN or more: none has."""
    while not await ask() and time.monotonic() - begun < MOST_DOWN:
        await asyncio.sleep(PROBE_SEC)
    return round(time.monotonic() - begun, 1)


def neo4j_process(place: DataFolder) -> psutil.Process:
    """Return the Neo4j process of the folder."""
    pid = server.status(place.settings()).pid
    if pid is None or "java" not in (process := psutil.Process(pid)).name():
        raise SystemExit("There is no Neo4j to kill.")
    return process


async def kill(place: DataFolder, _lasts: float) -> None:
    """Kill Neo4j."""
    process = neo4j_process(place)
    process.send_signal(signal.SIGKILL)
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        await asyncio.sleep(0.01)


async def stop(place: DataFolder, lasts: float) -> None:
    """Let Neo4j stand still for a while, with its connections open."""
    process = neo4j_process(place)
    process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(lasts)
    finally:
        process.send_signal(signal.SIGCONT)


async def fill(place: DataFolder, lasts: float) -> None:
    """Fill the file system of the folder for a while."""
    filler = place.folder / "filler"
    try:
        await asyncio.to_thread(_write_until_full, filler)
        await asyncio.sleep(lasts)
    finally:
        filler.unlink(missing_ok=True)


def _write_until_full(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        for size in (2**20, 2**12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


HOW: dict[str, Callable[[DataFolder, float], Awaitable[None]]] = {"kill": kill, "stop": stop, "full": fill}


async def taken_away(
    place: DataFolder, client: KeyedClient, number: int, options: argparse.Namespace
) -> tuple[float, float]:
    """Take Neo4j away; return the seconds until a recall and until a write succeeds again."""
    await HOW[options.how](place, options.lasts)
    begun = time.monotonic()
    counter = iter(range(10**6))
    recall, write, ready = await asyncio.gather(
        until_it_works(client.recall, begun),
        until_it_works(lambda: client.write(f"probe-{number}", 2 * next(counter), again=False), begun),
        until_it_works(lambda: _is_ready(place), begun),
    )
    say(f"  Neo4j answers its supervisor after {ready} s")
    return recall, write


async def _is_ready(place: DataFolder) -> bool:
    """Whether the supervisor has seen that Neo4j answers. It looks once in half a second whether Neo4j has died."""
    found = await asyncio.to_thread(server.status, place.settings())
    if found.phase != "running" or found.pid is None:
        return False
    try:
        return psutil.Process(found.pid).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


async def emptied(http: httpx.AsyncClient) -> float:
    """Wait until no episode of the brain waits any more; return the seconds."""
    begun = time.monotonic()
    while time.monotonic() - begun < MOST_LEFT:
        states = (await http.get(f"{PATH}/stats")).raise_for_status().json()["episodes"]
        if not states.get("pending", 0) + states.get("extracting", 0):
            break
        await asyncio.sleep(1)
    return round(time.monotonic() - begun, 1)


async def counted(place: DataFolder) -> list[dict[str, Any]]:
    """Return the episodes of the brain."""
    running = await asyncio.to_thread(server.acquire, place.settings())
    try:
        async with AsyncGraphDatabase.driver(running.uri, auth=(running.user, running.password)) as driver:
            rows, _, _ = await driver.execute_query(COUNTED, brain=BRAIN)
            return [dict(row) for row in rows]
    finally:
        await asyncio.to_thread(server.release, running)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything; return the figures as one flat object."""
    seen, outages = Seen(), list[tuple[float, float]]()
    with tempfile.TemporaryDirectory(prefix="graphmem-killed-", dir=options.folder) as folder:
        place = DataFolder(Path(folder))
        async with (
            api(place, GRAPHMEM_EMBEDDER=options.embedder) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=CLIENT_SEC) as http,
        ):
            probe = KeyedClient(http, seen)
            async with load(address, seen, options.writers, options.readers):
                for number in range(options.kills):
                    await asyncio.sleep(options.gap)
                    outages.append(await taken_away(place, probe, number, options))
                    recall, write = outages[-1]
                    say(f"kill {number + 1}: recall after {recall} s, write after {write} s; {dict(seen.answers)}")
                    for what, times in seen.wrong.items():
                        say(f"  wrong so far, {times} times: {what}")
                await asyncio.sleep(min(options.gap, 5.0))
            waited = await emptied(http)
            say(f"the queue was empty after {waited} s")
            outcome = compared(seen.accepted, await counted(place))
    for what, times in seen.wrong.items():
        say(f"wrong, {times} times: {what}")
    return figures(seen, outages, outcome, options.limit)


def figures(seen: Seen, outages: list[tuple[float, float]], outcome: KillOutcome, limit: float) -> dict[str, Any]:
    """Return the flat object of the last line."""
    slowest = max(max(pair) for pair in outages)
    wrong, refused = seen.wrong.total(), sum(n for what, n in seen.answers.items() if what.startswith("503"))
    away = sum(max(pair) >= MOST_DOWN for pair in outages)
    bad = away + outcome.lost + outcome.doubled + outcome.not_extracted + len(seen.other_ids) + wrong
    return {
        "kills": len(outages),
        **{f"kill{n}.recall_s": recall for n, (recall, _) in enumerate(outages, 1)},
        **{f"kill{n}.write_s": write for n, (_, write) in enumerate(outages, 1)},
        "slowest_s": slowest, "limit_s": limit, "within_limit": slowest <= limit, "accepted": len(seen.accepted),
        "recalls": seen.recalls, "refused_503": refused, "repeated": seen.repeated, "lost": outcome.lost,
        "doubled": outcome.doubled, "not_extracted": outcome.not_extracted, "other_episode": len(seen.other_ids),
        "wrong_answers": wrong, "sound": not bad,
    }  # fmt: skip


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--how", choices=sorted(HOW), default="kill")
    parser.add_argument("--lasts", type=float, default=60.0, help="seconds of a stop or of a full disk")
    parser.add_argument(
        "--folder", type=Path, help="where the data folder is made; default the system's temporary folder"
    )
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--gap", type=float, default=15.0, help="seconds of load between two outages")
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--readers", type=int, default=2)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds that an outage should take at most")
    parser.add_argument("--embedder", default="hash")
    told = asyncio.run(run(parser.parse_args()))
    print(json.dumps(told))
    if not told["sound"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
