"""Large messages and a large import with little memory: what happens to them, to ordinary traffic beside, and to what was stored.

usage: python -m benchmarks.load.little_memory [--heap 256m] [--page-cache 64m] [--api-mb 1500] [--sizes 500,2000,5000]
    [--lines 20000] [--clients 3]

`graphmem serve` runs with a limit of its address space, on an embedded Neo4j with a small heap. Messages with supplied
extractions of so many entities and facts come one after another, then an import of so many lines, while clients send ordinary
requests. An answer may be a success, or a problem of the server with a status that says to come later (413, 429, 503). After the
load the server has to answer, and everything that it said it had stored has to be there.

The last line of stdout is one flat JSON object; the exit code is 1 if `sound` is false.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console

from benchmarks.load.processes import Child, ServerAddress, free_port
from benchmarks.load.soak_traffic import Client, KnownFacts, RequestLog
from graphmem.embedded import server
from graphmem.settings import Settings

MEGA = 1 << 20
PATIENCE = 600.0
LATER = (413, 429, 503)
SERVE = (
    "import resource, sys; limit = int(sys.argv.pop(1)); resource.setrlimit(resource.RLIMIT_AS, (limit, limit)); "
    "from graphmem.cli.main import app; app()"
)
say = Console(stderr=True).print


@dataclass
class LargeRequests:
    """What became of the large requests."""

    statuses: Counter[str] = field(default_factory=Counter)
    stored: list[tuple[str, int]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    async def send(self, http: httpx.AsyncClient, name: str, path: str, **sent: Any) -> httpx.Response | None:
        """Send a large request and note its status; None if it was not answered with success."""
        begun = time.monotonic()
        try:
            answer = await http.post(path, **sent)
        except httpx.HTTPError as error:
            self.statuses[f"{name}: {type(error).__name__}"] += 1
            return None
        self.seconds[name] = round(time.monotonic() - begun, 1)
        self.statuses[f"{name}: {answer.status_code}"] += 1
        say(f"{name}: {answer.status_code} after {self.seconds[name]} s {answer.text[:160] if answer.is_error else ''}")
        return None if answer.is_error else answer

    @property
    def wrong(self) -> int:
        """Answers that are neither a success nor a problem that says to come later."""
        fine = ("200", "201", *map(str, LATER))
        return sum(n for what, n in self.statuses.items() if not what.endswith(fine))


def large(size: int) -> dict[str, Any]:
    """Return a message with so many entities and facts."""
    people = [f"Person {size}-{n}" for n in range(size)]
    return {
        "content": f"A list of {size} people.",
        "extraction": {
            "entities": [{"name": name, "type": "person"} for name in people],
            "facts": [
                {"subject": name, "relation": "member_of", "object": f"Club {size}", "object_is_entity": True}
                for name in people
            ],
        },
    }


async def load(http: httpx.AsyncClient, brain: str, options: argparse.Namespace) -> LargeRequests:
    """Send the messages and the import, one after another."""
    outcome = LargeRequests()
    for size in options.sizes:
        if await outcome.send(http, f"message_{size}", f"{brain}/episodes", json=large(size)):
            outcome.stored.append((f"Club {size}", size))
    lines = [
        {"subject": f"Guest {n}", "relation": "member_of", "object": "Club of guests", "object_is_entity": True}
        for n in range(options.lines)
    ]
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    headers = {"Content-Type": "application/x-ndjson"}
    if answer := await outcome.send(http, "import", f"{brain}/facts:import", content=body, headers=headers):
        told = [json.loads(line) for line in answer.text.splitlines()]
        done = sum(bool(line.get("id")) for line in told)
        say(
            f"import: {done} of {len(lines)} lines stored; first refusal: {next((x for x in told if x.get('error')), None)}"
        )
        outcome.stored.append(("Club of guests", done))
    return outcome


async def lost(http: httpx.AsyncClient, brain: str, stored: list[tuple[str, int]]) -> int:
    """Return how many facts are missing that an answer said were stored."""
    missing = 0
    for club, wanted in stored:
        found, cursor = 0, None
        while True:
            asked = {"object": club, "limit": 1000, **({"cursor": cursor} if cursor else {})}
            page = (await http.get(f"{brain}/facts", params=asked)).raise_for_status().json()
            found += len(page["facts"])
            cursor = page.get("next_cursor")
            if not cursor:
                break
        missing += max(0, wanted - found)
    return missing


async def ordinary(address: str, known: KnownFacts, seen: RequestLog, until: asyncio.Event) -> None:
    """Send ordinary requests until the load ends."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        client = Client(http, seen, random.Random(known.name))
        while not until.is_set():
            await client.run([known], 0.5, time.monotonic() + 5)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything; return the figures."""
    with tempfile.TemporaryDirectory(prefix="graphmem-little-", ignore_cleanup_errors=True) as folder:
        ports = {"bolt_port": free_port(), "http_port": free_port()}
        settings = Settings(
            _env_file=None, data_dir=Path(folder), heap=options.heap, page_cache=options.page_cache, **ports
        )  # type: ignore[call-arg]
        running = await asyncio.to_thread(server.acquire, settings)
        try:
            place, port = ServerAddress(running.uri, running.user, running.password), free_port()
            limit = str(options.api_mb * MEGA)
            child = await Child.start(place, limit, "serve", "--port", str(port), script=SERVE)
            try:
                await child.says("http://")
                address = f"http://127.0.0.1:{port}"
                async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
                    return await measured(http, address, options)
            finally:
                await child.stop()
        finally:
            await asyncio.to_thread(server.stop, settings)


async def measured(http: httpx.AsyncClient, address: str, options: argparse.Namespace) -> dict[str, Any]:
    """Send the load beside ordinary traffic."""
    seen, done = RequestLog(), asyncio.Event()
    others = [
        asyncio.create_task(ordinary(address, KnownFacts(f"victim-{n}"), seen, done)) for n in range(options.clients)
    ]
    outcome = await load(http, "/v1/brains/large", options)
    done.set()
    await asyncio.gather(*others)
    wrong = Counter({what: n for what, n in seen.wrong.items() if not any(f"{status}:" in what for status in LATER)})
    for what, n in (seen.wrong + seen.refused).items():
        say(f"{n} x {what}")
    missing = await lost(http, "/v1/brains/large", outcome.stored)
    answers = (await http.get("/ready")).status_code == 200
    return {
        **outcome.statuses, **{f"{name}_s": seconds for name, seconds in outcome.seconds.items()},
        "ordinary_requests": seen.count, "ordinary_later": sum(seen.wrong.values()) - wrong.total(),
        "ordinary_wrong": wrong.total(), "facts_lost": missing, "answers_afterwards": answers,
        "sound": answers and not (missing or wrong or outcome.wrong),
    }  # fmt: skip


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heap", default="256m")
    parser.add_argument("--page-cache", default="64m")
    parser.add_argument("--api-mb", type=int, default=1500, help="limit of the address space of the API")
    parser.add_argument("--sizes", type=lambda text: [int(one) for one in text.split(",")], default=[500, 2000, 5000])
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=3)
    told = asyncio.run(run(parser.parse_args()))
    print(json.dumps(told))
    if not told["sound"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
