"""Whether one tenant slows another down: latencies of a victim, alone, beside an ordinary tenant, and beside hostile ones.

usage: python -m benchmarks.load.fairness [--seconds 8] [--rate 8] [--in-flight 10] [--facts 300] [--only PATTERN] [--limit 2]

`graphmem serve` runs with its default settings on an embedded Neo4j in a temporary folder. The tenant is a process of its own
whose key may only write, in brains of its own. The victim sends recalls, lists of facts, small messages with supplied extraction
and `dates:resolve` at a steady rate; a latency counts from the moment at which the request was due. For every hostile kind the
victim is measured quiet, beside the ordinary tenant and beside the hostile one, in turns. The ratio of each kind of request is
its p95 beside all hostile tenants through its p95 beside the ordinary one, with the same number of requests in flight. The last
line of stdout is one flat JSON object; the exit code is 1 if a ratio is above the limit or the victim got a wrong answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

from benchmarks.load.fairness_tenant import FIRMS, HOSTILE, KEY, MONTHS, PEOPLE, TOWNS
from benchmarks.load.processes import ROOT, DataFolder, api
from benchmarks.samples import percentile

VICTIM = "victim"
QUIET, ORDINARY = "quiet", "ordinary"
PATIENCE = 120.0
"""Seconds after which a request of the victim counts as lost."""
say = Console(stderr=True).print


# --------------------------------------------------------------------------- what the victim asks


def recall(dice: random.Random) -> dict[str, Any]:
    """Return a question that nobody has asked before."""
    query = f"Where does {_person(dice)} work, and what does she think of {dice.choice(TOWNS)} number {dice.randrange(10**6)}?"
    return {"method": "POST", "url": f"/v1/brains/{VICTIM}/recall", "json": {"query": query}}


def facts(dice: random.Random) -> dict[str, Any]:
    """Return a request for the facts of a person."""
    return {"method": "GET", "url": f"/v1/brains/{VICTIM}/facts", "params": {"subject": _person(dice)}}


def remember(dice: random.Random) -> dict[str, Any]:
    """Return a small message with its facts."""
    told, number = fact(dice), dice.randrange(10**6)
    body = {
        "content": f"{told['subject']} told me about {told['object']}, call {number}.",
        "extraction": {"facts": [told]},
    }
    return {"method": "POST", "url": f"/v1/brains/{VICTIM}/episodes", "json": body}


def resolve_dates(dice: random.Random) -> dict[str, Any]:
    """Return a short text with two dates."""
    text = f"We met last Friday and will meet again on {dice.randrange(1, 28)} {dice.choice(MONTHS)} 2026."
    return {"method": "POST", "url": "/v1/dates:resolve", "json": {"text": text, "occurred_at": "2026-01-05T12:00:00Z"}}


REQUESTS = {"recall": recall, "facts": facts, "remember": remember, "dates": resolve_dates}


def fact(dice: random.Random) -> dict[str, Any]:
    """Return a fact of the victim's brain."""
    relation, objects = dice.choice((("works_at", FIRMS), ("visited", TOWNS), ("knows", PEOPLE)))
    day = f"20{dice.randrange(10, 26)}-0{dice.randrange(1, 10)}-01T00:00:00Z"
    return {"subject": _person(dice), "relation": relation, "object": dice.choice(objects), "valid_from": day}


def _person(dice: random.Random) -> str:
    return f"{dice.choice(PEOPLE)} {dice.choice('ABCDEFGH')}"


# --------------------------------------------------------------------------- measuring


@dataclass
class Measured:
    """The victim's latencies in one turn, in ms by kind of request, and its wrong answers."""

    situation: str
    ms: dict[str, list[float]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)
    tenant: Mapping[str, int] = field(default_factory=dict)


class Victim:
    """The client of the victim's brain."""

    def __init__(self, http: httpx.AsyncClient, dice: random.Random) -> None:
        self.http, self.dice = http, dice

    async def turn(self, measured: Measured, seconds: float, rate: float) -> None:
        """Send requests at a steady rate, each at its time, whether or not the ones before have been answered."""
        begun = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for n in range(round(seconds * rate)):
                due = begun + n / rate
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                kind = list(REQUESTS)[n % len(REQUESTS)]
                group.create_task(self._send(measured, kind, due))

    async def _send(self, measured: Measured, kind: str, due: float) -> None:
        try:
            answer = await self.http.request(**REQUESTS[kind](self.dice))
            if not answer.is_success:
                measured.wrong[f"{kind}: {answer.status_code} {answer.text[:150]}"] += 1
        except httpx.HTTPError as error:
            measured.wrong[f"{kind}: {type(error).__name__}"] += 1
        measured.ms.setdefault(kind, []).append(1000 * (time.monotonic() - due))


