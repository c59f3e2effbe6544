"""The reads of stage 2: what they ask, and how the rows are given to each batch."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.claims import Mention, NameQuestion
from graphmem.ingest.resolution.candidate_search import NameQuery, read_names, with_facts
from graphmem.ingest.resolution.entity_ref import NameReads, RelatedEnd
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.references import reference_of
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.claim_building import source


def mention(name: str, *aliases: str, resolve: str = "full", **more: Any) -> EntityMention:
    return EntityMention(Mention(name, "person", aliases), source(resolve=resolve), **more)


def hit(id_: str, how: str = "alias") -> dict[str, Any]:
    return {"id": id_, "how": how}


def answer(*mentions: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"revision": 7, "state": "then", "mentions": list(mentions), "external": [], "handled": [], **more}]


def found(i: int, *candidates: dict[str, Any], about: Any = ()) -> dict[str, Any]:
    return {"i": i, "candidates": list(candidates), "about": list(about)}


def query(*mentions: EntityMention, lost: frozenset[str] = frozenset()) -> NameQuery:
    return NameQuery(mentions, {}, lost)


async def read(rows: list[dict[str, Any]], *asked: NameQuery) -> list[NameReads]:
    graph = FakeGraph({"ingest/read_names": rows, "ingest/read_exact": rows})
    reads = await read_names(graph.read, "b", asked)
    assert graph.calls.total() == 1, "one statement for all batches"
    return reads


async def parameters(*mentions: EntityMention) -> Any:
    graph = FakeGraph({"ingest/read_names": answer()})
    await read_names(graph.read, "b", [query(*mentions)])
    return graph.parameters["ingest/read_names"][0]


async def test_each_batch_gets_what_was_found_for_its_names() -> None:
    rows = answer(found(0, hit("a"), about=[{"id": "a"}]), found(2, hit("c")))
    first, second = await read(
        rows, query(mention("Ana"), mention("Bruno")), query(mention("Vera"), lost=frozenset({"vera"}))
    )
    assert [[c["id"] for c in near] for near in first.near] == [["a"], []]
    assert [[c["id"] for c in near] for near in second.near] == [["c"]]
    assert (first.revision, second.revision, first.about) == (7, 7, (({"id": "a"},), ()))
    assert (first.lost, second.lost) == (frozenset(), {"vera"})


async def test_hits_of_another_name_count_only_if_it_is_exactly_that_name() -> None:
    rows = answer(found(0), found(1, hit("x"), hit("y", "vector")))
    (reads,) = await read(rows, query(mention("Ana", "Aninha")))
    assert reads.near == (({"id": "x", "how": "alias", "through": "alias"},),)


async def test_other_names_are_asked_behind_the_names_of_all() -> None:
    assert (await parameters(mention("Ana", "Aninha"), mention("Bruno")))["names"] == ["ana", "bruno", "aninha"]


async def test_names_that_are_all_keys_are_read_as_keys_only() -> None:
    graph = FakeGraph({"ingest/read_exact": answer(found(0, hit("a")))})
    (reads,) = await read_names(graph.read, "b", [query(mention("Ana", resolve="exact"))])
    assert graph.calls == {"ingest/read_exact": 1}
    assert [[c["id"] for c in near] for near in reads.near] == [["a"]]


async def test_one_name_that_may_be_guessed_makes_it_a_search() -> None:
    graph = FakeGraph({"ingest/read_names": answer()})
    await read_names(graph.read, "b", [query(mention("Ana", resolve="exact")), query(mention("Bruno"))])
    assert graph.calls == {"ingest/read_names": 1}


async def test_only_names_that_may_be_guessed_are_searched_by_their_vectors() -> None:
    graph = FakeGraph({"ingest/read_names": answer()})
    names = (mention("Ana", resolve="exact"), mention("Bruno"), mention("Vera"))
    await read_names(graph.read, "b", [NameQuery(names, {"Ana": [1.0], "Bruno": [2.0]})])
    vectors = graph.parameters["ingest/read_names"][0]["embeddings"]
    assert [vector is not None for vector in vectors] == [False, True, False]


async def test_ids_of_others_and_ids_in_place_of_names_are_asked_and_given_back() -> None:
    handle = EntityMention(Mention("person:ana"), source(supplied=True), of_claim=True)
    outside = EntityMention(Mention("Ana", external_id="crm-1"), source())
    rows = answer(external=[{"externalId": "crm-1", "id": "1"}], handled=[{"handle": "person:ana", "id": "2"}])
    graph = FakeGraph({"ingest/read_names": rows})
    (reads,) = await read_names(graph.read, "b", [query(handle, handle, outside)])
    (asked,) = graph.parameters["ingest/read_names"]
    assert (asked["externalIds"], asked["handles"]) == (["crm-1"], ["person:ana"])
    assert (reads.external["crm-1"]["id"], reads.handled["person:ana"]["id"]) == ("1", "2")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Ana Lima", "(ana lima~1)"),
        ("Boeing 737a", "(boeing~1 737a)"),
        ("Łukasz", "(łukasz~1 lukasz~1)"),
        ("a b c d e f g h i j", "(a b c d e f g h)"),
    ],
    ids=["from four letters on", "not with digits", "also in latin letters", "eight words at most"],
)
async def test_names_are_searched_by_their_words_give_or_take_a_letter(name: str, words: str) -> None:
    (asked,) = (await parameters(mention(name)))["words"]
    assert asked.endswith(f" +name:{words}")


async def test_a_relative_without_a_name_and_a_key_are_not_searched_by_words() -> None:
    where = source(speaker="Ana")
    brother = EntityMention(
        Mention("my brother", "person"), where, reference=reference_of("my brother", "person", where, "entity")
    )
    assert (await parameters(brother, mention("Bruno", resolve="exact")))["words"] == ["", ""]


async def test_what_the_message_says_besides_is_asked_once_each() -> None:
    ties = (
        RelatedEnd("likes", "tea", "k1", "tea"),
        RelatedEnd(None, "tea", None, "tea"),
        RelatedEnd("born_on", "d", "k2", "1980"),
    )
    tied, alone = (await parameters(mention("Ana", ties=ties), mention("Bruno")))["about"]
    assert tied == {"names": ["tea", "d"], "values": ["k1", "k2"], "relations": ["born_on"], "telling": True}
    assert alone is None


async def test_a_question_gets_aliases_and_facts_of_its_candidates() -> None:
    graph = FakeGraph({"ingest/read_known": [{"id": "1", "aliases": ["Aninha"], "facts": ["Ana sings"]}]})
    question = NameQuestion("Ana", "person", "s", ({"id": "1", "aliases": []}, {"id": "2", "aliases": ["Anna"]}))
    told = await with_facts(graph.read, "b", {"q1": question, "q2": question})
    assert told["q1"].candidates[0] == {"id": "1", "aliases": ["Aninha"], "facts": ["Ana sings"]}
    assert told["q2"].candidates[1] == {"id": "2", "aliases": ["Anna"]}
    assert graph.parameters["ingest/read_known"][0]["ids"] == ["1", "2"]
