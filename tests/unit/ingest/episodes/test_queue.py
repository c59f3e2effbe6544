"""The queue of extraction: which episodes are taken, and when the gate is shut."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.ingest.episodes.queue import AMONG, Gate, claim, claim_one, depth, held, lease_ms, new_lease, requeue
from graphmem_contract.errors import TooManyRequests
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.claim_building import settings

SETTINGS = settings(lease_sec=2.5)


def test_a_lease_is_new_every_time_and_lasts_its_milliseconds() -> None:
    assert new_lease() != new_lease()
    assert lease_ms(SETTINGS) == 2500


def taken(id_: str) -> dict[str, Any]:
    return {"id": id_, "brain": "b", "lease": "l", "attempts": 1}


NOTHING_LEFT = {"id": None, "seen": 0}
OTHERS_WERE_FASTER = {"id": None, "seen": 3}


async def test_episodes_that_are_due_are_taken() -> None:
    graph = FakeGraph({"queue/claim": [taken("e1"), taken("e2")]})
    found = await claim(graph, SETTINGS, limit=2)  # type: ignore[arg-type]
    assert [(one.id, one.brain, one.lease, one.attempts) for one in found] == [("e1", "b", "l", 1), ("e2", "b", "l", 1)]


async def test_an_empty_queue_is_asked_once() -> None:
    for rows in ([], [NOTHING_LEFT]):
        graph = FakeGraph({"queue/claim": rows})
        assert await claim(graph, SETTINGS) == []  # type: ignore[arg-type]
        assert graph.calls["queue/claim"] == 1


async def test_where_others_were_faster_it_picks_among_more_with_a_new_lease() -> None:
    answers = iter([[OTHERS_WERE_FASTER], [OTHERS_WERE_FASTER], [taken("e1")]])
    graph = FakeGraph({"queue/claim": lambda _: next(answers)})
    assert len(await claim(graph, SETTINGS)) == 1  # type: ignore[arg-type]
    asked = graph.parameters["queue/claim"]
    assert [call["among"] for call in asked] == [1, AMONG, AMONG]
    assert len({call["lease"] for call in asked}) == 3


async def test_it_gives_up_after_so_many_tries() -> None:
    graph = FakeGraph({"queue/claim": [OTHERS_WERE_FASTER]})
    assert await claim(graph, SETTINGS) == []  # type: ignore[arg-type]
    assert graph.calls["queue/claim"] == AMONG


async def test_one_episode_is_taken_or_there_is_none() -> None:
    graph = FakeGraph({"queue/claim_one": [{"mine": True}]})
    assert await claim_one(graph, SETTINGS, "b", "e", ["failed"]) == {"mine": True}  # type: ignore[arg-type]
    assert graph.parameters["queue/claim_one"][0]["states"] == ["failed"]
    assert await claim_one(FakeGraph(), SETTINGS, "b", "e") is None  # type: ignore[arg-type]


async def test_giving_back_counts_as_an_attempt_only_with_an_error() -> None:
    graph = FakeGraph({"queue/requeue": [{"id": "e"}]})
    assert await requeue(graph, "b", "e", "l", delay=1.5, error="model away")  # type: ignore[arg-type]
    assert await requeue(graph, "b", "e", "l")  # type: ignore[arg-type]
    failed, free = graph.parameters["queue/requeue"]
    assert (failed["tried"], failed["delayMs"], failed["error"]) == (True, 1500, "model away")
    assert (free["tried"], free["delayMs"]) == (False, 0)
    assert failed["waitsFor"] is free["waitsFor"] is None
    assert await requeue(graph, "b", "e", "l", error="spent", waits_for="quota")  # type: ignore[arg-type]
    spent = graph.parameters["queue/requeue"][-1]
    assert (spent["tried"], spent["waitsFor"]) == (False, "quota")
    assert not await requeue(FakeGraph(), "b", "e", "gone")  # type: ignore[arg-type]


async def test_without_a_lease_nothing_is_renewed() -> None:
    graph = FakeGraph()
    async with held(graph, SETTINGS, "b", "e", None):  # type: ignore[arg-type]
        pass
    assert graph.calls == {}


async def test_a_lease_is_renewed_while_it_is_held_and_not_after() -> None:
    renewed, before = asyncio.Event(), asyncio.all_tasks()

    def renew(_: Any) -> list[dict[str, Any]]:
        renewed.set()
        return [{"id": "e"}]

    graph, brief = FakeGraph({"queue/extend_lease": renew}), SETTINGS.model_copy(update={"lease_sec": 0.03})
    async with held(graph, brief, "b", ["e", "f"], "l"):  # type: ignore[arg-type]
        await asyncio.wait_for(renewed.wait(), 5)
    assert graph.parameters["queue/extend_lease"][0]["lease"] == "l"
    assert graph.parameters["queue/extend_lease"][0]["ids"] == ["e", "f"], "one lease may cover several episodes"
    assert asyncio.all_tasks() == before


async def test_a_lease_that_has_passed_on_is_not_renewed_again() -> None:
    asked = asyncio.Event()

    def refuse(_: Any) -> list[dict[str, Any]]:
        asked.set()
        return []

    graph, brief = FakeGraph({"queue/extend_lease": refuse}), SETTINGS.model_copy(update={"lease_sec": 0.03})
    before = asyncio.all_tasks()
    async with held(graph, brief, "b", "e", "l"):  # type: ignore[arg-type]
        await asyncio.wait_for(asked.wait(), 5)
        beating = asyncio.all_tasks() - before
        await asyncio.wait_for(asyncio.gather(*beating), 5)
    assert graph.calls["queue/extend_lease"] == 1


def waiting(pending: int) -> FakeGraph:
    return FakeGraph({"queue/depth": [{"pending": pending, "extracting": 1, "oldest": None}]})


async def test_the_depth_is_that_of_the_row() -> None:
    found = await depth(waiting(3), "b")  # type: ignore[arg-type]
    assert (found.pending, found.extracting, found.oldest) == (3, 1, None)


async def test_the_gate_lets_in_up_to_the_limit_and_counts_the_database_once() -> None:
    graph, gate, limit = waiting(1), Gate(), settings(queue_limit=3)
    await gate.check(graph, limit)  # type: ignore[arg-type]
    await gate.check(graph, limit)  # type: ignore[arg-type]
    with pytest.raises(TooManyRequests, match="3 episodes wait for extraction; 3 is the limit") as refused:
        await gate.check(graph, limit)  # type: ignore[arg-type]
    assert refused.value.retry_after == 5.0
    assert graph.calls["queue/depth"] == 1


async def test_a_limit_of_zero_is_no_limit() -> None:
    graph = waiting(1_000_000)
    await Gate().check(graph, settings(queue_limit=0))  # type: ignore[arg-type]
    assert graph.calls == {}