class TenantProcess:
    """The process of the tenant, as this one sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self) -> str:
        """Return its next line."""
        assert self.process.stdout is not None
        if not (line := await self.process.stdout.readline()):
            raise SystemExit("The tenant's process ended; its output is above.")
        return line.decode()

    async def turn(self, kind: str, brain: str, seconds: float) -> dict[str, int]:
        """Let it send requests of a kind; return what it got when all are answered."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"kind": kind, "brain": brain, "seconds": seconds}).encode() + b"\n")
        await self.process.stdin.drain()
        return dict(json.loads(await self.line()))


@asynccontextmanager
async def tenant_process(address: str, key: str, in_flight: int) -> AsyncIterator[TenantProcess]:
    """Start the tenant's process."""
    command = ["-m", "benchmarks.load.fairness_tenant", address, "--in-flight", str(in_flight)]
    environment = {**DataFolder(ROOT).environment(), KEY: key}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, env=environment, cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )  # fmt: skip
    try:
        tenant = TenantProcess(process)
        await tenant.line()
        yield tenant
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def new_key(http: httpx.AsyncClient, name: str, brains: Sequence[str], *scopes: str, by: str = "") -> str:
    """Make a key through REST; the first one needs no other."""
    headers = {"Authorization": f"Bearer {by}"} if by else {}
    answer = await http.post("/v1/keys", json={"name": name, "brains": brains, "scopes": scopes}, headers=headers)
    return str(answer.raise_for_status().json()["key"])


async def load(http: httpx.AsyncClient, dice: random.Random, number: int) -> None:
    """Import facts into the victim's brain."""
    lines = "".join(json.dumps(fact(dice)) + "\n" for _ in range(number))
    headers = {"Content-Type": "application/x-ndjson"}
    for _ in range(5):
        answer = await http.post(f"/v1/brains/{VICTIM}/facts:import", content=lines.encode(), headers=headers)
        if answer.status_code != 503:
            break
        say(f"the server is still busy: {answer.text}")
        await asyncio.sleep(float(answer.headers.get("retry-after", 2)))
    wrong = [line for line in answer.raise_for_status().text.splitlines() if json.loads(line).get("error")]
    if wrong:
        raise SystemExit(f"{len(wrong)} facts were refused: {wrong[0]}")


def turns(kinds: Sequence[str]) -> list[str]:
    """Return the situations in their order: quiet, ordinary and one hostile kind, for each of these kinds."""
    return [situation for kind in kinds for situation in (QUIET, ORDINARY, kind)]


async def measure(options: argparse.Namespace, kinds: Sequence[str]) -> list[Measured]:
    """Run everything."""
    order = turns(kinds)
    brains = [f"tenant-{n}" for n in range(len(order) + 1)]
    with tempfile.TemporaryDirectory(prefix="graphmem-fairness-", ignore_cleanup_errors=True) as folder:
        async with api(DataFolder(Path(folder))) as (server, address):
            async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
                admin = await new_key(http, "administrator", ["*"], "admin")
                victim = await new_key(http, "victim", [VICTIM], "memory:read", "memory:write", "graph:write", by=admin)
                key = await new_key(http, "tenant", brains, "memory:write", by=admin)
            async with (
                httpx.AsyncClient(
                    base_url=address, timeout=PATIENCE, headers={"Authorization": f"Bearer {victim}"},
                    limits=httpx.Limits(max_connections=None),
                ) as http,
                tenant_process(address, key, options.in_flight) as tenant,
            ):  # fmt: skip
                dice = random.Random(options.seed)
                await load(http, dice, options.facts)
                client = Victim(http, dice)
                await one_turn(client, tenant, ORDINARY, brains[-1], options)
                measured = [
                    await one_turn(client, tenant, situation, brain, options, f"{n + 1}/{len(order)}")
                    for n, (situation, brain) in enumerate(zip(order, brains, strict=False))
                ]
                server.process.kill()  # it would first take in what the tenant has sent last
                return measured


