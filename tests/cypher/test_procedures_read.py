"""The reading procedures, run from their files: the rows that they return."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from neo4j import Record
from neo4j.graph import Node, Path, Relationship

from graphmem.brain import Brain
from graphmem.graph.statements import statement
from graphmem.graph.time_parameters import asked


async def run(brain: Brain, name: str, **parameters: Any) -> list[Record]:
    """The rows of a procedure's file, as the driver returns them."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        statement(f"procedures/{name}"), {"brain": brain.name, **parameters}  # type: ignore[arg-type]
    )  # fmt: skip
    return rows


async def bfs(brain: Brain, *start: str, **options: Any) -> list[Record]:
    given = {"hops": 2, "validAt": None, "knownAt": None, "limit": 200, "direction": "both", "events": True, **options}
    return await run(brain, "bfs", start=list(start), **given)


@pytest.fixture
async def circle(brain: Brain) -> Brain:
    """Ana knows Bob and Carl, who both know Dora; two of them drink tea."""
    people = [{"name": name, "type": "person"} for name in ("Ana", "Bob", "Carl", "Dora", "Eve")]
    facts = [
        {"subject": a, "relation": relation, "object": b}
        for a, relation, b in (
            ("Ana", "mentors", "Bob"), ("Ana", "teaches", "Carl"), ("Bob", "advises", "Dora"), ("Carl", "paints", "Dora"),
            ("Bob", "drinks", "tea"), ("Eve", "drinks", "tea"), ("Dora", "follows", "Ana"),
        )
    ]  # fmt: skip
    await brain.remember("who is who", occurred_at="2025-01-01", extraction={"entities": people, "facts": facts})
    return brain


def relations(rows: list[Record]) -> list[str]:
    return [row["fact"]["relation"] for row in rows]


async def test_bfs_returns_graph_objects_that_a_browser_draws(circle: Brain) -> None:
    (row, *_) = await bfs(circle, "person:ana", hops=1)
    assert row.keys() == ["fact", "entity", "hops", "path"]
    assert isinstance(row["fact"], Relationship)
    assert row["fact"].type == "FACT"
    assert isinstance(row["entity"], Node)
    assert isinstance(row["path"], Path)
    assert row["path"].start_node is not None
    assert row["path"].start_node["name"] == "Ana"


async def test_bfs_gives_every_fact_once_nearest_first(circle: Brain) -> None:
    rows = await bfs(circle, "Ana", hops=4)
    assert sorted(relations(rows)) == sorted(["mentors", "teaches", "follows", "advises", "paints", "drinks"])
    assert [row["hops"] for row in rows] == sorted(row["hops"] for row in rows)
    assert all(len(row["path"]) == row["hops"] for row in rows)
    assert all(row["path"].relationships[-1] == row["fact"] for row in rows)
    assert all(row["path"].end_node == row["entity"] for row in rows)


async def test_bfs_never_goes_through_values(circle: Brain) -> None:
    rows = await bfs(circle, "Eve", hops=4)
    assert relations(rows) == ["drinks"]
    assert "Value" in rows[0]["entity"].labels


async def test_bfs_starts_from_ids_keys_and_names_and_follows_a_direction(circle: Brain) -> None:
    ana = await circle.entities.get("Ana")
    for start in (ana.id, ana.key, "ana", "Ana"):
        assert sorted(relations(await bfs(circle, start, hops=1))) == ["follows", "mentors", "teaches"]
    assert sorted(relations(await bfs(circle, "Ana", hops=1, direction="out"))) == ["mentors", "teaches"]
    assert relations(await bfs(circle, "Ana", hops=1, direction="in")) == ["follows"]
    assert await bfs(circle, "nobody") == []
    assert len(await bfs(circle, "Ana", "Eve", "nobody", hops=1)) == 4


async def test_bfs_keeps_to_its_limit(circle: Brain) -> None:
    assert [len(await bfs(circle, "Ana", hops=4, limit=n)) for n in (1, 2, 4, 100)] == [1, 2, 4, 6]


async def test_bfs_shows_one_moment_on_both_clocks(circle: Brain) -> None:
    assert await bfs(circle, "Ana", validAt=datetime(2024, 12, 31, tzinfo=UTC)) == []
    fact = (await circle.facts("Ana", "mentors"))[0]
    undone = await circle.invalidate(fact.id, kind="corrected")
    assert undone.recorded_at
    assert "mentors" not in relations(await bfs(circle, "Ana", hops=1))
    known = asked(undone.recorded_at - timedelta(microseconds=1))
    rows = await bfs(circle, "Ana", hops=1, knownAt=known)
    assert sorted(relations(rows)) == ["follows", "mentors", "teaches"]
    assert {row["fact"].type for row in rows} == {"FACT", "FACT_WAS"}
    assert "mentors" not in relations(await bfs(circle, "Ana", hops=1, knownAt=asked(undone.recorded_at)))


