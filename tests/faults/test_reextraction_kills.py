"""A run that reads episodes again is killed: no episode is half replaced, and the same call does the rest."""

from __future__ import annotations

import signal
from dataclasses import replace

import pytest
from uuid_utils import uuid4

from benchmarks.load.processes import Child, ServerAddress
from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.records import SuppliedExtraction
from graphmem_offline.extractor import OfflineExtractor
from tests.conftest import Server, altered
from tests.story.telling import extraction, fact

pytestmark = pytest.mark.needs_spacy
HOMES = {"Ana": "Porto", "Bruno": "Lisbon", "Clara": "Madrid", "David": "Paris"}
"""Where each person lives, in sentences that the offline extractor reads: a reading without facts would replace nothing."""


@pytest.fixture
def place(server: Server) -> ServerAddress:
    return ServerAddress(server.uri, server.user, server.password)


def _misread(request: Request) -> SuppliedExtraction:
    """What a poor model reads: that everybody likes tea."""
    return extraction(fact(request.content.split()[0], "likes", "tea"))


async def misread(memory: Memory) -> Brain:
    """A brain that a poor model has filled."""
    poor = altered(memory, models=replace(memory.models, extractor=ScriptedExtractor(_misread)))
    brain = poor.brain(f"again-{uuid4()}")
    for n, (person, city) in enumerate(HOMES.items(), 1):
        await brain.remember(f"{person} lives in {city}.", occurred_at=f"2024-0{n}-01")
    return brain


def read_by_rules(memory: Memory, brain: Brain) -> Brain:
    """The same brain with the offline extractor."""
    return altered(memory, models=replace(memory.models, extractor=OfflineExtractor())).brain(brain.name)


async def believed(brain: Brain) -> list[tuple[str, str, str]]:
    return sorted((one.subject, one.relation, one.object) for one in await brain.facts(limit=1000))


async def all_versions(brain: Brain) -> list[tuple[str, str, str, bool]]:
    """Everything that was ever believed, without ids and times."""
    facts = await brain.facts(limit=1000, include_closed=True)
    return sorted((one.subject, one.relation, one.object, one.valid_until is None) for one in facts)


@pytest.mark.parametrize(
    ("fault", "replaced"),
    [
        pytest.param("upkeep_written:kill:1", 0, marks=pytest.mark.slow),
        ("upkeep_written:kill:3", 2),
        pytest.param("upkeep_committed:kill:2", 2, marks=pytest.mark.slow),
    ],
)
async def test_a_run_that_is_killed_replaces_whole_episodes_and_the_same_call_does_the_rest(
    memory: Memory, place: ServerAddress, fault: str, replaced: int
) -> None:
    calm, brain = await misread(memory), await misread(memory)
    undisturbed = await read_by_rules(memory, calm).reextraction.run()
    assert len(undisturbed.episodes) == len(HOMES)
    child = await Child.start(
        place, "reextract", brain.name, "--reason", "a better model", GRAPHMEM_FAULT=fault, GRAPHMEM_EXTRACTOR="offline"
    )
    assert await child.ended() == -signal.SIGKILL, child.said
    halfway = await believed(brain)
    assert len([one for one in halfway if one[1] == "lives_in"]) == replaced
    assert len([one for one in halfway if one[2] == "tea"]) == len(HOMES) - replaced
    assert len(await brain.reextraction.list()) == replaced
    rest = await read_by_rules(memory, brain).reextraction.run()
    assert len(rest.episodes) == len(HOMES) - replaced
    assert await believed(brain) == await believed(calm)
    assert await all_versions(brain) == await all_versions(calm)
    assert (await read_by_rules(memory, brain).reextraction.run()).episodes == ()


@pytest.mark.slow
async def test_the_same_run_by_two_processes_replaces_each_episode_once(memory: Memory, place: ServerAddress) -> None:
    calm, brain = await misread(memory), await misread(memory)
    await read_by_rules(memory, calm).reextraction.run()
    children = [
        await Child.start(place, "reextract", brain.name, GRAPHMEM_EXTRACTOR="offline") for _ in range(2)
    ]  # fmt: skip
    assert [await child.ended() for child in children] == [0, 0], [child.said for child in children]
    assert await believed(brain) == await believed(calm)
    assert len([one for one in await brain.reextraction.list() if one.added or one.withdrawn]) == len(HOMES)
