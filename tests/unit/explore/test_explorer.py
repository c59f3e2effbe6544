"""The explorer chooses a statement, checks its limits, and turns rows into pages; the graph is a fake."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.explore.explorer import Explorer, names_of
from graphmem.graph.time_parameters import FUTURE
from graphmem.ontology import ENTITY_TYPES, SEEDS
from graphmem_contract.errors import Gone, InvalidInput, NotFound
from tests.unit.fake_graph import FakeGraph
from tests.unit.graph.rows import DAY, entity_row, episode_row, fact_row

ANA = {"explore/entity": [{"entity": entity_row()}]}
LATER = DAY + timedelta(days=30)


def explorer(graph: FakeGraph) -> Explorer:
    return Explorer(graph, "b")  # type: ignore[arg-type]


def rows(*ids: str) -> list[dict[str, Any]]:
    return [{"row": fact_row(id_)} for id_ in ids]


@pytest.mark.parametrize(
    ("fields", "statement"),
    [
        ({}, "explore/facts"),
        ({"subject": "Ana"}, "explore/facts_of_subject"),
        ({"subject": "Ana", "object_": "Acme"}, "explore/facts_of_subject"),
        ({"object_": "Acme"}, "explore/facts_of_object"),
    ],
)
async def test_facts_are_read_by_the_end_that_is_given(fields: dict[str, Any], statement: str) -> None:
    graph = FakeGraph({statement: rows("f")})
    page = await explorer(graph).facts(**fields)
    assert [fact.id for fact in page] == ["f"]
    (parameters,) = graph.parameters[statement]
    ends = {name: end["ref"] for name in ("subject", "object") if (end := parameters.get(name))}
    assert ends == {name.rstrip("_"): ref for name, ref in fields.items()}


async def test_a_relation_is_sought_under_all_its_names() -> None:
    graph = FakeGraph({"explore/relation_names": [{"name": "befriended"}]})
    await explorer(graph).facts(relation="knows_well")
    assert graph.parameters["explore/facts"][0]["relations"] == ["knows_well", "befriended"]


async def test_a_page_has_a_cursor_only_where_there_is_more() -> None:
    graph = FakeGraph({"explore/facts": rows("f3", "f2", "f1")})
    assert (await explorer(graph).facts(limit=3)).next_cursor is None
    page = await explorer(graph).facts(limit=2)
    assert [fact.id for fact in page] == ["f3", "f2"]
    await explorer(graph).facts(limit=2, cursor=page.next_cursor)
    first, _, last = graph.parameters["explore/facts"]
    assert (first["limit"], last["before"], last["beforeId"]) == (4, DAY, "f2")


async def test_without_times_facts_hold_now_and_with_closed_ones_at_any_time() -> None:
    graph = FakeGraph()
    before = datetime.now(UTC)
    await explorer(graph).facts()
    await explorer(graph).facts(include_closed=True)
    await explorer(graph).facts(include_closed=True, valid_at=DAY, known_at=DAY)
    now, always, then = graph.parameters["explore/facts"]
    assert before <= now["at"] <= datetime.now(UTC)
    assert (now["known"], now["past"], always["at"]) == (FUTURE, False, None)
    assert (then["at"], then["known"], then["past"]) == (DAY, DAY, True)


@pytest.mark.parametrize("limit", [0, 1001])
async def test_a_limit_out_of_range_is_refused_before_anything_is_read(limit: int) -> None:
    graph = FakeGraph(ANA)
    for read in (explorer(graph).facts, explorer(graph).entities):
        with pytest.raises(InvalidInput):
            await read(limit=limit)
    assert not graph.calls


async def test_the_history_of_an_entity_has_at_most_500_versions_a_page() -> None:
    graph = FakeGraph(ANA)
    with pytest.raises(InvalidInput, match="limit is 1 to 500"):
        await explorer(graph).entity_history("Ana", limit=501)
    assert not graph.calls


async def test_what_does_not_exist_is_not_found() -> None:
    graph = explorer(FakeGraph({"explore/history": [{"rows": []}]}))
    for missing in (graph.fact("f"), graph.history("f"), graph.entity("Ana"), graph.as_of("Ana"), graph.episode("e")):
        with pytest.raises(NotFound):
            await missing


async def test_a_forgotten_episode_is_gone() -> None:
    graph = FakeGraph({"curation/forgotten": [{"id": "e"}]})
    for read in (explorer(graph).episode, explorer(graph).trace):
        with pytest.raises(Gone):
            await read("e")


async def test_an_episode_that_was_only_stored_has_an_empty_trace() -> None:
    graph = FakeGraph({"explore/episode": [{"episode": episode_row(), "trace": None}]})
    assert await explorer(graph).trace("e") == {}
    graph.answers["explore/episode"] = [{"episode": episode_row(), "trace": '{"stages": []}'}]
    assert await explorer(graph).trace("e") == {"stages": []}


async def test_a_history_has_versions_then_statements_over_its_pages() -> None:
    entries = [
        {**fact_row("f", confidence=0.5), "entry": "version"},
        {**fact_row("f"), "entry": "version"},
        {"entry": "statement", "statementId": "s1", "recordedAt": DAY},
        {"entry": "statement", "statementId": "s2", "recordedAt": DAY},
    ]
    graph = explorer(FakeGraph({"explore/history": [{"rows": entries}]}))
    first = await graph.history("f", limit=3)
    assert ([one.confidence for one in first.versions], len(first.statements)) == ([0.5, 0.9], 1)
    assert first.statements[0] == {"statement_id": "s1", "recorded_at": DAY}
    second = await graph.history("f", limit=3, cursor=first.next_cursor)
    assert (second.versions, [one["statement_id"] for one in second.statements]) == ((), ["s2"])
    assert (second.fact.confidence, second.next_cursor) == (0.9, None)


async def test_entities_are_listed_or_found_by_words() -> None:
    graph = FakeGraph({"explore/entities": ANA["explore/entity"], "explore/entities_named": ANA["explore/entity"]})
    assert len(await explorer(graph).entities(query="  ")) == 1
    assert len(await explorer(graph).entities(query="Ana Souza", type_="Person")) == 1
    (parameters,) = graph.parameters["explore/entities_named"]
    assert (parameters["norm"], parameters["type"]) == ("ana_souza", "person")
    assert "souza" in parameters["words"]


def test_names_of_an_entity_follow_each_other_newest_first() -> None:
    row = {
        "name": "Annie", "recordedAt": DAY, "namesWas": ["Ana"], "namesUntil": [LATER],
        "aliases": [{"name": "Nini", "recordedAt": DAY, "removedAt": None}],
    }  # fmt: skip
    spans = names_of(row, None)
    assert [(one.name, one.kind, one.recorded_at, one.expired_at) for one in spans] == [
        ("Annie", "name", LATER, None),
        ("Ana", "name", DAY, LATER),
        ("Nini", "alias", DAY, None),
    ]
    assert [one.name for one in names_of(row, DAY)] == ["Ana", "Nini"]


async def test_the_ontology_of_a_brain_has_unused_seeds_and_its_own_relations() -> None:
    own = [
        {"name": "works_at", "source": "person", "usageCount": 3, "cardinalitySource": "person"},
        {"name": "yodels_at", "source": "extracted", "usageCount": 1, "cardinalitySource": None},
    ]
    graph = FakeGraph({"explore/ontology": [{"written": True, "entityTypes": [], "relations": own}]})
    found = await explorer(graph).ontology()
    assert {row["name"] for row in found["entity_types"]} == set(ENTITY_TYPES)
    relations = {row["name"]: row for row in found["relations"]}
    assert set(relations) == {*SEEDS, "yodels_at"}
    assert (relations["works_at"]["usage_count"], relations["works_at"]["cardinality_source"]) == (3, "person")
    assert relations["works_at"]["cardinality"] == SEEDS["works_at"].cardinality
    assert relations["lives_in"]["usage_count"] == 0


async def test_the_ontology_of_an_unknown_brain_is_empty() -> None:
    graph = FakeGraph({"explore/ontology": [{"written": False, "entityTypes": [], "relations": []}]})
    assert await explorer(graph).ontology() == {"entity_types": [], "relations": []}


async def test_counts_are_by_name() -> None:
    row = {
        "revision": 4, "entities": 2, "facts": 3, "factsHolding": 1, "factsClosed": 1, "events": 1, "values": 0, "statements": 5,
        "episodes": [{"name": "extracted", "count": 2}], "relations": [{"name": "works_at", "count": 3}], "entityTypes": [],
    }  # fmt: skip
    stats = await explorer(FakeGraph({"explore/stats": [row]})).stats()
    assert (stats.brain, stats.revision, stats.facts_holding, stats.facts_closed, stats.events) == ("b", 4, 1, 1, 1)
    assert (stats.episodes, stats.relations, stats.entity_types) == ({"extracted": 2}, {"works_at": 3}, {})


async def test_a_fact_of_a_brain_that_is_deleted_meanwhile_is_not_there() -> None:
    graph = FakeGraph({"explore/fact": [{"row": dict.fromkeys(fact_row("f"))}]})
    with pytest.raises(NotFound):
        await explorer(graph).fact("f")
