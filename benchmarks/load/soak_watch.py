"""Measurements of a soak from outside: memory, files, connections, transactions, tasks."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
import psutil
from neo4j import AsyncDriver

from graphmem.models.embedding_cache import CACHE_SIZE

MEGA = 1 << 20
TASKS = re.compile(r"^graphmem_tasks (\S+)$", re.MULTILINE)
EMBEDDED = re.compile(r"^graphmem_embedded_texts_total\S* (\S+)$", re.MULTILINE)
BYTES_A_TEXT = 1_900
"""The size of a cached embedding: 384 floats, a digest, an entry. The cache holds at most CACHE_SIZE of them."""


@dataclass(frozen=True)
class Look:
    """One measurement. Memory in MB: `api_mb` is the minimum since the measurement before, `heap_mb` the heap after a full
    collection; None = not visible.

    `cache_mb`: approximate part of `api_mb` that is the cache of embeddings, which fills until it is full.
    """

    api_mb: float
    cache_mb: float
    api_files: int
    api_tasks: int | None
    neo4j_mb: float
    heap_mb: float | None
    connections: int
    transactions: int


class ProcessWatch:
    """The processes that are measured."""

    def __init__(self, api: int, neo4j: int, driver: AsyncDriver, http: httpx.AsyncClient) -> None:
        self.api, self.neo4j = psutil.Process(api), psutil.Process(neo4j)
        self.driver, self.http = driver, http
        self._least = self.api.memory_info().rss

    async def __aenter__(self) -> Self:
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *error: object) -> None:
        self._watching.cancel()

    async def _watch(self) -> None:
        """Measure the API's memory every second: a running request raises it for a moment."""
        while True:
            self._least = min(self._least, self.api.memory_info().rss)
            await asyncio.sleep(1)

    def least(self) -> int:
        """Return the minimum since the last call."""
        least, self._least = self._least, self.api.memory_info().rss
        return least

    async def look(self) -> Look:
        """Return all measurements, now."""
        heap = await asyncio.to_thread(live_heap, self.neo4j.pid)
        metrics = (await self.http.get("/metrics")).text
        tasks = TASKS.search(metrics)
        return Look(
            api_mb=round(self.least() / MEGA, 1),
            cache_mb=round(min(embedded(metrics), CACHE_SIZE) * BYTES_A_TEXT / MEGA, 1),
            api_files=self.api.num_fds(),
            api_tasks=int(float(tasks[1])) if tasks else None,
            neo4j_mb=round(self.neo4j.memory_info().rss / MEGA, 1),
            heap_mb=None if heap is None else round(heap / MEGA, 1),
            connections=await self._count("CALL dbms.listConnections() YIELD userAgent WHERE userAgent = 'graphmem' "),
            transactions=await self._count("SHOW TRANSACTIONS YIELD currentQuery WHERE NOT currentQuery STARTS WITH 'SHOW' "),
        )  # fmt: skip

    async def _count(self, rows: str) -> int:
        found, _, _ = await self.driver.execute_query(f"{rows}RETURN count(*) AS n", parameters_=None)
        return int(found[0]["n"])


def embedded(metrics: str) -> float:
    """Return the number of texts that got a vector so far."""
    return sum(float(told[1]) for told in EMBEDDED.finditer(metrics))


def live_heap(pid: int) -> int | None:
    """Return the used bytes of a JVM's heap after a full collection, by its attach interface; None = no answer."""
    answer = attached(pid, "inspectheap", "-live")
    total = re.findall(r"^Total\s+\d+\s+(\d+)", answer or "", re.MULTILINE)
    return int(total[-1]) if total else None


def attached(pid: int, *command: str, patience: float = 10.0) -> str | None:
    """Return the answer of a HotSpot JVM of this user to a command (https://openjdk.org/groups/serviceability), or None."""
    door, knock = Path(tempfile.gettempdir()) / f".java_pid{pid}", Path(f"/proc/{pid}/cwd/.attach_pid{pid}")
    try:
        if not door.exists():
            knock.touch()
            os.kill(pid, signal.SIGQUIT)
            end = time.monotonic() + patience
            while not door.exists() and time.monotonic() < end:
                time.sleep(0.05)
            knock.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as one:
            one.settimeout(patience * 3)
            one.connect(str(door))
            words = ["1", *command, *[""] * (4 - len(command))]
            one.sendall(b"".join(word.encode() + b"\0" for word in words))
            parts = iter(lambda: one.recv(1 << 16), b"")
            return b"".join(parts).decode(errors="replace")
    except OSError:
        return None


def slope(values: Sequence[float | None]) -> float | None:
    """Return the least-squares slope per step of the visible values; None if there are fewer than three."""
    seen = [(at, value) for at, value in enumerate(values) if value is not None]
    if len(seen) < 3:
        return None
    mean_at, mean = (sum(part) / len(seen) for part in zip(*seen, strict=True))
    spread = sum((at - mean_at) ** 2 for at, _ in seen)
    return round(sum((at - mean_at) * (value - mean) for at, value in seen) / spread, 3)
