"""Fixtures of the adapters: one brain behind three interfaces. The tests of a framework that is missing are not collected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem_client import GraphmemClient, GraphmemClientSync
from tests.adapters.support import episodes, main_of, tell
from tests.client.conftest import client, port, remote, url  # noqa: F401 - fixtures

FRAMEWORKS = {
    "langgraph": "langgraph",
    "openai_agents": "agents",
    "pydantic_ai": "pydantic_ai",
    "anthropic_memory": "anthropic",
    "llama_index": "llama_index",
    "google_adk": "google.adk",
    "strands": "strands",
    "agent_framework": "agent_framework",
}
"""The package of each folder."""


def is_there(package: str) -> bool:
    """Return whether a package is installed."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # the package that it is in
        return False


collect_ignore = [folder for folder, package in FRAMEWORKS.items() if not is_there(package)]


KINDS = ("embedded", "client", "synchronous client")
"""The interfaces of a brain."""
IN_MEMORY = "in memory"


@pytest.fixture(scope="session", autouse=True)
async def planned(client: GraphmemClient) -> None:  # noqa: F811 - a fixture
    """Let Neo4j plan the statements of a recall: the first one takes seconds, and a turn has a limit of time."""
    brain = client.brain(f"adapters-{uuid4()}")
    await tell(brain)
    await brain.recall("Where does Ana work?")
    await brain.delete()


@pytest.fixture(params=KINDS)
def any_brain(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A fresh brain: of the library, of the client, of the synchronous client."""
    with opened(request, request.param) as brain:
        yield brain


@pytest.fixture(params=[IN_MEMORY, *KINDS])
def brain_or_none(request: pytest.FixtureRequest) -> Iterator[Any]:
    """`any_brain`, and None: a contract runs on what a framework itself has in memory too."""
    if request.param == IN_MEMORY:
        yield None
        return
    with opened(request, request.param) as brain:
        yield brain


@pytest.fixture
async def told(any_brain: Any) -> Any:
    """A brain that knows where Ana works."""
    await tell(any_brain)
    return any_brain


@pytest.fixture
def run_page(
    url: str,  # noqa: F811 - fixtures
    client: GraphmemClient,  # noqa: F811
    brain: Brain,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[str], Awaitable[list[str]]]:
    """Runs the program on a page of `docs/integrations`, and returns the episodes that it leaves."""

    async def run(page: str) -> list[str]:
        name = f"{brain.name}-page"
        monkeypatch.setenv("GRAPHMEM_URL", url)
        await main_of(f"docs/integrations/{page}.md", name)()
        return await episodes(brain, name)

    return run


@contextmanager
def opened(request: pytest.FixtureRequest, kind: str) -> Iterator[Any]:
    """A fresh brain of one kind."""
    if kind == "embedded":
        yield request.getfixturevalue("brain")
        return
    found = request.getfixturevalue("remote")
    if kind == "client":
        yield found
        return
    with GraphmemClientSync(request.getfixturevalue("url")) as synchronous:
        yield synchronous.brain(found.name)
