"""The connection is cut at seeded moments, and everything is written exactly once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.memory import Memory
from graphmem_client import ClientBrain, GraphmemClient, Retry
from tests.client.cutting_proxy import CuttingProxy

MOMENTS, SEED, LINES = 20, 20_261_125, 12
PATIENT = Retry(attempts=6, first_wait_sec=0.02, longest_wait_sec=0.2)
IMPORTED: list[dict[str, Any]] = [
    {"subject": "Ana", "relation": "visited", "object": f"Town {n % (LINES - 2)}", "valid_from": f"2020-01-{n + 1:02}"}
    for n in range(LINES)
]


async def write(brain: ClientBrain) -> None:
    """Write by every kind of call that a cut could double."""
    extraction = {
        "entities": [{"name": "Ana", "type": "person"}],
        "facts": [{"subject": "Ana", "relation": "likes", "object": "tea"}],
    }
    await brain.remember("Ana likes tea.", speaker="Ana", extraction=extraction)
    fact = await brain.add_fact(subject="Ana", relation="works_at", object="Acme", valid_from="2024-01-01")
    await brain.invalidate(fact.id, at="2025-01-01")
    other = await brain.entities.add(name="Nana R.", type="person")
    await brain.entities.merge("Ana", other.id)
    await brain.transfer.import_facts(iter(IMPORTED), resolve="exact")


async def written(memory: Memory, name: str) -> dict[str, Any]:
    """What is in a brain: its counts, and each fact with the number of its statements."""
    brain = memory.brain(name)
    counts = (await brain.overview.stats()).model_dump(exclude={"brain", "revision"})
    facts = await brain.facts(include_closed=True, limit=1000)
    return {**counts, "stated": sorted((fact.object, fact.times_stated) for fact in facts)}


async def _run(proxy: CuttingProxy) -> str:
    async with GraphmemClient(proxy.url, retry=PATIENT) as client:
        brain = client.brain(f"cut-{uuid4()}")
        await write(brain)
    return brain.name


@pytest.fixture(scope="module")
async def undisturbed(memory: Memory, port: int) -> tuple[dict[str, Any], int]:
    """What is written without a cut, and the bytes that it takes."""
    async with CuttingProxy(port) as proxy:
        name = await _run(proxy)
    return await written(memory, name), proxy.passed


@pytest.mark.parametrize("number", range(MOMENTS))
async def test_a_cut_doubles_and_loses_nothing(
    number: int, memory: Memory, port: int, undisturbed: tuple[dict[str, Any], int]
) -> None:
    expected, size = undisturbed
    moment = random.Random(SEED).sample(range(1, size), MOMENTS)[number]
    async with CuttingProxy(port, cut_after=moment) as proxy:
        name = await _run(proxy)
    assert proxy.cuts == 1
    assert await written(memory, name) == expected


async def test_an_import_is_sent_again_while_the_service_still_stores_it(memory: Memory, port: int) -> None:
    lines = [{"subject": f"Person {n % 7}", "relation": "visited", "object": f"Town {n}"} for n in range(150)]
    async with CuttingProxy(port, cut_behind=b"0\r\n\r\n") as proxy, GraphmemClient(proxy.url, retry=PATIENT) as client:
        brain = client.brain(f"cut-{uuid4()}")
        report = await brain.transfer.import_facts(iter(lines))
    assert proxy.cuts == 1
    assert (report.records, report.rejected) == (150, 0)
    stats = await memory.brain(brain.name).overview.stats()
    assert (stats.facts, stats.statements) == (150, 150)
