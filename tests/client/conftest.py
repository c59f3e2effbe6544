"""Fixtures of the client's tests: the service on a real port, and one brain behind three interfaces."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, cast

import pytest
from uuid_utils import uuid4

from api.main import create_app
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem_client import ClientBrain, GraphmemClient, GraphmemClientSync
from graphmem_client.protocol import BrainLike
from tests.api.test_server import serving
from tests.conftest import altered


@pytest.fixture(scope="session")
async def port(memory: Memory) -> AsyncIterator[int]:
    """The port of a service over the memory of the tests, with no workers: they would take the episodes of other tests."""
    async with serving(create_app(memory=altered(memory, workers=Workers(0)))) as found:
        yield found


@pytest.fixture(scope="session")
def url(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
async def client(url: str) -> AsyncIterator[GraphmemClient]:
    async with GraphmemClient(url) as opened:
        yield opened


@pytest.fixture
def remote(client: GraphmemClient) -> ClientBrain:
    """A fresh brain of the service."""
    return client.brain(f"client-{uuid4()}")


class InThreads:
    """A synchronous brain, or a subject of one, with the interface of an asynchronous one: each call runs in a thread."""

    def __init__(self, part: object) -> None:
        self._part = part

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._part, name)
        if callable(member):
            return partial(self._lines if name == "export" else self._called, member)
        return member if isinstance(member, str) else InThreads(member)

    async def _called(self, method: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        return await asyncio.to_thread(method, *arguments, **options)

    async def _lines(self, method: Callable[..., Any], **options: Any) -> AsyncIterator[str]:
        for line in await asyncio.to_thread(lambda: list(method(**options))):
            yield line


Brains = Callable[[], BrainLike]


@pytest.fixture(params=["embedded", "client", "synchronous client"])
def fresh(request: pytest.FixtureRequest, memory: Memory, client: GraphmemClient, url: str) -> Any:
    """Makes fresh brains: those of the library, of the client, or of the synchronous client."""
    if request.param == "embedded":
        yield lambda: memory.brain(f"client-{uuid4()}")
    elif request.param == "client":
        yield lambda: client.brain(f"client-{uuid4()}")
    else:
        with GraphmemClientSync(url) as synchronous:
            yield lambda: cast(BrainLike, InThreads(synchronous.brain(f"client-{uuid4()}")))
