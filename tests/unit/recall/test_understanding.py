"""What a question is about, as it is searched for; the graph is a fake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.recall.query import RecallQuery
from graphmem.recall.understanding import Understood, understand
from graphmem_contract.errors import ModelError
from tests.unit.fake_graph import FakeGraph

ANA = {"norm": "ana_souza", "id": "e1", "name": "Ana Souza", "type": "person", "said": False}


class Embedding:
    """Embeds, or fails."""

    name, dimensions = "fake", 2

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.fails:
            raise ModelError("gone")
        return [[1.0, 0.0] for _ in texts]


async def of(store: FakeGraph, *, fails: bool = False, **fields: Any) -> Understood:
    return await understand(store, Embedding(fails=fails), "b", RecallQuery(**fields))  # type: ignore[arg-type]


async def test_a_question_without_a_name_reads_nothing() -> None:
    store = FakeGraph({})
    understood = await of(store, query="where is the ferry?")
    assert (understood.query.text, understood.vector, store.calls.total()) == ("where is the ferry?", [1.0, 0.0], 0)


async def test_a_name_that_means_somebody_stands_in_full() -> None:
    store = FakeGraph({"recall/said_names": [ANA]})
    understood = await of(store, query="Where does Ana work?")
    assert understood.query.text == "Where does Ana Souza work?"
    assert [(one.said, one.name) for one in understood.question.said] == [("Ana", "Ana Souza")]
    assert store.calls.total() == 1


async def test_a_known_name_stays_as_it_is() -> None:
    known = {**ANA, "norm": "ana", "name": "Ana", "said": True}
    understood = await of(FakeGraph({"recall/said_names": [known, ANA]}), query="Where does Ana work?")
    assert (understood.query.text, understood.question.said) == ("Where does Ana work?", ())


async def test_where_the_embedder_fails_the_words_are_searched_and_it_is_told() -> None:
    understood = await of(FakeGraph({}), fails=True, query="where is the ferry?")
    assert (understood.vector, understood.query.chosen.semantic) == (None, False)
    assert "The embedder failed" in understood.warnings[0]


async def test_a_question_for_news_is_one_without_words() -> None:
    assert (await of(FakeGraph({}), query="What is new?")).query.text == ""
