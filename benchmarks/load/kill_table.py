"""Kill workers, the API and Neo4j at every boundary of an episode's processing, and check that nothing is lost or doubled.

usage: python -m benchmarks.load.kill_table [--only PATTERN] [--episodes 6]

Everything is a process of its own: an embedded Neo4j in a temporary folder, `graphmem worker` and `graphmem serve` with
GRAPHMEM_FAULT set. In each case a brain gets the same conversation, something is killed, the remaining processes work off the
queue, and the content of the graph is compared with that of an undisturbed run. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from rich.console import Console
from rich.table import Table

from benchmarks.load.processes import LEASE, PATIENCE, Child, ServerAddress, api, free_port
from graphmem.brain import Brain
from graphmem.fault_points import POINTS
from graphmem.ingest.episodes.queue import depth
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.testing.scripted_server import RecordedRequest, ScriptedServer

MESSAGE_POINTS = tuple(point for point in POINTS if point != "transcript")
"""The points that a message passes by itself."""
WORK_POINTS = tuple(point for point in MESSAGE_POINTS if point != "stored")
JUMPED = """\
import datetime, sys, time
class Jumped(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)
real, began = time.time, time.monotonic()
time.time = lambda: real() + ({jump} if time.monotonic() - began > 1.0 else -{jump})
datetime.datetime = Jumped
from graphmem.cli.main import app
app(sys.argv[1:])
"""
"""A host whose clock is days off, and jumps by twice as much while it works."""


# --------------------------------------------------------------------------- what is told


EMPLOYER = {"subject": "Ana", "relation": "works_at"}
ANA = {"subject": "Ana", "object_is_entity": False, "cardinality": "one"}
LOCKER = {"relation": "has_locker_code"}


def conversation(episodes: int) -> list[dict[str, Any]]:
    """Messages with their facts: employers that follow one another, an end that comes before its start, and conditions.

    A desk is kept only with the employer, a badge comes with the next one. The last message asks to forget a word of the first.
    """
    firms = ("Acme", "Globex", "Initech", "Hooli", "Umbrella")
    told = []
    for n in range(episodes):
        firm, day = firms[n % len(firms)], f"20{10 + n:02}-03-01T00:00:00Z"
        facts = [
            {"subject": "Ana", "relation": "works_at", "object": firm},
            {"subject": f"Friend {n}", "relation": "works_at", "object": firm},
            {"subject": "Ana", "relation": "likes", "object": f"tea number {n % 3}", "object_is_entity": False},
        ]
        if n % 3 == 2:
            facts.append({"subject": "Ana", "relation": "works_at", "object": firm, "action": "ends",
                          "valid_until": f"20{10 + n:02}-09-01T00:00:00Z"})  # fmt: skip
        if n % 2:
            facts += [
                {**ANA, "relation": "has_desk", "object": f"desk {n}", "holds_while": [EMPLOYER]},
                {
                    **ANA,
                    "relation": "has_badge",
                    "object": f"badge {n}",
                    "starts_when": {**EMPLOYER, "event": "changes"},
                },
            ]
        if n == 0:
            facts.append({**ANA, **LOCKER, "object": "code 4711"})
        if n == episodes - 1:
            facts.append({**ANA, **LOCKER, "object": "code 4711", "action": "forget"})
        people = [{"name": name, "type": "person"} for name in ("Ana", f"Friend {n}")]
        told.append({
            "content": f"message {n}: Ana is at {firm} now", "speaker": "Ana", "role": "user", "session_id": "s",
            "occurred_at": day, "resolve": "exact",
            "extraction": {"entities": [*people, {"name": firm, "type": "organization"}], "facts": facts},
        })  # fmt: skip
    return told


SESSION_SIZE = 5


def waiting_session() -> list[dict[str, Any]]:
    """Memorable messages of one session, which wait until they are SESSION_SIZE."""
    firms = ("Acme", "Globex", "Initech", "Hooli", "Umbrella")
    return [
        {"content": f"Remember that I work at {firm} now.", "speaker": "Ana", "session_id": "s",
         "occurred_at": f"20{10 + n}-03-01T00:00:00Z"}
        for n, firm in enumerate(firms[:SESSION_SIZE])
    ]  # fmt: skip


def session_answer(asked: RecordedRequest) -> dict[str, Any]:
    """What a model says about the messages of such a session that stand in a prompt: each fact with its message."""
    messages = asked.transcript or (asked.prompt.rsplit("\nMessage:\n", 1)[1],)
    firms = re.findall(r"I work at (\w+) now", "\n".join(messages))
    facts = [
        {"message": n, "subject": "Ana", "relation": "works_at", "object": firm, "text": f"Ana works at {firm}."}
        for n, firm in enumerate(firms, 1)
    ]
    return {"entities": [{"name": firm, "type": "organization"} for firm in firms], "facts": facts}


CONTENT = {
    "episodes": "MATCH (e:Episode {brain: $brain}) "
    "RETURN e.content AS a, e.status AS b, e.searchText AS c, COUNT { (e)-[:MENTIONS]->() } AS d",
    "entities": "MATCH (e:Entity {brain: $brain}) "
    "RETURN e.key AS a, e.name AS b, e.type AS c, e.firstSeenAt AS d, e.lastSeenAt AS e",
    "aliases": "MATCH (a:Alias {brain: $brain})-[:ALIAS_OF]->(e) RETURN a.norm AS a, e.key AS b",
    "statements": "MATCH (ep:Episode {brain: $brain})-[:STATES]->(s) MATCH (o {brain: $brain, id: s.subjectId}) "
    "RETURN ep.content AS a, o.key AS b, s.relation AS c, s.action AS d, s.at AS e, s.until AS f, s.text AS g",
    "facts": "MATCH (s {brain: $brain})-[f:FACT]->(o) "
    "RETURN s.key AS a, f.relation AS b, o.key AS c, f.tValid AS d, f.tInvalid AS e, f.factText AS f, "
    "size(f.statementIds) AS g, f.closedReason AS h",
    "conditions": "MATCH (s:Statement {brain: $brain})-[r:HOLDS_WHILE|STARTS_WHEN]->(c:Condition) "
    "RETURN s.text AS a, type(r) AS b, c.relation AS c, c.event AS d",
    "hidden": "MATCH (h:Hidden {brain: $brain}) RETURN h.hiddenLabel AS a, h.text AS b, h.name AS c",
    "ties": "MATCH (f:FactRef {brain: $brain}) RETURN COUNT { (f)-[:ASSOCIATED]-() } AS a",
    "commits": "MATCH (b:Brain {id: $brain}) RETURN b.revision AS a",
}


async def content(brain: Brain) -> dict[str, Counter[str]]:
    """Return everything that a brain holds, by content: without ids, system times and intermediate versions."""
    found = {}
    for name, text in CONTENT.items():
        rows, _, _ = await brain.engine.store.driver.execute_query(text, brain=brain.name)
        found[name] = Counter(json.dumps(list(row.values()), default=str) for row in rows)
    return found


@dataclass(frozen=True)
class FaultOutcome:
    """The effect of a case on the graph, beside that of an undisturbed run."""

    case: str
    happened: bool
    lost: int
    doubled: int
    other: int
    seconds: float

    @property
    def is_clean(self) -> bool:
        """Whether the fault happened and left no trace."""
        return self.happened and not (self.lost or self.doubled or self.other)


def compared(
    case: str, happened: bool, calm: dict[str, Counter[str]], left: dict[str, Counter[str]], begun: float
) -> FaultOutcome:
    """Lost and doubled: episodes and their statements. Other: any other difference."""
    own = ("episodes", "statements")
    lost = sum((calm[name] - left[name]).total() for name in own)
    doubled = sum((left[name] - calm[name]).total() for name in own)
    other = sum(calm[name] != left[name] for name in calm if name not in own)
    if other:
        Console(stderr=True).print({n: (calm[n] - left[n], left[n] - calm[n]) for n in calm if calm[n] != left[n]})
    return FaultOutcome(case, happened, lost, doubled, other, round(time.monotonic() - begun, 1))


# --------------------------------------------------------------------------- brains that get the conversation


async def store(brain: Brain, told: Sequence[dict[str, Any]]) -> None:
    """Store a conversation that nobody extracts yet."""
    for one in told:
        await brain.remember(**one, wait=False)


async def work_off(brain: Brain) -> None:
    """Extract everything that is left, also episodes that another worker has started."""
    engine, end = brain.engine, time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await Workers(2).once(EpisodeProcessor(engine), brain.name)
        left = await depth(engine.store, brain.name)
        if not left.pending + left.extracting:
            return
        await asyncio.sleep(0.1)


async def extracted(brain: Brain) -> None:
    """Wait until others have extracted everything that is left."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        left = await depth(brain.engine.store, brain.name)
        if not left.pending + left.extracting:
            return
        await asyncio.sleep(0.1)


