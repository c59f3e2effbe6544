"""A recall reads, ranks and returns; the graph is a fake."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.graph.time_parameters import micros
from graphmem.models.reranker import ScriptedReranker
from graphmem.recall.pipeline import recall
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import ms
from graphmem_contract.errors import InvalidInput
from graphmem_contract.recall import RecallResult
from tests.unit.fake_graph import FakeGraph
from tests.unit.graph.rows import DAY, episode_row, fact_row
from tests.unit.recall.candidates import fact, turn

ENDED = ms(datetime(2024, 1, 1, tzinfo=UTC))
TEXTS = {"works": "Ana works at Acme", "was": "Ana worked at Globex", "tea": "Ana likes tea"}


class FakeStore(FakeGraph):
    """Returns records of exactly the ids that are asked for."""

    def __init__(self, facts: Sequence[Any], episodes: Sequence[Any] = ()) -> None:
        hits = {
            "facts": [list(one) for one in facts], "episodes": [list(one) for one in episodes], "linked": [], "named": [],
            "last": micros(DAY), "waits": False,
        }  # fmt: skip
        searches = ("recall/recall", "recall/recall_past", "recall/overview")
        super().__init__({**{name: [hits] for name in searches}, "recall/records": self._records})

    plain = FakeGraph.read

    @staticmethod
    def _records(parameters: Any) -> list[dict[str, Any]]:
        at = micros(DAY)
        facts = [
            fact_row(id_, factText=TEXTS[id_], relation=id_, tValid=at, recordedAt=at)
            for id_ in parameters["q"]["factIds"]
        ]
        episodes = [
            episode_row(id_, content=id_, occurredAt=at, recordedAt=at) for id_ in parameters["q"]["episodeIds"]
        ]
        return [
            {
                "facts": facts,
                "episodes": episodes,
                "entities": [],
                "passages": [],
                "sources": [],
                "outdated": [],
                "overtaken": [],
                "standing": [],
                "settings": None,
            }
        ]


class FakeEmbedder:
    """Counts the texts that it embeds."""

    name, dimensions = "fake", 2

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[1.0, 0.0] for _ in texts]


def facts_of(result: RecallResult) -> list[str]:
    return [item.fact.id for item in result.facts if item.fact]


async def ask(store: FakeStore, embedder: FakeEmbedder | None = None, **fields: Any) -> RecallResult:
    query = RecallQuery(**{"query": "Where does Ana work?", **fields})
    return await recall(store, embedder or FakeEmbedder(), "b", query)  # type: ignore[arg-type]


WORKS, WAS, TEA = fact("works", vector=0.9), fact("was", vector=0.88, end=ENDED), fact("tea", vector=0.6)


async def test_the_best_fact_comes_first_and_no_more_than_k_are_returned() -> None:
    store = FakeStore([TEA, WORKS])
    assert facts_of(await ask(store)) == ["works", "tea"]
    assert facts_of(await ask(store, k=1)) == ["works"]


async def test_a_fact_that_had_ended_is_counted_instead_of_returned() -> None:
    result = await ask(FakeStore([WORKS, WAS]))
    assert (facts_of(result), result.no_longer_true) == (["works"], 1)


@pytest.mark.parametrize("fields", [{"include_closed": True}, {"query": "Where did Ana work in 2023?"}])
async def test_an_ended_fact_is_returned_on_request_and_for_a_date_at_which_it_held(fields: dict[str, Any]) -> None:
    result = await ask(FakeStore([WORKS, WAS]), **fields)
    assert (sorted(facts_of(result)), result.no_longer_true) == (["was", "works"], 0)


async def test_an_ended_fact_that_only_stands_beside_the_hits_is_not_counted() -> None:
    result = await ask(FakeStore([WORKS, fact("was", vector=0.5, hops=1, end=ENDED)]))
    assert result.no_longer_true == 0


async def test_an_earlier_valid_time_shows_what_held_then() -> None:
    result = await ask(FakeStore([WAS]), valid_at=datetime(2023, 1, 1, tzinfo=UTC))
    assert facts_of(result) == ["was"]


@pytest.mark.parametrize(
    ("fields", "statement", "embedded"),
    [
        ({}, "recall/recall", 1),
        ({"known_at": DAY}, "recall/recall_past", 1),
        ({"recipe": "lexical"}, "recall/recall", 0),
        ({"query": None}, "recall/overview", 0),
    ],
)
async def test_a_question_is_embedded_only_where_its_recipe_needs_it(
    fields: dict[str, Any], statement: str, embedded: int
) -> None:
    store, embedder = FakeStore([WORKS]), FakeEmbedder()
    await ask(store, embedder, **{"query": "where does ana work?", **fields})
    assert len(embedder.texts) == embedded
    assert (store.calls[statement], store.calls["recall/records"], store.calls.total()) == (1, 1, 2)


async def test_a_question_that_means_somebody_is_searched_for_with_the_name_in_full() -> None:
    store, embedder = FakeStore([WORKS]), FakeEmbedder()
    store.answers["recall/said_names"] = [
        {"norm": "ana_souza", "id": "e1", "name": "Ana Souza", "type": "person", "said": False}
    ]
    result = await ask(store, embedder)
    assert embedder.texts == ["Where does Ana Souza work?"]
    assert (store.calls["recall/said_names"], store.calls["recall/recall"], store.calls.total()) == (1, 1, 3)
    assert (facts_of(result), result.warnings) == (["works"], ())
    assert "ana_souza" in store.parameters["recall/recall"][-1]["q"]["norms"]


async def test_a_recipe_of_one_kind_returns_only_that_kind() -> None:
    store = FakeStore([WORKS], [turn("e", text=1.0)])
    assert facts_of(await ask(store, recipe="episodes")) == []
    assert (await ask(store, recipe="facts")).episodes == ()
    assert len((await ask(store)).episodes) == 1


async def test_reranking_without_a_reranker_is_refused_before_anything_is_read() -> None:
    store = FakeStore([WORKS])
    with pytest.raises(InvalidInput, match="There is no reranker"):
        await ask(store, rerank=True)
    assert not store.calls


async def test_a_reranker_moves_a_fact_up_by_its_text() -> None:
    store = FakeStore([fact("works", text=9.0), fact("tea", text=8.9), fact("was", text=1.0)])
    reranker = ScriptedReranker(lambda question, text: 9.0 if "tea" in text else 0.0)
    query = RecallQuery(query="What does Ana drink?", rerank=True)
    assert facts_of(await ask(store, query=query.query)) == ["works", "tea", "was"]
    result = await recall(store, FakeEmbedder(), "b", query, reranker)  # type: ignore[arg-type]
    assert facts_of(result) == ["tea", "works", "was"]
    assert result.facts[0].why["rerank"] == 9.0


async def test_the_recipe_rerank_leaves_out_what_the_reranker_refuses() -> None:
    store = FakeStore([fact("works", vector=0.95), fact("tea", vector=0.9), fact("was", vector=0.9)])
    reranker = ScriptedReranker(lambda question, text: 9.0 if "tea" in text else -9.0 if "was" in text else 0.0)
    query = RecallQuery(query="What does Ana drink?", recipe="rerank")
    result = await recall(store, FakeEmbedder(), "b", query, reranker)  # type: ignore[arg-type]
    assert result.facts[0].fact
    assert facts_of(result)[0] == "tea"
    assert all(one.score >= 0.15 for one in result.facts)
    with pytest.raises(InvalidInput, match="There is no reranker") as refused:
        await ask(store, recipe="rerank")
    assert refused.value.field == "recipe"


async def test_diversity_reads_vectors_and_leaves_out_the_same_in_other_words() -> None:
    store = FakeStore([WORKS, fact("was", vector=0.89), TEA])
    vectors = {"works": [1.0, 0.0], "was": [1.0, 0.0], "tea": [0.0, 1.0]}
    store.answers["recall/vectors"] = [{"facts": list(vectors.items()), "episodes": []}]
    assert facts_of(await ask(store, k=2, diversity=0.9, cut=0.9)) == ["works", "tea"]
    assert facts_of(await ask(store, k=2)) == ["works", "was"]
    assert store.calls["recall/vectors"] == 1


async def test_only_a_recall_that_reinforces_writes() -> None:
    store = FakeStore([WORKS])
    await ask(store)
    assert not store.calls["recall/reinforce"]
    await ask(store, reinforce=True)
    assert store.parameters["recall/reinforce"] == [{"brain": "b", "factIds": ["works"]}]


async def test_a_result_says_how_long_each_part_took() -> None:
    timings = (await ask(FakeStore([WORKS]))).timings
    assert set(timings) == {"question_ms", "search_ms", "rank_ms", "records_ms", "total_ms"}
    assert timings["total_ms"] >= timings["records_ms"]


class ScaledEmbedder(FakeEmbedder):
    """An embedder with a measured floor, by its name."""

    name = "bge-small-en-v1.5"


FAR = fact("tea", vector=0.8)


async def recalled(*facts: Any, named: str | None = None, **fields: Any) -> RecallResult:
    store = FakeStore(facts)
    for searched in store.answers["recall/recall"]:  # type: ignore[union-attr]
        searched["named"] = [named] if named else []
    return await ask(store, ScaledEmbedder(), **{"query": "Where is the ferry?", **fields})


@pytest.mark.parametrize(
    ("fields", "empty"),
    [
        ({}, True),
        ({"min_relevance": 0.0}, False),
        ({"min_relevance": 0.4}, False),
        ({"named": "s"}, False),
        ({"named": "s", "min_relevance": 0.95}, True),
        ({"recipe": "lexical"}, False),
        ({"query": None}, False),
    ],
)
async def test_nothing_is_returned_where_nothing_fits(fields: dict[str, Any], empty: bool) -> None:
    found = await recalled(FAR, **fields)
    assert (found.facts == (), found.context == "") == (empty, empty)


async def test_the_answer_says_how_well_the_best_result_fits() -> None:
    far, near = await recalled(FAR), await recalled(FAR, fact("works", vector=0.99))
    assert far.relevance is not None
    assert near.relevance == 1.0
    assert 0.3 < far.relevance < 0.6
    assert (await recalled(FAR, recipe="lexical")).relevance is None


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, ["tea", "works"]),
        ({"cut": 0.9}, ["works"]),
        ({"cut": 0}, ["tea", "works"]),
        ({"cut": 0.9, "query": "What is coming up next week?"}, ["tea", "works"]),
        ({"cut": 0.9, "recipe": "lexical"}, ["tea", "works"]),
    ],
)
async def test_an_answer_of_few_results_is_cut_on_request_only(fields: dict[str, Any], told: list[str]) -> None:
    found = await recalled(fact("works", vector=0.92), fact("tea", vector=0.8), named="s", **fields)
    assert sorted(facts_of(found)) == told


async def test_what_is_cut_is_explained() -> None:
    explained = (
        await recalled(fact("works", vector=0.92), fact("tea", vector=0.8), named="s", cut=0.9, explain=True)
    ).explanation
    assert explained
    assert [(one.item.fact.id, one.reason) for one in explained.left_out if one.item.fact] == [("tea", "cut")]


async def test_on_a_scale_that_nobody_has_measured_nothing_is_cut_by_default() -> None:
    far = [fact("works", vector=0.92), fact("tea", vector=0.75), *(fact(f"f{n}", vector=0.7) for n in range(12))]
    assert facts_of(await recalled(*far, named="s", k=2)) == ["works"]
    assert facts_of(await ask(FakeStore(far), k=2)) == ["works", "tea"]
