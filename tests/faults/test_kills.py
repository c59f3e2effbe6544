"""Real processes are killed at bad moments, and the rest works off the queue (`make kill-table` tries many more)."""

from __future__ import annotations

from typing import Any

import pytest
from uuid_utils import uuid4

from benchmarks.load.kill_table import (
    compared,
    content,
    conversation,
    session_answer,
    session_is_hit,
    undisturbed,
    worker_is_hit,
    worker_is_slow,
)
from benchmarks.load.many_writers import checked, written
from benchmarks.load.processes import ServerAddress
from graphmem.memory import Memory
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.testing.scripted_server import ScriptedServer
from tests.conftest import Server

TOLD = conversation(4)


def some_slow(first: str, *others: str) -> list[Any]:
    """Return the points of a fault: `make test` takes the first, `make test-slow` the others."""
    return [first, *(pytest.param(other, marks=pytest.mark.slow) for other in others)]


@pytest.fixture
def place(server: Server) -> ServerAddress:
    return ServerAddress(server.uri, server.user, server.password)


@pytest.fixture(scope="module")
async def calm(server: Server) -> Any:
    """The graph of an undisturbed run."""
    async with ServerAddress(server.uri, server.user, server.password).memory() as memory:
        return await undisturbed(memory, TOLD)


@pytest.mark.parametrize(
    "fault", some_slow("commit_sent:kill:2", "claimed:kill:2", "settled:kill:2", "commit_sent:raise:2")
)
async def test_a_worker_that_is_killed_leaves_nothing_undone_and_nothing_done_twice(
    place: ServerAddress, calm: Any, fault: str
) -> None:
    async with place.memory() as memory:
        brain, happened = await worker_is_hit(memory, place, TOLD, fault)
        assert compared(fault, happened, calm, await content(brain), 0.0).is_clean


@pytest.mark.slow
async def test_a_worker_that_stands_still_inside_its_commit_beyond_its_lease_writes_nothing(
    place: ServerAddress, calm: Any
) -> None:
    async with place.memory() as memory:
        brain, happened = await worker_is_slow(memory, place, TOLD, "settled")
        assert compared("settled", happened, calm, await content(brain), 0.0).is_clean


@pytest.mark.parametrize(
    "fault", some_slow("commit_sent:kill:3", "transcript:kill:1", "settled:kill:2", "committed:kill:4")
)
async def test_a_worker_that_is_killed_between_the_messages_of_a_session_loses_none_and_doubles_none(
    place: ServerAddress, fault: str
) -> None:
    with ScriptedServer(session_answer) as model:
        chosen = place.settings().with_overrides(
            openai_base_url=model.base_url, openai_api_key="none", model="scripted"
        )
        extractor = OpenAIExtractor.from_settings(chosen)
        async with place.memory(extractor) as memory:
            calm, _ = await session_is_hit(memory, place, model, None)
            assert model.calls == 1, "one call for five messages"
            brain, happened = await session_is_hit(memory, place, model, fault)
            assert model.calls in (3, 4), "the call of the worker that died; two workers may share what it left"
            assert compared(fault, happened, await content(calm), await content(brain), 0.0).is_clean
            assert (await brain.overview.stats()).episodes == {"extracted": 5}
        await extractor.aclose()


async def test_processes_on_one_brain_make_no_name_twice_and_no_two_values_at_once(
    memory: Memory, place: ServerAddress
) -> None:
    brain = memory.brain(f"processes-{uuid4()}")
    told = await written(place, [brain.name] * 2, 20)
    found = await checked(brain, 40)
    assert told["failed"] == 0
    assert found == {
        "entities": 19, "overlaps": 0, "extracted": 40, "not_extracted": 0, "missing": 0, "commits_too_many": 0
    }  # fmt: skip