async def undisturbed(memory: Memory, told: Sequence[dict[str, Any]]) -> dict[str, Counter[str]]:
    """Return the content of a brain after the conversation without a fault."""
    brain = new_brain(memory)
    await store(brain, told)
    await work_off(brain)
    return await content(brain)


def new_brain(memory: Memory) -> Brain:
    """Return a new brain."""
    return memory.brain(f"kill-{uuid4().hex[:12]}")


# --------------------------------------------------------------------------- cases


async def worker_is_hit(
    memory: Memory, place: ServerAddress, told: Sequence[dict[str, Any]], fault: str
) -> tuple[Brain, bool]:
    """A worker dies, or loses its database, at a point; another worker continues."""
    brain = new_brain(memory)
    await store(brain, told)
    child = await Child.start(
        place, "worker", "--once", "--concurrency", "1", "--brain", brain.name, GRAPHMEM_FAULT=fault
    )
    code = await child.ended()
    await work_off(brain)
    return brain, (code == -signal.SIGKILL) if ":kill" in fault else "GRAPHMEM_FAULT" in child.said


async def session_is_hit(
    memory: Memory, place: ServerAddress, model: ScriptedServer, fault: str | None
) -> tuple[Brain, bool]:
    """A worker dies while it extracts the waiting messages of a session; another one continues. None: it does not die."""
    brain = new_brain(memory)
    await brain.configure(extraction_threshold=SESSION_SIZE)
    await store(brain, waiting_session())
    if fault is None:
        await work_off(brain)
        return brain, True
    reads = {"GRAPHMEM_EXTRACTOR": "openai", "OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "none"}
    command = ("worker", "--once", "--concurrency", "1", "--brain", brain.name)
    child = await Child.start(place, *command, GRAPHMEM_FAULT=fault, GRAPHMEM_MODEL="scripted", **reads)
    code = await child.ended()
    await work_off(brain)
    return brain, code == -signal.SIGKILL


async def worker_is_slow(
    memory: Memory, place: ServerAddress, told: Sequence[dict[str, Any]], point: str
) -> tuple[Brain, bool]:
    """A worker hangs for longer than its lease, heartbeat included; another one takes over; then the first continues."""
    brain = new_brain(memory)
    await store(brain, told)
    child = await Child.start(
        place,
        "worker",
        "--once",
        "--concurrency",
        "1",
        "--brain",
        brain.name,
        GRAPHMEM_FAULT=f"{point}:stall{LEASE * 3}:2",
    )
    await child.says(f"GRAPHMEM_FAULT {point}")
    await asyncio.gather(work_off(brain), child.ended())
    return brain, True


async def clock_jumps(
    memory: Memory, place: ServerAddress, told: Sequence[dict[str, Any]], days: int
) -> tuple[Brain, bool]:
    """A worker on a host whose clock is wrong and jumps, beside a worker with a correct clock."""
    brain = new_brain(memory)
    await store(brain, told)
    script = JUMPED.format(jump=86400 * days)
    command = ("worker", "--once", "--concurrency", "1", "--brain", brain.name)
    child = await Child.start(place, *command, script=script, GRAPHMEM_FAULT="entity_extract:sleep2.5:1")
    await child.says(
        "GRAPHMEM_FAULT entity_extract"
    )  # it holds a lease now, and keeps the lease although its clock is off
    await Workers(1).once(EpisodeProcessor(memory.engine), brain.name)
    held = (await depth(memory.store, brain.name)).extracting
    code = await child.ended()
    await work_off(brain)
    return brain, held == 1 and code == 0


@dataclass
class ResendingClient:
    """A client that sends a conversation and resends what was not answered, under the same keys. Every second request waits."""

    brain: str
    told: Sequence[dict[str, Any]]
    answered: set[int] = field(default_factory=set)

    @property
    def is_done(self) -> bool:
        """Whether every request has been answered."""
        return len(self.answered) == len(self.told)

    async def send(self, *addresses: str) -> None:
        """Send what is not answered yet, to the services in turn."""
        clients = [httpx.AsyncClient(base_url=address, timeout=PATIENCE) for address in addresses]
        for n in range(len(self.told)):
            if n not in self.answered:
                await self._send(clients[n % len(clients)], n)
        for client in clients:
            await client.aclose()

    async def _send(self, client: httpx.AsyncClient, n: int) -> None:
        body = {**self.told[n], "wait": n % 4 < 2}
        with suppress(httpx.HTTPError):
            answer = await client.post(
                f"/v1/brains/{self.brain}/episodes", json=body, headers={"Idempotency-Key": f"key-{n}"}
            )
            if answer.status_code in (200, 201, 202):
                self.answered.add(n)


async def api_is_hit(
    memory: Memory, place: ServerAddress, told: Sequence[dict[str, Any]], fault: str
) -> tuple[Brain, bool]:
    """The API dies while some requests wait for their extraction and others do not. The client resends to the next API."""
    brain = new_brain(memory)
    client = ResendingClient(brain.name, told)
    async with api(place, GRAPHMEM_FAULT=fault) as (child, address):
        await client.send(address)
        died = await was_killed(child)
    async with api(place) as (_, address):
        await client.send(address)
        await extracted(brain)
    return brain, died and client.is_done


async def one_of_two_apis_is_hit(
    memory: Memory, place: ServerAddress, told: Sequence[dict[str, Any]], fault: str
) -> tuple[Brain, bool]:
    """One of two APIs on one graph dies. The client uses both, and resends to the other, which runs all the time."""
    brain = new_brain(memory)
    client = ResendingClient(brain.name, told)
    async with api(place) as (_, stays):
        async with api(place, GRAPHMEM_FAULT=fault) as (child, dies):
            await client.send(dies, stays)
            died = await was_killed(child)
        await client.send(stays)
        await extracted(brain)
    return brain, died and client.is_done


async def was_killed(child: Child) -> bool:
    """Wait until a process has ended; return whether it was killed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(20):
            await child.process.wait()
    return child.process.returncode == -signal.SIGKILL


class Database:
    """An embedded Neo4j that can be killed and returns at the same address."""

    def __init__(self, folder: Path) -> None:
        from graphmem.embedded import server

        self._server = server
        ports = {"bolt_port": free_port(), "http_port": free_port()}
        self.settings = Settings(_env_file=None, data_dir=folder, heap="512m", page_cache="128m", **ports)  # type: ignore[call-arg]
        self.running = server.acquire(self.settings)

    @property
    def place(self) -> ServerAddress:
        """Its address."""
        return ServerAddress(self.running.uri, self.running.user, self.running.password)

    async def kill(self) -> None:
        """kill -9; return when it answers again. Its supervisor starts it; one that has given up is replaced, as by any user."""
        killed, before = self.running.pid, self.place
        os.kill(killed, signal.SIGKILL)
        while self.running.pid == killed:
            await asyncio.sleep(0.05)
            self.running = await asyncio.to_thread(self._server.follow, self.settings, self.running)
        if self.place != before:
            raise SystemExit(f"Neo4j returned at {self.running.uri}, not at {before.uri}")

    def close(self) -> None:
        """Stop it."""
        self._server.stop(self.settings)


async def database_is_hit(
    memory: Memory, database: Database, told: Sequence[dict[str, Any]], point: str
) -> tuple[Brain, bool]:
    """Neo4j dies while a worker is at a point; both continue when it is back."""
    brain = new_brain(memory)
    await store(brain, told)
    command = ("worker", "--concurrency", "1", "--brain", brain.name)
    child = await Child.start(database.place, *command, GRAPHMEM_FAULT=f"{point}:sleep1.5:2")
    try:
        await child.says(f"GRAPHMEM_FAULT {point}")
        await database.kill()
        await extracted(brain)
    finally:
        code = await child.stop()
    return brain, code == 0


def cases(memory: Memory, database: Database, told: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return every fault by name; each case returns a brain and whether the fault happened."""
    place = database.place
    made: dict[str, Any] = {}
    for point in WORK_POINTS:
        made[f"worker killed at {point}"] = lambda p=point: worker_is_hit(memory, place, told, f"{p}:kill:2")
    for point in ("context", "commit_begun", "finished", "commit_sent", "committed"):
        made[f"database lost to a worker at {point}"] = lambda p=point: worker_is_hit(
            memory, place, told, f"{p}:raise:2"
        )
    for point in ("entity_extract", "commit_begun", "settled", "finished", "commit_sent"):
        made[f"worker stalled beyond its lease at {point}"] = lambda p=point: worker_is_slow(memory, place, told, p)
    for days in (1, 3650):
        made[f"clock off and jumping by {days} days"] = lambda d=days: clock_jumps(memory, place, told, d)
    for point in MESSAGE_POINTS:
        if point != "claimed":
            made[f"API killed at {point}"] = lambda p=point: api_is_hit(memory, place, told, f"{p}:kill:2")
    made["API killed at claimed"] = lambda: api_is_hit(memory, place, told, "claimed:kill:1")
    for point in ("stored", "claimed", "entity_extract", "commit_sent", "committed"):
        made[f"one of two APIs killed at {point}"] = lambda p=point: one_of_two_apis_is_hit(
            memory, place, told, f"{p}:kill:{1 if p == 'claimed' else 2}"
        )
    for point in WORK_POINTS:
        made[f"Neo4j killed at {point}"] = lambda p=point: database_is_hit(memory, database, told, p)
    return made


async def run(only: str, episodes: int) -> list[FaultOutcome]:
    """Run all cases whose names match `only`, one after another."""
    told, outcomes, console = conversation(episodes), [], Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="graphmem-kill-") as folder:
        database = Database(Path(folder))
        try:
            async with database.place.memory() as memory:
                await undisturbed(memory, told)  # Neo4j plans each statement, which may take a message's time
                calm = await undisturbed(memory, told)
                if empty := [name for name in ("conditions", "hidden") if not calm[name]]:
                    raise SystemExit(f"The conversation leaves nothing of: {', '.join(empty)}")
                for name, case in cases(memory, database, told).items():
                    if not re.search(only, name):
                        continue
                    begun = time.monotonic()
                    brain, happened = await case()
                    outcomes.append(compared(name, happened, calm, await content(brain), begun))
                    console.print(outcomes[-1])
        finally:
            database.close()
    return outcomes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only cases whose names match this regular expression")
    parser.add_argument("--episodes", type=int, default=6)
    options = parser.parse_args()
    outcomes = asyncio.run(run(options.only, options.episodes))
    table = Table("fault", "happened", "lost", "doubled", "other differences", "s", box=None)
    for one in outcomes:
        told = "yes" if one.happened else "NO"
        table.add_row(one.case, told, *map(str, (one.lost, one.doubled, one.other, one.seconds)))
    Console(width=110).print(table)
    total = {
        "faults": len(outcomes), "happened": sum(o.happened for o in outcomes), "lost": sum(o.lost for o in outcomes),
        "doubled": sum(o.doubled for o in outcomes), "other": sum(o.other for o in outcomes),
    }  # fmt: skip
    print(json.dumps(total))
    if not all(one.is_clean for one in outcomes):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
