"""What graphmem's store does beside the contract: expiry, facts beside the values, a brain for each user."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import PutOp

from graphmem.brain import Brain
from graphmem_client import GraphmemClientSync
from graphmem_client.integrations.langgraph import GraphmemStore
from tests.adapters.support import NOWHERE, PutsNothing, episodes


async def older(brain: Brain, name: str, minutes: float) -> None:
    await brain.engine.store.driver.execute_query(
        "MATCH (n:Item {brain: $name}) SET n.expiresAt = n.expiresAt - $ago", name=name, ago=timedelta(minutes=minutes)
    )


async def test_an_item_expires_unless_it_is_read(any_brain: Any, brain: Brain) -> None:
    store = GraphmemStore(any_brain, remember=False, ttl={"default_ttl": 10.0, "refresh_on_read": False})
    await store.aput(("a",), "default", {"n": 1})
    await store.aput(("a",), "never", {"n": 1}, ttl=None)
    await store.aput(("a",), "long", {"n": 1}, ttl=60)
    await older(brain, any_brain.name, 8)
    assert await store.aget(("a",), "default") is not None  # refresh_on_read is off
    await older(brain, any_brain.name, 3)
    assert await store.aget(("a",), "default") is None
    assert {item.key for item in await store.asearch(("a",))} == {"never", "long"}
    await store.aget(("a",), "long", refresh_ttl=True)
    await older(brain, any_brain.name, 55)
    assert await store.aget(("a",), "long") is not None
    await older(brain, any_brain.name, 10)
    assert {item.key for item in await store.asearch(("a",))} == {"never"}


async def test_texts_are_remembered_beside_the_values(any_brain: Any, brain: Brain) -> None:
    store = GraphmemStore(any_brain)
    beside = brain.engine.store
    await store.aput(("users", "ana"), "k", {"text": "Ana moved to Porto.", "n": 1, "more": ["Ana likes tea."]})
    await store.aput(("users", "ana"), "quiet", {"text": "Ana has a secret."}, index=False)
    await store.aput(("users", "ana"), "numbers", {"n": 1})
    rows = await beside.read("explore/stats", brain=any_brain.name)
    assert rows[0]
    contents = await episodes(brain, any_brain.name)
    assert contents == ["Ana moved to Porto.\nAna likes tea."]
    await store.aput(("users", "ana"), "k", {"text": "Ana moved to Lisbon."})
    assert len(await episodes(brain, any_brain.name)) == 2
    await store.adelete(("users", "ana"), "k")
    assert await episodes(brain, any_brain.name) == []
    assert await store.aget(("users", "ana"), "quiet") is not None


async def test_the_texts_of_a_store_may_have_a_speaker(any_brain: Any, brain: Brain) -> None:
    await GraphmemStore(any_brain, speaker="Ana").aput(("notes",), "a", {"text": "I like tea."})
    await GraphmemStore(any_brain, speaker=lambda path: path[1]).aput(("notes", "Bo"), "b", {"text": "I like rum."})
    await GraphmemStore(any_brain).aput(("notes",), "c", {"text": "Tea is hot."})
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $name}) RETURN e.speaker AS speaker ORDER BY e.recordedAt", name=any_brain.name
    )
    assert [row["speaker"] for row in rows] == ["Ana", "Bo", None]


async def test_what_was_learnt_stays_where_that_is_wanted(any_brain: Any, brain: Brain) -> None:
    store = GraphmemStore(any_brain, forget=False)
    await store.aput(("a",), "k", {"text": "Ana moved to Porto."})
    await store.adelete(("a",), "k")
    assert await store.aget(("a",), "k") is None
    assert await episodes(brain, any_brain.name) == ["Ana moved to Porto."]


async def test_each_namespace_may_have_its_brain(memory: Any, brain: Brain) -> None:
    def of(namespace: tuple[str, ...]) -> Any:
        return memory.brain(f"{brain.name}-{namespace[1]}")

    store = GraphmemStore(of, remember=False)
    await asyncio.gather(*(store.aput(("users", name), "k", {"name": name}) for name in ("ana", "bo")))
    assert [item.value for item in await store.asearch(("users", "ana"))] == [{"name": "ana"}]
    assert (await of(("users", "bo")).items.search())[0].value == {"name": "bo"}
    assert await asyncio.to_thread(store.get, ("users", "bo"), "none") is None
    assert await store.alist_namespaces(prefix=("users", "bo")) == [("users", "bo")]
    with pytest.raises(ValueError, match="too few labels"):
        await store.asearch(("users",))


async def test_a_value_that_would_not_come_back_is_refused(any_brain: Any) -> None:
    for value in ({"a": (1, 2)}, {"a": {1: 2}}, {"a": float("nan")}, {"a": object()}):
        with pytest.raises(ValueError, match=r"JSON|finite"):
            await GraphmemStore(any_brain, remember=False).aput(("a",), "k", value)


async def test_a_value_is_kept_if_its_text_cannot_be_remembered(
    any_brain: Any, brain: Brain, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Any] = []
    store = GraphmemStore(any_brain, on_error=lambda error, during: heard.append((type(error).__name__, during)))
    long = {"text": "Ana likes tea. " * 20_000}
    await store.abatch([PutOp(("a",), "long", long), PutOp(("a",), "short", {"text": "Bo likes rum."})])
    assert [item and item.value for item in (await store.aget(("a",), "long"), await store.aget(("a",), "short"))] == [
        long,
        {"text": "Bo likes rum."},
    ]
    assert heard == [("TooLarge", "remember")]
    assert await episodes(brain, any_brain.name) == ["Bo likes rum."]
    await GraphmemStore(any_brain).aput(("a",), "long", long)
    assert "remember failed: TooLarge" in caplog.text


async def test_a_put_that_is_repeated_is_remembered_once(any_brain: Any, brain: Brain) -> None:
    store = GraphmemStore(any_brain)
    with pytest.raises(ConnectionError):
        await GraphmemStore(PutsNothing(any_brain)).aput(("a",), "k", {"text": "Ana moved to Porto."})
    await store.aput(("a",), "k", {"text": "Ana moved to Porto."})
    assert await episodes(brain, any_brain.name) == ["Ana moved to Porto."]
    await store.aput(("a",), "k", {"text": "Ana moved to Faro."})
    await store.aput(("a",), "k", {"text": "Ana moved to Porto."})
    assert len(await episodes(brain, any_brain.name)) == 3, "what is told again later is told again"


def test_brains_of_one_name_in_two_services_are_apart() -> None:
    with GraphmemClientSync(NOWHERE) as one, GraphmemClientSync(NOWHERE) as other:
        brains = {"x": one.brain("main"), "y": other.brain("main")}
        ops = [PutOp((label,), "k", {"n": 1}) for label in ("x", "y", "x")]
        groups = list(GraphmemStore(lambda namespace: brains[namespace[0]])._by_brain(ops))
    assert [[i for i, _ in numbered] for _, numbered in groups] == [[0, 2], [1]]
