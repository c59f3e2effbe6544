"""Fixtures of every test: a memory on a real Neo4j, and a fresh brain in it.

The server is found in this order: `NEO4J_URI`, testcontainers if Docker answers, the embedded server.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.ingest.worker import Processor, Workers
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings

IMAGE = "neo4j:2026.08.1"
# The suite draws the same examples in every run. `make machine` draws new ones, and many more.
settings.register_profile("untimed", deadline=None, derandomize="GRAPHMEM_MACHINE_EXAMPLES" not in os.environ)
settings.load_profile("untimed")


LONG = (
    "tests/mcp",
    "tests/embedded",
    "tests/properties",
    "tests/faults",
    "tests/browser",
    "tests/docs",
    "tests/api/test_schemathesis.py",
)
"""Long files and folders of them. They come first, so that no worker of a parallel run is left alone with one at the end."""


SLOW = "GRAPHMEM_SLOW_TESTS"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests to `make test-slow`, and put the long files first; the order is otherwise as collected."""
    if os.environ.get(SLOW) != "all":
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@dataclass(frozen=True)
class Server:
    """A Neo4j for tests."""

    uri: str
    user: str
    password: str
    kind: str


def docker_answers() -> bool:
    """Whether a Docker engine answers, not just its client."""
    if shutil.which("docker") is None:
        return False
    asked = subprocess.run(["docker", "info"], capture_output=True, timeout=20, check=False)
    return asked.returncode == 0


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One Neo4j for the whole run; further workers join the server that the first one started."""
    if uri := os.environ.get("NEO4J_URI"):
        yield Server(uri, os.environ.get("NEO4J_USER", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""), "NEO4J_URI")
    elif docker_answers():
        yield from _container()
    else:
        yield from _embedded(_shared_folder(tmp_path_factory) / "neo4j")


def _shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(autouse=True)
def graph_locked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Keep a test that is `alone` apart from all other tests on the graph: it waits for their end, and they for its end."""
    if "server" not in request.fixturenames:
        yield
        return
    with (_shared_folder(tmp_path_factory) / "graph.lock").open("w") as lock:
        if "alone" in request.fixturenames:
            fcntl.flock(lock, fcntl.LOCK_EX)
        else:
            fcntl.flock(lock, fcntl.LOCK_SH)
            monkeypatch.setattr(Workers, "serving", serving_one_brain)
        yield


@pytest.fixture
def alone() -> None:
    """No other test uses the graph meanwhile: the test changes what the brains share, or works for all of them.

    While the graph has a key, a service that opens on it requires one. Workers of all brains take the episodes of other tests.
    """


serving_of_any = Workers.serving


def serving_one_brain(
    self: Workers, processor: Processor, brain: str | None = None
) -> AbstractAsyncContextManager[None]:
    """`Workers.serving` in a test that is not `alone`."""
    assert brain is not None or self.size == 0, "it takes the episodes of tests that run beside it"
    return serving_of_any(self, processor, brain)


def _container() -> Iterator[Server]:
    from testcontainers.neo4j import Neo4jContainer

    with Neo4jContainer(IMAGE, password="graphmem-tests") as container:
        yield Server(container.get_connection_url(), "neo4j", "graphmem-tests", "container")


def _embedded(folder: Path) -> Iterator[Server]:
    from graphmem.embedded import server as embedded

    running = embedded.acquire(Settings(data_dir=folder, heap="2g"))  # type: ignore[call-arg]
    try:
        yield Server(running.uri, running.user, running.password, "embedded")
    finally:
        embedded.release(running)


@pytest.fixture(scope="session")
def test_settings() -> Settings:
    """Settings that no environment variable of the machine changes."""
    return Settings(_env_file=None, extractor="none", embedder="hash", openai_api_key=None, openai_base_url=None)  # type: ignore[call-arg]


@pytest.fixture(scope="session")
async def memory(server: Server, test_settings: Settings) -> AsyncIterator[Memory]:
    """A memory without a model: extraction is supplied, embeddings are hashed words."""
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with Memory.open(
        server.uri, auth=(server.user, server.password), settings=test_settings, models=models
    ) as opened:
        yield opened


def altered(memory: Memory, **changes: Any) -> Memory:
    """Return the same memory with another store, other models, settings or workers.

    On another store nobody works: a store that refuses would be tried again and again, in later tests too.
    """
    if "store" in changes:
        changes.setdefault("workers", Workers(0))
    return replace(memory, engine=replace(memory.engine, **changes))


@pytest.fixture
async def keys_removed(memory: Memory, alone: None) -> AsyncIterator[None]:
    """The test makes keys in the graph, and they are removed afterwards."""
    before = {key.id for key in await memory.keys.list(limit=1000)}
    yield
    for key in await memory.keys.list(limit=1000):
        if key.id not in before:
            await memory.keys.forget(key.id)


@pytest.fixture
def brain(memory: Memory) -> Brain:
    """A fresh brain for every test."""
    return memory.brain(f"test-{uuid4()}")