async def test_as_of_shows_the_facts_of_an_entity_with_both_ends(circle: Brain) -> None:
    given = {"entity": "Bob", "validAt": None, "knownAt": None}
    rows = await run(circle, "as_of", **given)
    assert {(r["subject"]["name"], r["fact"]["relation"]) for r in rows} == {
        ("Ana", "mentors"),
        ("Bob", "advises"),
        ("Bob", "drinks"),
    }
    assert {next(iter(r["object"].labels)) for r in rows} == {"Entity", "Value"}
    assert await run(circle, "as_of", **{**given, "validAt": datetime(2024, 1, 1, tzinfo=UTC)}) == []
    assert await run(circle, "as_of", **{**given, "entity": "nobody"}) == []


async def test_history_tells_versions_then_statements(circle: Brain) -> None:
    fact = (await circle.facts("Ana", "mentors"))[0]
    await circle.invalidate(fact.id, at="2025-06-01", reason="moved on")
    rows = [row["row"] for row in await run(circle, "history", factId=fact.id)]
    assert [(r["entry"], r.get("live"), r.get("action")) for r in rows] == [
        ("version", False, None), ("version", True, None), ("statement", None, "holds"), ("statement", None, "ends"),
    ]  # fmt: skip
    assert rows[0]["expiredAt"] == rows[1]["recordedAt"]
    assert rows[1]["closedReason"] == "retracted"
    assert await run(circle, "history", factId="nothing") == []


async def test_path_finds_the_shortest_ways(circle: Brain) -> None:
    given = {"hops": 4, "validAt": None, "knownAt": None, "events": True}
    (one,) = await run(circle, "path", **{"from": "Ana", "to": "Dora", **given})
    assert one["facts"][0]["relation"] == "follows"
    both = await run(circle, "path", **{"from": "Bob", "to": "Carl", **given})
    assert {row["hops"] for row in both} == {2}
    assert len(both) == 2
    assert isinstance(both[0]["path"], Path)
    assert await run(circle, "path", **{"from": "Ana", "to": "Eve", **given}) == []


async def test_a_hub_does_not_slow_a_walk_down_or_flood_it(brain: Brain) -> None:
    facts = [
        {"subject": "Hub", "relation": "linked", "object": f"n{i}", "object_is_entity": False, "text": f"a{i} b{i}"}
        for i in range(120)
    ]
    near = {"subject": "Ana", "relation": "owns", "object": "Hub"}
    entities = [{"name": "Ana", "type": "person"}, {"name": "Hub", "type": "project"}]
    await brain.remember("many", occurred_at="2025-01-01", extraction={"entities": entities, "facts": [near, *facts]})
    rows = await bfs(brain, "Ana", hops=2)
    assert [row["hops"] for row in rows] == [1] + [2] * 50


async def recalled(brain: Brain, text: str, vector: list[float] | None, **given: Any) -> list[Record]:
    """Run the two files of graphmem.recall, one after the other."""
    options = {"k": 20, "validAt": None, "knownAt": None, "options": {}, **given}
    (asked_for,) = await run(brain, "recall_question", text=text, **options)
    assert asked_for["unknown"] == []
    file = "recall" if options["knownAt"] is None else "recall_past"
    return await run(brain, file, q={**asked_for["q"], "vector": vector})


def ids(rows: list[Record], column: str) -> list[str]:
    return [row[column]["factId" if column == "fact" else "id"] for row in rows if row[column] is not None]


