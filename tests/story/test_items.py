"""Items: JSON values that are kept exactly, by path and key, under many writers (docs/items.md)."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.items.write_items import MOST_VALUE, prune_items
from graphmem.memory import Memory
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound, TooLarge
from graphmem_contract.items import StoredItem
from tests.story.telling import fact, held, tell

HARD: list[Any] = [
    {},
    [],
    "",
    None,
    0,
    -0.0,
    1.0,
    1e300,
    2**80,
    True,
    "a\r\n\tb \u2028 é e\u0301 \U0001f41d  ",
    {"z": 1, "a": {"$x": [None, False, 1.5, "1.5", {"": ""}]}, "ключ": "значение"},
]


async def put(brain: Brain, key: str, value: Any, *path: str, **more: Any) -> None:
    await brain.items.put([{"path": path, "key": key, "value": value, **more}])


async def get(brain: Brain, key: str, *path: str) -> StoredItem | None:
    (found,) = await brain.items.get([{"path": path, "key": key}])
    return found


async def keys(brain: Brain, *path: str, **asked: Any) -> list[str]:
    return [item.key for item in await brain.items.search(path, **asked)]


async def test_values_come_back_exactly(brain: Brain) -> None:
    await brain.items.put([{"path": ["hard"], "key": str(i), "value": value} for i, value in enumerate(HARD)])
    found = await brain.items.get([{"path": ["hard"], "key": str(i)} for i in range(len(HARD))])
    assert [repr(item and item.value) for item in found] == [repr(value) for value in HARD]
    assert [item.value for item in await brain.items.search(["hard"], order="oldest", limit=100)] == HARD


@pytest.mark.parametrize("value", [(1,), {1: "a"}, {"a": {1, 2}}, float("nan"), "\ud800", "\0", datetime.now(UTC)])
async def test_what_would_come_back_as_something_else_is_refused(brain: Brain, value: Any) -> None:
    with pytest.raises(InvalidInput) as error:
        await put(brain, "k", value)
    assert (error.value.field or "").startswith("value")
    assert await brain.items.search() == ()


async def test_a_value_has_a_largest_size(brain: Brain) -> None:
    await put(brain, "k", "x" * (MOST_VALUE - 2))
    with pytest.raises(TooLarge):
        await put(brain, "k", "x" * (MOST_VALUE - 1))
    assert (item := await get(brain, "k")) is not None
    assert item.version == 1


async def test_a_second_put_is_a_second_version(brain: Brain) -> None:
    (first,) = await brain.items.put([{"path": ["a"], "key": "k", "value": 1}])
    (second,) = await brain.items.put([{"path": ["a"], "key": "k", "value": 2}])
    assert (first.version, second.version) == (1, 2)
    assert second.created_at == first.created_at < second.updated_at
    assert (item := await get(brain, "k", "a")) is not None
    assert (item.value, item.version) == (2, 2)


async def test_paths_with_slashes_and_percent_signs_stay_apart(brain: Brain) -> None:
    paths = [("a/b",), ("a", "b"), ("a%2Fb",), ("a",), ("ab",), ("a", "b", "c"), ()]
    for path in paths:
        await put(brain, "k", list(path), *path)
    for path in paths:
        assert (item := await get(brain, "k", *path)) is not None
        assert (item.value, item.path) == (list(path), path)
    assert {item.path for item in await brain.items.search(["a"])} == {("a",), ("a", "b"), ("a", "b", "c")}
    assert await brain.items.paths() == tuple(sorted(paths))
    assert await brain.items.paths(["a"], max_depth=2) == (("a",), ("a", "b"))
    assert await brain.items.paths(["*", "b"], suffix=["c"]) == (("a", "b", "c"),)


async def test_a_version_that_is_not_there_stores_nothing(brain: Brain) -> None:
    await put(brain, "k", 1, if_version=0)
    for wrong in (0, 2):
        with pytest.raises(ConflictError):
            await brain.items.put([{"key": "new", "value": 1}, {"key": "k", "value": 2, "if_version": wrong}])
    assert await get(brain, "new") is None
    await put(brain, "k", 3, if_version=1)
    assert (item := await get(brain, "k")) is not None
    assert (item.value, item.version) == (3, 2)


async def test_of_many_writers_with_one_version_one_wins(brain: Brain) -> None:
    await put(brain, "n", 0)

    async def add() -> None:
        while True:
            item = await get(brain, "n")
            assert item is not None
            try:
                return await put(brain, "n", item.value + 1, if_version=item.version)
            except ConflictError:
                continue

    await asyncio.gather(*(add() for _ in range(12)))
    assert (item := await get(brain, "n")) is not None
    assert (item.value, item.version) == (12, 13)


async def test_items_of_many_writers_have_one_order(brain: Brain) -> None:
    await asyncio.gather(*(brain.items.put([{"key": f"{w}-{n}", "value": n} for n in range(5)]) for w in range(6)))
    oldest = await keys(brain, order="oldest", limit=100)
    assert len(oldest) == 30
    for writer in range(6):
        assert [key for key in oldest if key.startswith(f"{writer}-")] == [f"{writer}-{n}" for n in range(5)]
    assert await keys(brain, order="newest", limit=100) == oldest[::-1]
    assert [
        key for start in range(0, 30, 7) for key in await keys(brain, order="oldest", limit=7, offset=start)
    ] == oldest


async def test_filters_and_pages(brain: Brain) -> None:
    values = [{"n": n, "even": n % 2 == 0, "in": {"word": "ab"[n % 2]}, "list": [n]} for n in range(10)]
    await brain.items.put([{"key": str(n), "value": value} for n, value in enumerate(values)])
    await put(brain, "text", "no object")
    for wanted, expected in (
        ({"n": 3}, "3"),
        ({"even": True, "n": {"$gte": 4}}, "468"),
        ({"n": {"$gt": 2, "$lt": 5}}, "34"),
        ({"n": {"$ne": 0}, "even": True}, "2468"),
        ({"in": {"word": "b"}, "n": {"$lte": 3}}, "13"),
        ({"list": [7]}, "7"),
        ({"even": 1}, ""),
        ({"in": {"$gt": 1}}, ""),
        ({"missing": None, "n": {"$eq": 1}}, "1"),
    ):
        assert "".join(await keys(brain, filter=wanted, order="oldest")) == expected, wanted
    assert await keys(brain, filter={"even": True}, order="oldest", limit=2, offset=1) == ["2", "4"]
    with pytest.raises(InvalidInput):
        await brain.items.search(filter={"n": {"$near": 1}})


async def test_a_filter_reads_beyond_its_first_page(brain: Brain) -> None:
    await brain.items.put([{"key": f"{n:03}", "value": {"n": n}} for n in range(450)])
    assert await keys(brain, filter={"n": {"$gte": 447}}, order="oldest") == ["447", "448", "449"]


async def test_a_question_finds_the_most_alike_first_and_those_without_text_last(brain: Brain) -> None:
    texts = {"food": "Ana loves pizza with mushrooms", "work": "Ana works as a bridge engineer", "none": None}
    for key, text in texts.items():
        await put(brain, key, {"text": text}, "notes", text=text)
    found = await brain.items.search(["notes"], query="mushroom pizza")
    assert [item.key for item in found] == ["food", "work", "none"]
    scores = [item.score or 0.0 for item in found]
    assert scores[0] > scores[1] > 0
    assert found[2].score is None
    await put(brain, "food", {"text": "x"}, "notes")
    assert (await keys(brain, "notes", query="mushroom pizza"))[0] == "work"
    assert await keys(brain, "notes", query="mushroom pizza", filter={"text": "x"}) == ["food"]


async def test_an_item_expires_unless_it_is_used(brain: Brain) -> None:
    await put(brain, "short", 1, ttl_sec=60)
    assert (item := await get(brain, "short")) is not None
    assert item.expires_at is not None
    await _age(brain, 30)
    (kept,) = await brain.items.get([{"key": "short"}], refresh=False)
    assert kept is not None
    assert kept.expires_at is not None
    (used,) = await brain.items.search()
    assert used.expires_at is not None
    assert used.expires_at > kept.expires_at
    await _age(brain, 61)
    assert await get(brain, "short") is None
    assert await brain.items.search() == ()
    assert await brain.items.paths() == ()
    await put(brain, "short", 2, if_version=0)
    assert (item := await get(brain, "short")) is not None
    assert (item.value, item.version, item.expires_at) == (2, 1, None)


async def test_expired_items_are_pruned(brain: Brain) -> None:
    await brain.items.put([{"key": "a", "value": 1, "ttl_sec": 60}, {"key": "b", "value": 1}])
    await _age(brain, 61)
    assert await prune_items(brain.engine.store) >= 1
    assert await _nodes(brain) == ["b"]


async def test_delete_and_clear(brain: Brain) -> None:
    for path, key in ((("a",), "1"), (("a",), "2"), (("a", "b"), "1"), (("ab",), "1")):
        await put(brain, key, 1, *path)
    places = [{"path": ["a"], "key": "1"}, {"path": ["a"], "key": "1"}, {"path": ["x"], "key": "1"}]
    assert await brain.items.delete(places) == 1
    assert await brain.items.clear(["a"]) == 2
    assert await brain.items.paths() == (("ab",),)
    assert await brain.items.clear([]) == 1


async def test_what_is_deleted_is_forgotten_where_that_is_asked(brain: Brain) -> None:
    for n, thing in enumerate(("tea", "rain", "bees")):
        told = await tell(brain, "2024-01-01", fact("Ana", "likes", thing, object_is_entity=False))
        await put(brain, str(n % 2), {"likes": thing}, "ana", episode_id=told.episode_id)
    with pytest.raises(NotFound):
        await put(brain, "2", 1, episode_id="nobody")
    assert await brain.items.delete([{"path": ["ana"], "key": "1"}]) == 1
    assert await held(brain, "Ana", "likes") == ["bees", "rain", "tea"]
    assert await brain.items.clear(["ana"], forget=True) == 1
    assert await held(brain, "Ana", "likes") == ["rain"]


async def test_a_forgotten_episode_leaves_its_item(brain: Brain) -> None:
    told = await tell(brain, "2024-01-01", fact("Ana", "likes", "tea", object_is_entity=False))
    await put(brain, "k", "tea", episode_id=told.episode_id)
    await brain.episodes.forget(told.episode_id or "")
    assert await get(brain, "k") is not None
    assert await brain.items.delete([{"key": "k"}], forget=True) == 1


async def test_items_of_another_brain_are_not_there(brain: Brain, memory: Memory) -> None:
    await put(brain, "k", "mine", "p", text="mine")
    other = memory.brain(f"{brain.name}-other")
    assert await other.items.get([{"path": ["p"], "key": "k"}]) == (None,)
    assert await other.items.search(query="mine") == ()
    assert await other.items.delete([{"path": ["p"], "key": "k"}]) == 0
    await other.items.clear([])
    assert await get(brain, "k", "p") is not None
    await brain.delete()
    assert await _nodes(brain) == []


async def test_items_go_with_an_export(brain: Brain, memory: Memory) -> None:
    told = await tell(brain, "2024-01-01", fact("Ana", "likes", "tea", object_is_entity=False))
    await put(brain, "k", HARD, "a/b", text="tea", ttl_sec=3600, episode_id=told.episode_id)
    lines = [line async for line in brain.transfer.export()]
    other = memory.brain(f"{brain.name}-other")
    await other.transfer.load(lines)
    assert (item := await get(other, "k", "a/b")) is not None
    assert (item.value, item.version) == (HARD, 1)
    assert (await other.items.search(query="tea"))[0].score
    assert await other.items.delete([{"path": ["a/b"], "key": "k"}], forget=True) == 1
    assert await held(other, "Ana", "likes") == []


async def test_a_policy_about_personal_data_refuses(brain: Brain) -> None:
    await brain.configure(pii="redact")
    with pytest.raises(InvalidInput):
        await put(brain, "k", {"text": "Write to ana@example.com"})
    await put(brain, "k", {"text": "Write to Ana"})
    await brain.configure(pii="off")
    await put(brain, "k", {"text": "Write to ana@example.com"})


async def test_a_policy_that_changes_after_the_screening_counts(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = False
    embed = brain.engine.models.embedder.embed

    async def embed_and_change(texts: Any) -> Any:
        nonlocal changed
        if not changed:
            changed = True
            await brain.configure(pii="refuse")
        return await embed(texts)

    monkeypatch.setattr(brain.engine.models.embedder, "embed", embed_and_change)
    with pytest.raises(InvalidInput):
        await put(brain, "k", {"text": "Write to ana@example.com"}, text="Write")
    assert await _nodes(brain) == []


async def _age(brain: Brain, seconds: int) -> None:
    """Let the items of a brain be older."""
    await brain.engine.store.driver.execute_query(
        "MATCH (n:Item {brain: $brain}) SET n.expiresAt = n.expiresAt - $ago",
        brain=brain.name,
        ago=timedelta(seconds=seconds),
    )


async def _nodes(brain: Brain) -> list[str]:
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (n:Item {brain: $brain}) RETURN n.key AS key ORDER BY key", brain=brain.name
    )
    return [row["key"] for row in rows]
