"""Ranked hits become a result with records, sources and a context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from graphmem.graph.time_parameters import from_micros, micros
from graphmem.recall.query import RecallQuery
from graphmem.recall.ranking import Scored
from graphmem.recall.results import MOST_SOURCES, RankedHits, RecallHits, build_result, load_records
from graphmem_contract.recall import RecallResult
from tests.unit.fake_graph import FakeGraph
from tests.unit.graph.rows import DAY, entity_row, episode_row, fact_row
from tests.unit.recall.candidates import NOW, fact, turn

TIMES = ("tValid", "tInvalid", "recordedAt", "expiredAt", "lastConfirmedAt", "occurredAt", "firstSeenAt", "lastSeenAt")


def in_micros(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: micros(value) if name in TIMES and value else value for name, value in row.items()}


def records_row(**parts: Any) -> list[dict[str, Any]]:
    return [
        {
            "facts": [],
            "episodes": [],
            "entities": [],
            "passages": [],
            "sources": [],
            "outdated": [],
            "overtaken": [],
            "standing": [],
            "settings": None,
            **parts,
        }
    ]


FOUND = RecallHits(
    {
        "works": fact("works", subject_id="ana", object_id="acme", episode_ids=("e1", "e2"), seed="ana", hops=1),
        "was": fact("was", subject_id="ana", object_id="globex", episode_ids=("e1",)),
    },
    (turn("e3", chunk="e3#1"), turn("e4")),
    ("ana",),
    {},
    DAY,
)
RANKED = RankedHits(
    (Scored("works", 0.91234, {"vector": 0.5}),), (Scored("e3", 0.7, {"text": 2.0}),), (Scored("was", 0.2),)
)
ANSWER = records_row(
    facts=[
        in_micros(fact_row("works", episodeIds=["e1", "e2", "e3"])),
        in_micros(fact_row("was", object="Globex", objectId="globex", factText="Ana worked at Globex")),
    ],
    episodes=[in_micros(episode_row(id_)) for id_ in ("e1", "e2", "e3")],
    entities=[in_micros(entity_row("ana")), in_micros(entity_row("acme", name="Acme", type="organization"))],
    passages=[{"episodeId": "e3", "speaker": "Ana", "content": "the part that was found"}],
    sources=[["e2", "Ana", micros(DAY)], ["e1", None, None]],
    outdated=[["e3", "Ana worked at Globex", micros(DAY)]],
)


async def result_of(**fields: Any) -> tuple[RecallResult, dict[str, Any]]:
    graph, query = FakeGraph({"recall/records": ANSWER}), RecallQuery(query="Where does Ana work?", **fields)
    records = await load_records(graph, "b", query, FOUND, RANKED, NOW)  # type: ignore[arg-type]
    return build_result(query, FOUND, RANKED, records, NOW), dict(graph.parameters["recall/records"][0]["q"])


async def test_a_result_has_its_rank_score_reasons_and_path() -> None:
    result, _ = await result_of()
    (item,) = result.facts
    assert item.fact
    assert (item.fact.id, item.fact.valid_from, item.rank, item.score) == ("works", DAY, 1, 0.9123)
    assert (item.why, item.hops, item.path) == ({"vector": 0.5}, 1, ("Ana", "works_at", "Acme"))
    assert result.as_of.valid_at == NOW
    assert result.as_of.known_at == DAY


async def test_an_episode_is_shown_by_the_passage_that_was_found() -> None:
    result, asked = await result_of()
    (item,) = result.episodes
    assert item.passage == "Ana: the part that was found"
    assert asked["chunkIds"] == ["e3#1"]
    assert "the part that was found" in result.context
    assert "I work at Acme" not in result.context


async def test_the_context_says_of_an_episode_what_has_ended_by_the_time_asked_about() -> None:
    result, asked = await result_of()
    assert f"(no longer true: Ana worked at Globex, until {DAY:%F})\n" in result.context
    assert asked["at"] == NOW


async def test_ended_facts_are_counted_and_returned_only_on_request() -> None:
    result, asked = await result_of()
    assert (result.no_longer_true, result.ended) == (1, ())
    assert asked["factIds"] == ["works"]
    result, asked = await result_of(tell_ended=True)
    assert [item.fact.id for item in result.ended if item.fact] == ["was"]
    assert (result.no_longer_true, asked["factIds"]) == (1, ["works", "was"])


async def test_provenance_adds_the_sources_of_facts_behind_the_found_episodes() -> None:
    result, asked = await result_of(include_provenance=True)
    assert asked["tracedIds"] == ["e1", "e2"]
    assert [(item.episode.id, item.rank) for item in result.episodes if item.episode] == [
        ("e3", 1),
        ("e1", 2),
        ("e2", 3),
    ]
    assert result.episodes[1].why == {"provenance": 1.0}
    _, asked = await result_of()
    assert asked["tracedIds"] == []


async def test_the_context_names_the_newest_source_and_reads_none_without_a_budget() -> None:
    result, asked = await result_of()
    assert asked["sourceIds"] == ["e2"]
    assert "(since 2025-03-01) [Ana]" in result.context
    result, asked = await result_of(token_budget=0)
    assert (asked["sourceIds"], result.context) == ([], "")


async def test_with_a_filter_more_sources_are_read_since_the_newest_may_not_fit_it() -> None:
    _, asked = await result_of(speaker="Ana")
    assert asked["sourceIds"] == ["e1", "e2"]
    many = tuple(f"e{n}" for n in range(MOST_SOURCES + 5))
    graph = FakeGraph({"recall/records": records_row()})
    found = replace(FOUND, facts={"works": fact("works", episode_ids=many)})
    await load_records(graph, "b", RecallQuery(speaker="Ana"), found, replace(RANKED, ended=()), NOW)  # type: ignore[arg-type]
    assert graph.parameters["recall/records"][0]["q"]["sourceIds"] == list(many[-MOST_SOURCES:])


async def test_a_hit_whose_record_is_gone_is_left_out() -> None:
    graph, query = FakeGraph({"recall/records": records_row()}), RecallQuery(query="x")
    records = await load_records(graph, "b", query, FOUND, RANKED, NOW)  # type: ignore[arg-type]
    result = build_result(query, FOUND, RANKED, records, NOW)
    assert (result.facts, result.episodes, result.context) == ((), (), "")


async def test_entities_of_the_question_come_before_the_ends_of_facts() -> None:
    graph = FakeGraph({"recall/records": ANSWER})
    found = replace(FOUND, named=("globex",))
    await load_records(graph, "b", RecallQuery(), found, RANKED, NOW)  # type: ignore[arg-type]
    assert graph.parameters["recall/records"][0]["q"]["entityIds"] == ["globex", "ana", "acme"]


def test_microseconds_are_moments() -> None:
    assert from_micros(micros(DAY)) == DAY


FALLEN = replace(RANKED, fallen=RANKED.ended)


async def told(ranked: RankedHits, grounds: list[list[str]], **fields: Any) -> tuple[RecallResult, dict[str, Any]]:
    conditional = [{"grounds": grounds, "waiting": []}]
    graph = FakeGraph({"recall/records": ANSWER, "recall/conditional": conditional})
    query = RecallQuery(query="Where does Ana work?", **fields)
    records = await load_records(graph, "b", query, FOUND, ranked, NOW)  # type: ignore[arg-type]
    return build_result(query, FOUND, ranked, records, NOW), dict(graph.parameters["recall/conditional"][0]["q"])


async def test_a_fallen_fact_that_nothing_replaced_is_told_as_over_with_what_it_rested_on() -> None:
    result, asked = await told(FALLEN, [["was", "Ana lives in Rome"]])
    assert [row["factId"] for row in asked["fallen"]] == ["was"]
    assert [item.fact.id for item in result.ended if item.fact] == ["was"]
    (line,) = [line for line in result.context.splitlines() if line.startswith("- Ana worked at Globex")]
    assert "it rested on: Ana lives in Rome, which no longer holds" in line


async def test_conditions_are_read_only_where_something_fell_or_waits() -> None:
    graph = FakeGraph({"recall/records": ANSWER, "recall/conditional": [{"grounds": [], "waiting": []}]})
    query = RecallQuery(query="Where does Ana work?")
    await load_records(graph, "b", query, FOUND, RANKED, NOW)  # type: ignore[arg-type]
    assert graph.calls["recall/conditional"] == 0
    await load_records(graph, "b", query, replace(FOUND, waits=True), RANKED, NOW)  # type: ignore[arg-type]
    assert graph.calls["recall/conditional"] == 1


async def test_a_fallen_fact_in_whose_place_another_holds_is_not_told() -> None:
    result, _ = await told(FALLEN, [])
    assert result.ended == ()
    assert "- Ana worked at Globex" not in result.context


async def context_with(overtaken: list[list[Any]], **said: Any) -> str:
    episodes = [in_micros(episode_row("e3", **said)), in_micros(episode_row("e4", content="I like tea"))]
    answer = records_row(facts=ANSWER[0]["facts"], episodes=episodes, overtaken=overtaken)
    ranked = replace(RANKED, episodes=(Scored("e3", 0.7), Scored("e4", 0.6)))
    query = RecallQuery(query="Where does Ana work?")
    records = await load_records(FakeGraph({"recall/records": answer}), "b", query, FOUND, ranked, NOW)  # type: ignore[arg-type]
    return build_result(query, FOUND, ranked, records, NOW).context


GLOBEX = ["Globex", "Ana worked at Globex", micros(NOW)]


async def test_a_turn_that_tells_an_ended_value_is_marked_whichever_turn_stated_it() -> None:
    context = await context_with([GLOBEX], content="At Globex we have a canteen")
    assert context.count("Ana worked at Globex") == 1
    marked = next(line for line in context.splitlines() if "Ana worked at Globex" in line)
    assert "canteen" in marked or "canteen" in context.splitlines()[context.splitlines().index(marked) - 1]


async def test_a_turn_that_tells_another_value_or_came_later_is_not_marked() -> None:
    assert "Ana worked at Globex" not in await context_with([GLOBEX], content="At Globexia we have a canteen")
    assert "Ana worked at Globex" not in await context_with(
        [["Globex", "Ana worked at Globex", micros(DAY) - 1]], content="At Globex we have a canteen"
    )
    short = ["Ag", "Ana worked at Ag", micros(NOW)]
    assert "Ana worked at Ag" not in await context_with([short], content="The sign says Ag on the door")