async def one_turn(
    victim: Victim,
    tenant: TenantProcess,
    situation: str,
    brain: str,
    options: argparse.Namespace,
    number: str = "warm-up",
) -> Measured:
    """Measure the victim beside a tenant, and wait until the tenant's last request is answered."""
    measured, begun = Measured(situation), time.monotonic()
    async with asyncio.TaskGroup() as group:
        if situation != QUIET:
            sending = group.create_task(tenant.turn(situation, brain, options.seconds))
            await asyncio.sleep(options.lead)
        await victim.turn(measured, options.seconds - options.lead, options.rate)
    measured.tenant = sending.result() if situation != QUIET else {}
    shown = " ".join(f"{kind} {percentile(ms, 0.95):.0f}" for kind, ms in measured.ms.items())
    say(f"{number} {situation}: p95 ms {shown}; tenant {dict(measured.tenant)}; {time.monotonic() - begun:.0f} s")
    for what, times in measured.wrong.items():
        say(f"  wrong, {times} times: {what}")
    return measured


# --------------------------------------------------------------------------- what it gives


def pooled(runs: Sequence[Measured], situations: Sequence[str], request: str | None = None) -> list[float]:
    """Return the latencies of some situations, of one kind of request or of all."""
    return [
        ms
        for run in runs
        if run.situation in situations
        for kind, values in run.ms.items()
        if request in (None, kind)
        for ms in values
    ]


def ratio(part: Sequence[float], whole: Sequence[float]) -> float:
    """Return the ratio of two 95th percentiles."""
    return round(percentile(part, 0.95) / percentile(whole, 0.95), 2)


def figures(runs: Sequence[Measured], kinds: Sequence[str], limit: float) -> dict[str, Any]:
    """Return the flat object of the last line."""
    told: dict[str, Any] = {"victim_requests": len(pooled(runs, [QUIET, ORDINARY, *kinds]))}
    for request in REQUESTS:
        for name, situations in ((QUIET, [QUIET]), (ORDINARY, [ORDINARY]), ("hostile", kinds)):
            values = pooled(runs, situations, request)
            told[f"{request}.{name}_p50_ms"] = round(percentile(values, 0.5), 1)
            told[f"{request}.{name}_p95_ms"] = round(percentile(values, 0.95), 1)
        told[f"{request}.ratio"] = ratio(pooled(runs, kinds, request), pooled(runs, [ORDINARY], request))
    for kind in kinds:
        told[f"{kind}.p95_ms"] = round(percentile(pooled(runs, [kind]), 0.95), 1)
        told[f"{kind}.ratio"] = ratio(pooled(runs, [kind]), pooled(runs, [ORDINARY]))
    wrong = sum(run.wrong.total() for run in runs)
    worst = max(told[f"{request}.ratio"] for request in REQUESTS)
    return {**told, "worst_ratio": worst, "limit": limit, "wrong_answers": wrong, "fair": worst <= limit and not wrong}


def table(runs: Sequence[Measured], kinds: Sequence[str]) -> Table:
    """Return p50/p95 of each kind of request in every situation."""
    rows = Table("p50/p95 ms", *REQUESTS, "all", box=None)
    for name, situations in ((QUIET, [QUIET]), (ORDINARY, [ORDINARY]), *((kind, [kind]) for kind in kinds)):
        columns = [pooled(runs, situations, request) for request in (*REQUESTS, None)]
        rows.add_row(name, *(f"{percentile(ms, 0.5):.0f}/{percentile(ms, 0.95):.0f}" for ms in columns))
    return rows


def parsed() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0, help="length of a turn")
    parser.add_argument("--lead", type=float, default=1.0, help="seconds of a turn before the victim begins")
    parser.add_argument(
        "--rate", type=float, default=8.0, help="requests of the victim per second, of all kinds together"
    )
    parser.add_argument("--in-flight", type=int, default=10, help="requests of the tenant at a time")
    parser.add_argument("--facts", type=int, default=300, help="facts in the victim's brain")
    parser.add_argument("--only", default="", help="only hostile kinds whose names match this regular expression")
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Print the table and the verdict."""
    options = parsed()
    kinds = [kind for kind in HOSTILE if re.search(options.only, kind)]
    if not kinds:
        raise SystemExit(f"No hostile kind matches {options.only!r}: {', '.join(HOSTILE)}")
    runs = asyncio.run(measure(options, kinds))
    Console(width=110).print(table(runs, kinds))
    told = figures(runs, kinds, options.limit)
    print(json.dumps(told))
    if not told["fair"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
