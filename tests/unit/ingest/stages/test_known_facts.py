"""The reads of stages 4 to 6: what they ask, how the rows are given to each batch, and the search for alike facts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.known_facts import Alike, read_facts
from graphmem.ingest.stages.records import LinkedClaim
from graphmem.names.normalize import value_key
from graphmem_contract.errors import DatabaseUnavailable
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import entity
from tests.unit.ingest.claim_building import ANA, BRUNO, known_fact, linked, resolved_names, settings, source

NEW = entity("Vera")


def row(**more: Any) -> dict[str, Any]:
    return {
        "revision": 7,
        "taken": [],
        "values": [],
        "relations": [],
        "learnt": [],
        "claims": [],
        "touched": [],
        **more,
    }


async def test_each_batch_gets_what_was_found_for_its_claims() -> None:
    found = [
        {"i": 0, "held": [known_fact("h0", "x")], "similar": [], "death": None},
        {
            "i": 2,
            "held": [],
            "similar": [known_fact("s2", "x")],
            "death": {"factId": "d"},
        },
    ]
    graph = FakeGraph({"ingest/read_facts": [row(claims=found)]})
    batches = [
        ([linked("tea"), linked("rye")], resolved_names(ANA)),
        ([linked("Bruno", end=BRUNO)], resolved_names(BRUNO)),
    ]
    first, second = await read_facts(graph.read, "b", batches, judged=False)
    assert graph.calls["ingest/read_facts"] == 1
    assert [[fact["factId"] for fact in facts] for facts in first.held] == [["h0"], []]
    assert [[fact["factId"] for fact in facts] for facts in second.similar] == [["s2"]]
    assert (len(first.similar), len(second.held)) == (2, 1)
    assert [death and death["factId"] for death in (*first.deaths, *second.deaths)] == [None, None, "d"]


async def test_the_rest_of_the_row_is_shared_by_all_batches() -> None:
    relations = [{"name": "likes", "cardinality": "one", "per": None, "symmetric": None}]
    answer = row(
        taken=["person:vera"],
        values=[{"key": "k", "id": "v"}],
        relations=relations,
        learnt=[{"synonym": "adores", "name": "likes"}],
    )
    graph = FakeGraph({"ingest/read_facts": [answer]})
    first, second = await read_facts(graph.read, "b", [([], resolved_names(NEW)), ([], resolved_names())], judged=False)
    for reads in (first, second):
        assert (reads.revision, reads.taken, reads.values) == (7, {"person:vera"}, {"k": "v"})
        assert (reads.rules["likes"].per, reads.rules["likes"].symmetric) == ("subject", False)
        assert reads.learnt == {"adores": "likes"}


async def asked(*claims: LinkedClaim, judged: bool = False) -> Any:
    graph = FakeGraph({"ingest/read_facts": [row()]})
    await read_facts(graph.read, "b", [(claims, resolved_names(ANA, NEW))], judged=judged)
    return graph.parameters["ingest/read_facts"][0]


async def test_keys_are_asked_for_new_entities_and_values_for_objects_that_are_no_entity() -> None:
    parameters = await asked(linked("tea"), linked("Bruno", end=BRUNO))
    assert parameters["keys"] == ["person:vera"]
    assert parameters["valueKeys"] == [value_key("tea")]


async def test_facts_are_asked_only_of_known_subjects_whose_names_are_no_keys() -> None:
    exact = linked("tea", where=source(resolve="exact"))
    parameters = await asked(linked("tea", subject=NEW), exact, linked("rye"))
    assert [(claim["i"], claim["subjectId"]) for claim in parameters["claims"]] == [(2, "Ana")]


async def test_similar_facts_are_searched_only_for_a_judge() -> None:
    claim = linked("tea", vector=[1.0, 0.0])
    (judged,) = (await asked(claim, judged=True))["claims"]
    (plain,) = (await asked(claim))["claims"]
    assert (judged["like"], judged["vector"] is not None) == (True, True)
    assert (plain["like"], plain["vector"]) == (False, None)


# --------------------------------------------------------------------------- facts that are alike


TEA, RYE, IMPORTED = linked("tea"), linked("rye"), linked("oat", origin="imported")


def alike(graph: FakeGraph, *claims: LinkedClaim, boost: float = 0.1) -> Alike:
    vectors = {claim.claim.text: [1.0, 0.0] for claim in claims}
    batch = Batch((), tuple((claim.claim, claim.source) for claim in claims), vectors)
    return Alike(graph.read, "b", batch, settings(stability_boost=boost))


async def test_each_claim_gets_the_facts_that_are_like_its_sentence() -> None:
    graph = FakeGraph({"ingest/read_similar": [{"i": 1, "alike": [known_fact("f1", "x")]}]})
    found = await alike(graph, TEA, RYE).of([TEA, RYE], None)
    assert [[fact["factId"] for fact in facts] for facts in found] == [[], ["f1"]]


async def test_what_boosts_nothing_is_not_searched() -> None:
    graph = FakeGraph({"ingest/read_similar": [{"i": 0, "alike": [known_fact("f1", "x")]}]})
    assert await alike(graph, IMPORTED).of([IMPORTED], None) == ((),)
    assert await alike(graph, TEA, boost=0.0).of([TEA], None) == ((),)
    assert graph.calls == {}
    assert [len(facts) for facts in await alike(graph, TEA, IMPORTED).of([TEA, IMPORTED], None)] == [1, 0]


async def test_a_search_that_takes_longer_than_the_patience_has_found_nothing() -> None:
    release = asyncio.Event()

    async def slow(_: str, **__: Any) -> list[dict[str, Any]]:
        await release.wait()
        return [{"i": 0, "alike": [known_fact("f1", "x")]}]

    batch = Batch((), ((TEA.claim, TEA.source),), {TEA.claim.text: [1.0]})
    search = Alike(slow, "b", batch, settings())
    assert await search.of([TEA], 0) == ((),)
    release.set()
    assert [len(facts) for facts in await search.of([TEA], None)] == [1]


async def test_a_search_that_failed_has_found_nothing() -> None:
    def fail(_: Any) -> list[dict[str, Any]]:
        raise DatabaseUnavailable("away")

    search = alike(FakeGraph({"ingest/read_similar": fail}), TEA)
    assert await search.of([TEA], None) == ((),)


async def test_a_search_that_was_ended_finds_nothing() -> None:
    search = alike(FakeGraph({"ingest/read_similar": [{"i": 0, "alike": [known_fact("f1", "x")]}]}), TEA)
    search.end()
    assert await search.of([TEA], None) == ((),)


async def test_a_search_that_was_ended_leaves_no_unhandled_error() -> None:
    errors: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    handler = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, context: errors.append(context))
    try:
        search = alike(FakeGraph({"ingest/read_similar": []}), TEA)
        search.end()
        await search.of([TEA], None)
        await asyncio.sleep(0)
    finally:
        loop.set_exception_handler(handler)
    assert errors == []


async def test_open_facts_are_read_only_where_states_may_end() -> None:
    states = [{"i": 1, "states": [known_fact("t", "x")]}]
    graph = FakeGraph({"ingest/read_facts": [row()], "ingest/read_states": states})
    death, end = replace(linked("1990"), is_death=True), replace(linked("tea"), otherwise=("drinks",))
    new = replace(linked("1990", subject=NEW), is_death=True)
    (reads,) = await read_facts(
        graph.read, "b", [([linked("rye", relation="eats"), death, end, new], resolved_names())], judged=False
    )
    assert [claim["i"] for claim in graph.parameters["ingest/read_states"][0]["claims"]] == [1, 2]
    assert [[fact["factId"] for fact in facts] for facts in reads.states] == [[], ["t"], [], []]
    assert (await asked(linked("rye", relation="eats")))["brain"] == "b", (
        "without such a claim one statement reads everything"
    )
