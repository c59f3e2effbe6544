"""The processes of load and fault benchmarks: `graphmem …` on a Neo4j that runs, or on a data folder with its own Neo4j."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.ports import Extractor
from graphmem.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
LEASE = 1.0
PATIENCE = 240.0
NOT_INHERITED = ("GRAPHMEM_", "OPENAI_", "NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD")
"""Prefixes of the variables that a process of a benchmark does not inherit."""


def inherited() -> dict[str, str]:
    """Return the environment of this process without its settings of graphmem."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_INHERITED)}
    return {**kept, "PYTHONPATH": str(ROOT)}


class Place(Protocol):
    """The Neo4j that a process uses, and the folder in which the process runs."""

    @property
    def folder(self) -> Path: ...
    def environment(self, **more: str) -> dict[str, str]: ...


@dataclass(frozen=True)
class ServerAddress:
    """A Neo4j that runs already. Its processes extract nothing by themselves and embed with hashed words."""

    uri: str
    user: str
    password: str
    folder: Path = ROOT

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a process that uses this Neo4j."""
        return {
            **inherited(), "NEO4J_URI": self.uri, "NEO4J_USER": self.user, "NEO4J_PASSWORD": self.password,
            "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_LEASE_SEC": str(LEASE),
            "GRAPHMEM_QUEUE_BACKOFF_SEC": "0.1", "GRAPHMEM_QUEUE_ATTEMPTS": "50", **more,
        }  # fmt: skip

    def settings(self) -> Settings:
        """The settings of this process for this Neo4j."""
        return Settings(  # type: ignore[call-arg]
            _env_file=None, extractor="none", embedder="hash", openai_api_key=None, openai_base_url=None,
            lease_sec=LEASE, queue_backoff_sec=0.1, queue_attempts=50, workers=0, queue_limit=0, admin_key=None,
        )  # fmt: skip

    @asynccontextmanager
    async def memory(self, extractor: Extractor | None = None) -> AsyncIterator[Memory]:
        """Open a memory there; its process only stores, unless it gets an extractor."""
        models = Models(extractor or NoneExtractor(), None, HashEmbedder())
        async with Memory.open(
            self.uri, auth=(self.user, self.password), settings=self.settings(), models=models
        ) as opened:
            yield opened


@dataclass(frozen=True)
class DataFolder:
    """A data folder whose embedded Neo4j its processes start, share and restart themselves, with the default settings."""

    folder: Path

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a process that uses this folder."""
        return {**inherited(), "GRAPHMEM_DATA_DIR": str(self.folder), "NEO4J_DATABASE": "neo4j", **more}

    def settings(self) -> Settings:
        """The settings by which this process looks at the server of the folder."""
        return Settings(_env_file=None, data_dir=self.folder)  # type: ignore[call-arg]


class Child:
    """A process of graphmem with its standard error."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.said = process, ""
        self.reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, place: Place, *command: str, script: str | None = None, **environment: str) -> Child:
        """Start `graphmem …` against a database, or a script that runs it."""
        start = ["-c", script] if script else ["-m", "graphmem.cli.main"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *start, *command, env=place.environment(COLUMNS="200", **environment), cwd=place.folder,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process)

    async def _read(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.said += line.decode()

    async def says(self, text: str) -> str:
        """Wait until the process has printed a text; return everything that it printed."""
        end = time.monotonic() + PATIENCE
        while text not in self.said:
            if time.monotonic() > end or self.reading.done():
                raise SystemExit(f"the process did not print {text!r}: {self.said[-2000:]}")
            await asyncio.sleep(0.02)
        return self.said

    async def ended(self) -> int:
        """Return the exit code."""
        async with asyncio.timeout(PATIENCE):
            code = await self.process.wait()
            await self.reading
            return code

    async def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask the process to stop."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)
        return await self.ended()


@asynccontextmanager
async def api(place: Place, **environment: str) -> AsyncIterator[tuple[Child, str]]:
    """Start `graphmem serve` on a free port; yield the process and its address."""
    child = await Child.start(place, "serve", "--port", "0", **environment)
    try:
        said = await child.says("http://")
        yield child, "http://" + said.split("http://", 1)[1].split("/")[0].split(",")[0].split()[0]
    finally:
        await child.stop()


def free_port() -> int:
    """Return a port that this machine gives to no connection by chance, so that a server can return to it."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
