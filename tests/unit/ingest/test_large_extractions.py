"""Extractions with thousands of names are taken in one at a time; a small one goes past them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.ingest.large_extractions import LARGE, turn_if_large
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact


class _Store:
    """Stands for the store of a connection."""


def extraction(entities: int = 0, facts: int = 0, aliases: int = 0) -> SuppliedExtraction:
    named = [SuppliedEntity(name=f"n{n}", aliases=[f"a{n} {m}" for m in range(aliases)]) for n in range(entities)]
    return SuppliedExtraction(
        entities=named, facts=[SuppliedFact(subject="a", relation="knows", object=f"b{n}") for n in range(facts)]
    )


async def entered_at_once(given: list[SuppliedExtraction | None], stores: list[Any]) -> int:
    """How many of the extractions are in their block when none has left it."""
    inside, go = list[int](), asyncio.Event()

    async def run(number: int) -> None:
        async with turn_if_large(stores[number], f"brain {number}", given[number]):
            inside.append(number)
            await go.wait()

    async with asyncio.TaskGroup() as group:
        for number in range(len(given)):
            group.create_task(run(number))
        for _ in range(5):
            await asyncio.sleep(0)
        at_once = len(inside)
        go.set()
    assert len(inside) == len(given)
    return at_once


@pytest.mark.parametrize(
    ("made", "at_once"),
    [
        (extraction(entities=LARGE + 1), 1),
        (extraction(facts=LARGE + 1), 1),
        (extraction(entities=10, aliases=LARGE // 10), 1),
        (extraction(entities=LARGE), 3),
        (extraction(), 3),
        (None, 3),
    ],
    ids=["names", "facts", "aliases", "as many as may be", "small", "none"],
)
async def test_large_extractions_of_a_store_go_one_at_a_time(made: SuppliedExtraction | None, at_once: int) -> None:
    assert await entered_at_once([made] * 3, [_Store()] * 3) == at_once


async def test_a_small_extraction_goes_past_a_large_one() -> None:
    store = _Store()
    large = extraction(entities=LARGE + 1)
    assert await entered_at_once([large, extraction(entities=3), large], [store] * 3) == 2


async def test_stores_do_not_wait_for_each_other() -> None:
    large = extraction(entities=LARGE + 1)
    assert await entered_at_once([large] * 2, [_Store(), _Store()]) == 2
