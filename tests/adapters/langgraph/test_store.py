"""The contract of `BaseStore`: the same assertions on LangGraph's own store and on graphmem's."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, GetOp, ListNamespacesOp, MatchCondition, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from graphmem.models.hash_embedder import HashEmbedder
from graphmem_client.integrations.langgraph import GraphmemStore

VALUE: dict[str, Any] = {
    "text": "Ana likes tea\r\n\t é e\u0301 \U0001f41d ",
    "n": [0, -0.0, 1.5, 2**70, 1e300, True, None],
    "deep": {"": [], "$x": {"z": 1, "a": 2}},
}


class Hashed(Embeddings):
    """The embedder of graphmem's tests, for LangGraph's store."""

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return [list(map(float, vector)) for vector in await HashEmbedder().embed(texts)]

    async def aembed_query(self, text: str) -> list[float]:
        return (await self.aembed_documents([text]))[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return asyncio.run(self.aembed_documents(texts))

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@pytest.fixture
def store(brain_or_none: Any) -> BaseStore:
    if brain_or_none is None:
        return InMemoryStore(index={"dims": HashEmbedder().dimensions, "embed": Hashed(), "fields": ["text"]})
    return GraphmemStore(brain_or_none, remember=False, fields=["text"])


async def keys(store: BaseStore, *prefix: str, **asked: Any) -> list[str]:
    return [item.key for item in await store.asearch(prefix, **asked)]


async def test_a_value_comes_back_exactly(store: BaseStore) -> None:
    await store.aput(("users", "ana"), "k", VALUE)
    item = await store.aget(("users", "ana"), "k")
    assert item is not None
    assert repr(item.value) == repr(VALUE)
    assert (item.key, item.namespace) == ("k", ("users", "ana"))
    assert item.created_at.tzinfo is not None
    assert item.created_at <= item.updated_at
    assert await store.aget(("users", "ana"), "other") is None
    assert await store.aget(("users",), "k") is None


async def test_the_last_put_counts(store: BaseStore) -> None:
    await store.aput(("a",), "k", {"n": 1})
    first = await store.aget(("a",), "k")
    await store.aput(("a",), "k", {"m": 2})
    second = await store.aget(("a",), "k")
    assert first is not None
    assert second is not None
    assert second.value == {"m": 2}
    assert second.updated_at > first.updated_at


async def test_delete(store: BaseStore) -> None:
    await store.aput(("a",), "k", {"n": 1})
    await store.adelete(("a",), "k")
    await store.adelete(("a",), "k")
    assert await store.aget(("a",), "k") is None
    assert await keys(store) == []


async def test_search_by_namespace_filter_and_page(store: BaseStore) -> None:
    for n in range(6):
        await store.aput(("a", "b"), str(n), {"n": n, "even": n % 2 == 0, "in": {"word": "xy"[n % 2]}, "list": [n]})
    await store.aput(("ab",), "9", {"n": 9})
    for prefix, wanted, expected in (
        (("a",), None, "012345"),
        (("a", "b"), {"even": True}, "024"),
        (("a",), {"n": {"$gt": 1, "$lte": 4}}, "234"),
        ((), {"n": {"$gte": 5}}, "59"),
        ((), {"n": {"$ne": 1}, "in": {"word": "y"}}, "35"),
        (("a",), {"list": [4]}, "4"),
        (("a",), {"n": {"$eq": 3}}, "3"),
        (("b",), None, ""),
    ):
        assert sorted(await keys(store, *prefix, filter=wanted)) == list(expected), (prefix, wanted)
    pages = [await keys(store, "a", limit=4, offset=offset) for offset in (0, 4, 8)]
    assert [len(page) for page in pages] == [4, 2, 0]
    assert sorted(key for page in pages for key in page) == list("012345")


async def test_search_by_a_question(store: BaseStore) -> None:
    texts = {"food": "ana eats pizza with mushrooms", "work": "ana builds a bridge", "pet": "rex is a dog"}
    for key, text in texts.items():
        await store.aput(("notes",), key, {"text": text, "kind": key})
    await store.aput(("notes",), "unseen", {"text": "pizza with mushrooms"}, index=False)
    await store.aput(("notes",), "title", {"text": "nothing", "title": "a green bicycle"}, index=["title"])
    found = await store.asearch(("notes",), query="pizza with mushrooms")
    assert found[0].key == "food"
    assert found[-1].key == "unseen"
    assert found[-1].score is None
    scores = [item.score for item in found[:-1] if item.score is not None]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    assert await keys(store, "notes", query="green bicycle", limit=1) == ["title"]
    assert await keys(store, "notes", query="pizza", filter={"kind": "pet"}) == ["pet"]
    assert await keys(store, "notes", query="pizza with mushrooms", limit=1, offset=1) != ["food"]


async def test_namespaces(store: BaseStore) -> None:
    for namespace in (("a", "b", "c"), ("a", "b", "d"), ("a", "x", "c"), ("z",)):
        await store.aput(namespace, "k", {"n": 1})
    assert await store.alist_namespaces() == [("a", "b", "c"), ("a", "b", "d"), ("a", "x", "c"), ("z",)]
    assert await store.alist_namespaces(prefix=("a", "b")) == [("a", "b", "c"), ("a", "b", "d")]
    assert await store.alist_namespaces(prefix=("a", "*", "c")) == [("a", "b", "c"), ("a", "x", "c")]
    assert await store.alist_namespaces(suffix=("c",)) == [("a", "b", "c"), ("a", "x", "c")]
    assert await store.alist_namespaces(prefix=("a",), max_depth=2) == [("a", "b"), ("a", "x")]
    assert await store.alist_namespaces(limit=2, offset=1) == [("a", "b", "d"), ("a", "x", "c")]
    for kind, paths, found in (
        ("prefix", (("a",), ("*", "b")), [("a", "b", "c"), ("a", "b", "d")]),
        ("suffix", (("c",), ("x", "*")), [("a", "x", "c")]),
        ("prefix", (("a",), ("z",)), []),
    ):
        conditions = tuple(MatchCondition(kind, path) for path in paths)  # type: ignore[arg-type]
        assert await store.abatch([ListNamespacesOp(match_conditions=conditions)]) == [found]


async def test_an_empty_index_is_no_index(store: BaseStore) -> None:
    await store.aput(("notes",), "a", {"text": "A green bicycle."}, index=[])
    (found,) = await store.asearch(("notes",), query="green bicycle")
    assert found.score is None


async def test_a_batch_reads_before_it_writes_and_the_last_write_counts(store: BaseStore) -> None:
    await store.aput(("a",), "k", {"n": 0})
    results = await store.abatch(
        [
            PutOp(("a",), "k", {"n": 1}),
            GetOp(("a",), "k"),
            SearchOp(("a",)),
            PutOp(("a",), "k", {"n": 2}),
            PutOp(("a",), "new", {"n": 3}),
            ListNamespacesOp(match_conditions=(MatchCondition("prefix", ("a",)),)),
            PutOp(("a",), "new", None),
        ]
    )
    assert [results[i] for i in (0, 3, 4, 6)] == [None] * 4
    assert results[1].value == {"n": 0}  # type: ignore[union-attr]
    assert [item.value for item in results[2]] == [{"n": 0}]  # type: ignore[union-attr]
    assert results[5] == [("a",)]
    assert await keys(store, "a") == ["k"]
    assert (await store.aget(("a",), "k")).value == {"n": 2}  # type: ignore[union-attr]
    assert await store.abatch([]) == []


@pytest.mark.parametrize("namespace", [(), ("a.b",), ("",), ("langgraph", "a")])
async def test_an_invalid_namespace_is_refused(store: BaseStore, namespace: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="amespace"):
        await store.aput(namespace, "k", {"n": 1})


async def test_synchronous_methods(store: BaseStore) -> None:
    def script() -> Any:
        store.put(("a",), "k", VALUE)
        store.put(("a",), "gone", {"n": 1})
        store.delete(("a",), "gone")
        found = store.get(("a",), "k")
        return found and found.value, [item.key for item in store.search(("a",))], store.list_namespaces()

    await store.aget(("a",), "k")  # the store knows the loop of its brain
    assert await asyncio.to_thread(script) == (VALUE, ["k"], [("a",)])


async def test_many_writers(store: BaseStore) -> None:
    await asyncio.gather(*(store.aput(("a",), str(n % 5), {"n": n}) for n in range(20)))
    found = {item.key: item.value["n"] for item in await store.asearch(("a",), limit=50)}
    assert set(found) == set("01234")
    assert all(n % 5 == int(key) for key, n in found.items())
