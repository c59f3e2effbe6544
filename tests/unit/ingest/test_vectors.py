"""Vectors before a transaction, and those that are made up for after one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.ingest.vectors import Embedded, Unembedded, embed_texts, ids_of, missing_texts, warnings_of, with_vectors
from graphmem.models.hash_embedder import HashEmbedder
from graphmem_contract.errors import ModelError
from tests.unit.ingest.stages.test_batch import CountingEmbedder


class Away(HashEmbedder):
    """An embedder that is out of reach; `asked` counts its calls."""

    asked = 0

    async def embed(self, texts: Sequence[str]) -> Any:
        self.asked += 1
        raise ModelError("away")


class Store:
    """Has one text of each kind, and keeps what is written."""

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []
        self.due = 0

    async def read(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        none, turns = {"turned": False, "before": []}, {"turned": True, "before": [["d", "d"], ["e", "e"]]}
        return [
            {"kind": "entity", "id": "n", "of": "n", "search": "Ana", "content": "Ana", **none},
            {"kind": "fact", "id": "f", "of": "f", "search": "a b", "content": "a b", **none},
            {"kind": "episode", "id": "e", "of": "e", "search": "c", "content": "c", **turns},
            {"kind": "chunk", "id": "e#1", "of": "e", "search": "1 May 2024\nAna: c", "content": "c", **turns},
        ]

    async def write(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        self.due += name == "upkeep/vectors_due"
        self.written += parameters.get("rows", [])
        return []


async def test_every_text_is_embedded_once_in_one_call() -> None:
    embedder = CountingEmbedder()
    assert (await embed_texts(embedder, ["tea", "rye!", "tea"])).vectors == {"tea": [3.0], "rye!": [4.0]}
    assert embedder.calls == [["tea", "rye!"]]


async def test_no_text_is_no_call() -> None:
    embedder = CountingEmbedder()
    assert await embed_texts(embedder, []) == Embedded()
    assert embedder.calls == []


async def test_an_embedder_that_fails_leaves_the_known_vectors_and_says_why() -> None:
    known, embedder = Embedded({"tea": [3.0]}), Away(8)
    embedded = await embed_texts(embedder, ["tea", "rye"], known)
    assert embedded == Embedded({"tea": [3.0]}, "ModelError: away")
    assert await embed_texts(embedder, ["bread"], embedded) == embedded
    assert embedder.asked == 1, "it is not asked again for the same write"


def test_a_warning_says_what_failed_and_what_follows() -> None:
    (told,) = warnings_of("ModelError: away")
    assert told == (
        "The embedder failed (ModelError: away). Names were compared without vectors. Upkeep makes the missing vectors."
    )
    assert "Names" not in warnings_of("ModelError: away", names=False)[0]
    assert warnings_of("") == ()


async def test_a_turn_has_a_second_vector_with_the_turns_before() -> None:
    store: Any = Store()
    rows = await missing_texts(store, "b", entities=["n"], facts=["f"], episodes=["e"])
    made = await with_vectors(HashEmbedder(), rows)
    second = {row["id"]: row["contextVector"] is not None for row in made}
    assert second == {"n": False, "f": False, "e": True, "e#1": True}
    assert ids_of(rows) == {"entities": ["n"], "facts": ["f"], "episodes": ["e"]}


async def test_a_turn_is_embedded_with_its_speaker() -> None:
    embedder = CountingEmbedder()
    await with_vectors(embedder, (await Store().read("upkeep/missing_texts"))[-1:])
    assert embedder.calls == [["Ana: c", "e\nd\nAna: c"]]


async def test_what_a_transaction_has_left_is_embedded_after_it() -> None:
    store = Store()
    await Unembedded({"f"}, {"e"}).embed(store, HashEmbedder(), "b")  # type: ignore[arg-type]
    assert ([row["id"] for row in store.written], store.due) == (["n", "f", "e", "e#1"], 0)


async def test_without_an_id_nothing_is_read() -> None:
    store = Store()
    await Unembedded().embed(store, HashEmbedder(), "b")  # type: ignore[arg-type]
    assert (store.written, store.due) == ([], 0)


async def test_what_cannot_be_embedded_after_a_transaction_is_left_to_upkeep() -> None:
    store = Store()
    await Unembedded({"f"}, {"e"}).embed(store, Away(8), "b")  # type: ignore[arg-type]
    assert (store.written, store.due) == ([], 1)
