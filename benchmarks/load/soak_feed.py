"""Upkeep and webhooks in a soak: schedules of all jobs, a receiver, kills, and whether all events have come in order."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.load.processes import Child, ServerAddress
from benchmarks.load.soak_receiver import LISTENS, Received
from graphmem.upkeep.tick import JOBS

RECEIVER = "from benchmarks.load.soak_receiver import main; main()"
EVERY = "*/2 * * * *"
"""Each job runs every two minutes, in every brain."""
CAUGHT_UP_SEC = 300.0
"""Time for the last deliveries: after failures a delivery waits some seconds, then twice as long each time."""
DOWN_SEC = (1.0, 4.0)
STREAM = {"GRAPHMEM_WEBHOOK_NETWORKS": "127.0.0.0/8"}


@dataclass
class Processes:
    """What a soak kills and starts again: the API, a worker beside it, and the receiver of the webhooks."""

    place: ServerAddress
    file: Path
    receiver_port: int
    api_port: int = 0
    embedder: str = "hash"
    running: dict[str, Child] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The address of the API."""
        return f"http://127.0.0.1:{self.api_port}"

    async def start(self, name: str) -> None:
        """Start a process and wait until it is ready."""
        more = {"GRAPHMEM_EMBEDDER": self.embedder, "GRAPHMEM_LEASE_SEC": "10", **STREAM}
        if name == "receiver":
            arguments = (str(self.receiver_port), str(self.file))
            child = await Child.start(self.place, *arguments, script=RECEIVER)
            await child.says(LISTENS)
        elif name == "worker":
            child = await Child.start(self.place, "worker", **more)
        else:
            child = await Child.start(self.place, "serve", "--port", str(self.api_port), **more)
            await child.says("http://")
        self.running[name] = child

    async def kill(self, name: str, dice: random.Random) -> None:
        """Kill a process with SIGKILL and start it again a little later."""
        await self.running.pop(name).stop(signal.SIGKILL)
        self.kills[name] = self.kills.get(name, 0) + 1
        await asyncio.sleep(dice.uniform(*DOWN_SEC))
        await self.start(name)

    async def stop(self) -> None:
        """Stop what runs."""
        for child in self.running.values():
            await child.stop()


@dataclass(frozen=True)
class Hooks:
    """The webhooks of the brains: where the feed of each brain stood when its webhook was made."""

    cursors: Mapping[str, str]

    @classmethod
    async def made(cls, http: httpx.AsyncClient, brains: Sequence[str], port: int) -> Hooks:
        """Make a webhook in each brain and set its schedule. Nobody writes meanwhile."""
        cursors = {}
        for brain in brains:
            path = f"/v1/brains/{brain}"
            found = await _told(http, "GET", f"{path}/changes", params={"since": "latest"})
            cursors[brain] = found["cursor"]
            await _told(http, "POST", f"{path}/webhooks", json={"url": f"http://127.0.0.1:{port}/{brain}"})
            jobs = {job: {"cron": EVERY} for job in JOBS}
            await _told(http, "PUT", f"{path}/maintenance/schedule", json={"jobs": jobs})
        return cls(cursors)

    async def events(self, http: httpx.AsyncClient) -> dict[str, list[str]]:
        """Return the ids of the events since then, in the order of the graph."""
        found: dict[str, list[str]] = {}
        for brain, since in self.cursors.items():
            ids: list[str] = []
            cursor = since
            while True:
                page = await _told(http, "GET", f"/v1/brains/{brain}/changes", params={"since": cursor, "limit": 1000})
                if not page["changes"]:
                    break
                ids += [event["id"] for event in page["changes"]]
                cursor = page["cursor"]
            found[brain] = ids
        return found


async def _told(http: httpx.AsyncClient, method: str, path: str, **sent: Any) -> Any:
    answer = await http.request(method, path, **sent)
    answer.raise_for_status()
    return answer.json()


@dataclass(frozen=True)
class Delivered:
    """What the receiver has beside the graph's own list."""

    events: int
    lost: int
    unknown: int
    out_of_order: int
    repeats: int
    missed: int

    @property
    def is_right(self) -> bool:
        """Whether the receiver has exactly the graph's list, in its order."""
        return self.events > 0 and not (self.lost or self.unknown or self.out_of_order or self.missed)


def compared(graph: Mapping[str, Sequence[str]], received: Received) -> Delivered:
    """Compare the events of the graph with those that came."""
    lost = unknown = disordered = 0
    for brain, wanted in graph.items():
        got = list(received.events.get(brain, ()))
        known = set(wanted)
        lost += len(known - set(got))
        unknown += len(set(got) - known)
        came = set(got)
        both = [id_ for id_ in wanted if id_ in came]
        disordered += sum(one != other for one, other in zip(both, (id_ for id_ in got if id_ in known), strict=True))
    total = sum(map(len, graph.values()))
    return Delivered(total, lost, unknown, disordered, received.repeats, received.missed)


async def caught_up(http: httpx.AsyncClient, hooks: Hooks, file: Path) -> Delivered:
    """Wait until the receiver has everything; return the comparison then, or after `CAUGHT_UP_SEC`."""
    end = time.monotonic() + CAUGHT_UP_SEC
    while True:
        found = compared(await hooks.events(http), Received.read(file))
        if found.is_right or time.monotonic() > end:
            return found
        await asyncio.sleep(2)


async def job_runs(http: httpx.AsyncClient, brains: Iterable[str]) -> tuple[int, list[str]]:
    """Return how many jobs have run by schedule at least once, and their errors."""
    ran, errors = 0, []
    for brain in brains:
        schedule = await _told(http, "GET", f"/v1/brains/{brain}/maintenance/schedule")
        for name, job in schedule["jobs"].items():
            ran += job["last_run_at"] is not None
            if job["last_error"]:
                errors.append(f"{brain} {name}: {job['last_error']}")
    return ran, errors