@pytest.fixture
async def talk(brain: Brain) -> Brain:
    """Many facts about a few people over a year, some of which ended."""
    people = ("Ana", "Bruno", "Carla", "Dário", "Eva")
    things = ("tea", "the sea", "chess", "a green bicycle", "old maps", "the choir", "her garden", "running at dawn")
    for n in range(24):
        who, other, thing = people[n % 5], people[(n * 3 + 1) % 5], things[n % 8]
        at = f"2025-{n % 12 + 1:02}-{n % 27 + 1:02}"
        facts = [
            {
                "subject": who,
                "relation": ("likes", "talks_about", "lost")[n % 3],
                "object": thing,
                "object_is_entity": False,
            }
        ]
        if who != other:
            facts.append(
                {"subject": who, "relation": "met", "object": other, "text": f"{who} met {other} because of {thing}"}
            )
        if n % 6 == 5:
            facts[0]["valid_until"] = f"2026-{n % 12 + 1:02}-01"
        entities = [{"name": name, "type": "person"} for name in people]
        said = f"{who} told {other} something about {thing}"
        await brain.remember(
            said,
            speaker=who,
            session_id=f"s{n // 8}",
            occurred_at=at,
            extraction={"entities": entities, "facts": facts},
        )
    return brain


QUESTIONS = (
    "Who likes the sea?", "What did Carla talk about with Bruno?", "Dario and old maps", "dário's CHESS; (tea) +green -bicycle",
    "where is the garden of EVA", "nothing that anybody said", "Ana",
)  # fmt: skip


async def test_recall_ranks_in_the_database_as_the_recipe_fusion_does_in_python(talk: Brain) -> None:
    compared = 0
    for text in QUESTIONS:
        (vector,) = await talk.engine.models.embedder.embed([text])
        rows = await recalled(talk, text, vector, k=15)
        found = await talk.recall(text, k=15, recipe="fusion")
        assert ids(rows, "fact") == [item.fact.id for item in found.facts if item.fact], text
        assert ids(rows, "episode") == [item.episode.id for item in found.episodes if item.episode], text
        compared += len(rows)
    assert compared > 100


async def test_recall_gives_ranks_and_signals_and_graph_objects(talk: Brain) -> None:
    (vector,) = await talk.engine.models.embedder.embed(["Who likes the sea?"])
    rows = await recalled(talk, "Who likes the sea?", vector, k=3)
    assert [row["rank"] for row in rows] == [1, 2, 3, 1, 2, 3]
    first = rows[0]
    assert isinstance(first["fact"], Relationship)
    assert first["object"]["text"] == "the sea"
    assert isinstance(first["subject"], Node)
    assert {"vector", "text", "walk"} == set(first["signals"])
    assert [row["score"] for row in rows[:3]] == sorted((row["score"] for row in rows[:3]), reverse=True)
    assert "Episode" in rows[3]["episode"].labels


async def test_recall_without_a_vector_goes_by_words(talk: Brain) -> None:
    rows = await recalled(talk, "chess", None, k=5)
    assert "chess" in rows[0]["fact"]["factText"]
    assert "chess" in next(row["episode"]["content"] for row in rows if row["episode"] is not None)
    assert {row["signals"].get("vector") for row in rows} == {None}
    assert await recalled(talk, "?!  --", None) == []
    assert await recalled(talk, "", None) == []


async def test_recall_takes_nothing_in_a_text_for_syntax(talk: Brain) -> None:
    plain = ids(await recalled(talk, "chess tea", None), "fact")
    assert plain
    for text in (
        "chess) OR brainToken:* (tea",
        "+chess\\ ~tea^9",
        "chess AND NOT (tea",
        'factText:"chess tea',
        "CHESS /tea/ {!x}",
    ):
        assert set(plain) <= set(ids(await recalled(talk, text, None), "fact")), text


async def test_recall_keeps_to_its_options_and_to_one_moment(talk: Brain) -> None:
    (vector,) = await talk.engine.models.embedder.embed(["what about it"])
    rows = await recalled(talk, "what about it", vector, options={"relations": ["lost"], "episodes": False})
    assert {row["fact"]["relation"] for row in rows} == {"lost"}
    of_ana = await recalled(talk, "what", vector, options={"entities": ["Ana"], "episodes": False})
    assert of_ana
    assert all("Ana" in (row["subject"]["name"], row["object"].get("name")) for row in of_ana)
    early = await recalled(talk, "what", vector, validAt=datetime(2025, 2, 1, tzinfo=UTC), options={"episodes": False})
    assert early
    assert all(row["fact"]["tStart"] <= datetime(2025, 2, 1, tzinfo=UTC) for row in early)
    assert await recalled(talk, "chess", vector, knownAt=datetime(2025, 1, 1, tzinfo=UTC)) == []
    assert await recalled(talk, "chess", vector, knownAt=asked(datetime.now(UTC))) != []
    (asked_for,) = await run(talk, "recall_question", text="x", k=1, validAt=None, knownAt=None, options={"nobody": 1})
    assert asked_for["unknown"] == ["nobody"]
