"""Procedure calls: their rows, and their limits to one brain, to reading and to size."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from api.main import create_app
from graphmem.brain import Brain
from graphmem.curation.forget import forget_brain
from graphmem.explore import calls
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered
from tests.story.telling import fact, tell
from tests.unit.explore.test_call_grammar import HOSTILE

ADMIN = {"Authorization": "Bearer the-admin-key"}
EVERYBODY = "MATCH (e:Entity) WHERE e.brain = $brain AND e.key IS NOT NULL RETURN e.name AS name ORDER BY name"


@pytest.fixture
async def told(api: Api) -> Api:
    """Ana leads Bob, who leads Carl; Bob drinks tea."""
    for subject, relation, object_, entity in (
        ("Ana", "leads", "Bob", True), ("Bob", "leads", "Carl", True), ("Bob", "drinks", "tea", False),
    ):  # fmt: skip
        await api.fact(subject, relation, object_, object_is_entity=entity, valid_from="2025-01-01")
    return api


@pytest.fixture
async def door(memory: Memory, keys_removed: None) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with keys; the keys are removed afterwards."""
    app = create_app(memory.settings.model_copy(update={"admin_key": SecretStr("the-admin-key")}), memory)
    async with client_of(app) as client:
        yield client


async def called(api: Api, text: str, /, **parameters: Any) -> dict[str, Any]:
    answer = await api.post("/call", {"call": text, "parameters": parameters})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_walk_is_projected_ordered_and_cut(told: Api) -> None:
    found = await called(
        told,
        "CALL graphmem.bfs($brain, [$who], 2) YIELD fact AS f, entity, hops "
        "RETURN f.relation AS relation, entity.name AS name, hops ORDER BY hops DESC, name LIMIT 2",
        who="Ana",
    )
    assert found == {
        "columns": ["relation", "name", "hops"],
        "rows": [{"relation": "leads", "name": "Carl", "hops": 2}, {"relation": "drinks", "name": None, "hops": 2}],
        "truncated": False,
    }
    rest = await called(
        told, "CALL graphmem.bfs(['Ana'], 2) YIELD entity, hops RETURN entity.name ORDER BY hops SKIP 1"
    )
    assert rest["columns"] == ["entity.name"]
    assert len(rest["rows"]) == 2


async def test_graph_objects_come_without_vectors_and_inner_things(told: Api) -> None:
    found = await called(told, "CALL graphmem.bfs($brain, ['Ana'], 1)")
    (row,) = found["rows"]
    assert (row["fact"]["type"], row["entity"]["labels"]) == ("FACT", ["Entity"])
    assert row["fact"]["properties"]["tValid"] == "2025-01-01T00:00:00Z"
    assert [n["properties"]["name"] for n in row["path"]["nodes"]] == ["Ana", "Bob"]
    assert not calls.HIDDEN & {*row["fact"]["properties"], *row["entity"]["properties"]}
    hidden = await called(
        told, "CALL graphmem.bfs($brain, ['Ana'], 1) YIELD entity RETURN entity.embedding AS e, entity.brain AS b"
    )
    assert hidden["rows"] == [{"e": None, "b": None}]


async def test_every_reading_procedure_can_be_called(told: Api) -> None:
    as_of = await called(
        told, "CALL graphmem.asOf('Bob', '2026-01-01') YIELD subject, object RETURN subject.name AS s, object.text AS o"
    )
    assert {(r["s"], r["o"]) for r in as_of["rows"]} == {("Ana", None), ("Bob", None), ("Bob", "tea")}
    assert (await called(told, "CALL graphmem.asOf('Bob', '2020-01-01')"))["rows"] == []
    path = await called(told, "CALL graphmem.path($brain, 'Ana', 'Carl') YIELD hops RETURN hops")
    assert path["rows"] == [{"hops": 2}]
    id_ = (await told.get("/facts", subject="Ana")).json()["facts"][0]["id"]
    history = await called(told, "CALL graphmem.history($id) YIELD row RETURN row.entry AS entry", id=id_)
    assert [r["entry"] for r in history["rows"]] == ["version", "statement"]
    candidates = await called(told, "CALL graphmem.candidates(['ana', 'nobody']) YIELD name, candidates")
    assert [(r["name"], len(r["candidates"])) for r in candidates["rows"]] == [("ana", 1), ("nobody", 0)]


async def test_recall_by_call_takes_the_question_s_vector_where_none_is_sent(told: Api) -> None:
    text = (
        "CALL graphmem.recall($brain, $text, $embedding, 3) YIELD rank, fact, signals "
        "RETURN fact.relation AS r, signals ORDER BY rank"
    )
    found = await called(told, text, text="Who drinks tea?")
    assert found["rows"][0]["r"] == "drinks"
    assert found["rows"][0]["signals"]["vector"] is not None
    by_words = await called(told, text, text="Who drinks tea?", embedding=None)
    assert by_words["rows"][0]["r"] == "drinks"
    narrowed = await called(
        told,
        "CALL graphmem.recall('Who?', null, 20, null, null, {relations: ['leads']}) YIELD fact RETURN fact.relation AS r",
    )
    assert {r["r"] for r in narrowed["rows"]} <= {"leads"}


async def test_recall_by_call_leaves_out_what_the_service_holds_too_unsure(api: Api, memory: Memory) -> None:
    await api.fact("Ana", "leads", "Bob", object_is_entity=True, confidence=0.7)
    ask = {"call": "CALL graphmem.recall('Who leads Bob?') YIELD fact RETURN fact.relation AS relation"}

    async def rows(least: float) -> list[Any]:
        strict = altered(memory, settings=memory.settings.model_copy(update={"min_confidence": least}))
        async with client_of(create_app(strict.settings, strict)) as client:
            return list((await client.post(f"/v1/brains/{api.brain}/call", json=ask)).json()["rows"])

    assert (await rows(0.69), await rows(0.71)) == ([{"relation": "leads"}], [])


async def test_a_call_stays_in_its_brain(told: Api, memory: Memory) -> None:
    other = Api(told.client, f"{told.brain}-other")
    await other.fact("Zoe", "leads", "Ana", object_is_entity=True)
    zoe = await memory.brain(other.brain).entities.get("Zoe")
    try:
        for who in ("Zoe", zoe.id, zoe.key):
            refused = await told.post(
                "/call", {"call": "CALL graphmem.bfs($brain, [$who])", "parameters": {"who": who}}
            )
            assert_problem(refused, 404, "not_found")
        found = await called(
            told, "CALL graphmem.recall($brain, 'Zoe leads Ana', $embedding) YIELD fact RETURN fact.factText AS t"
        )
        assert all("Zoe" not in str(row["t"]) for row in found["rows"])
        refused = await told.post(
            "/call", {"call": "CALL graphmem.bfs($brain, ['Zoe'])", "parameters": {"brain": other.brain}}
        )
        assert_problem(refused, 422, "invalid_input", "parameters.brain")
        by_name = await told.post("/call", {"call": f"CALL graphmem.bfs('{other.brain}', ['Zoe'])"})
        assert_problem(by_name, 422, "invalid_input", "call")
    finally:
        await forget_brain(memory.store, other.brain)


@pytest.mark.parametrize(
    ("call", "parameters", "field"),
    [
        ("CALL graphmem.bfs($brain, ['Ana'], 9)", {}, "call"),
        ("CALL graphmem.bfs($brain, 'Ana')", {}, "call"),
        ("CALL graphmem.bfs($brain)", {}, "call"),
        ("CALL graphmem.bfs($brain, ['Ana'], 1, null, null, 5000)", {}, "call"),
        ("CALL graphmem.bfs($brain, ['Ana'], 1, null, null, 5, 'up')", {}, "call"),
        ("CALL graphmem.bfs($brain, ['Ana'], 1, 'yesterday')", {}, "call"),
        ("CALL graphmem.bfs($brain, ['Ana'], 1, null, null, 5, 'out', 1)", {}, "call"),
        ("CALL graphmem.bfs($brain, [$who])", {}, "parameters.who"),
        ("CALL graphmem.recall('x', null, 5, null, null, {nobody: 1})", {}, "call"),
        ("CALL graphmem.asOf('Ana') YIELD nothing", {}, "call"),
        ("CALL graphmem.asOf('Ana') YIELD fact RETURN subject", {}, "call"),
        ("CALL graphmem.invalidate($brain, 'x')", {}, "call"),
        ("CALL graphmem.settle($brain, [])", {}, "call"),
    ],
)
async def test_unusable_calls_are_told_why(api: Api, call: str, parameters: dict[str, Any], field: str) -> None:
    assert_problem(await api.post("/call", {"call": call, "parameters": parameters}), 422, "invalid_input", field)


async def reader(door: httpx.AsyncClient, brain: str, *scopes: str) -> dict[str, str]:
    """The header with a key for one brain."""
    body = {"name": "a test", "brains": [brain], "scopes": list(scopes)}
    answer = await door.post("/v1/keys", json=body, headers=ADMIN)
    return {"Authorization": f"Bearer {answer.json()['key']}"}


async def test_hostile_calls_are_refused_to_whoever_has_one_brain(door: httpx.AsyncClient, told: Api) -> None:
    keys = [await reader(door, told.brain, "memory:read"), await reader(door, told.brain, "admin")]
    for text in (*HOSTILE, EVERYBODY):
        answer = await door.post(told.at("/call"), json={"call": text}, headers=keys[len(text) % 2])
        assert answer.status_code in (403, 422), text
    good = {"call": "CALL graphmem.asOf('Ana') YIELD fact"}
    for key in keys:
        assert (await door.post(told.at("/call"), json=good, headers=key)).status_code == 200
        assert_problem(await door.post("/v1/brains/another/call", json=good, headers=key), 403, "forbidden")
    writer = await reader(door, told.brain, "memory:write")
    assert_problem(await door.post(told.at("/call"), json=good, headers=writer), 403, "forbidden")


async def test_free_cypher_is_for_who_administers_everything(door: httpx.AsyncClient, told: Api) -> None:
    answer = await door.post(told.at("/call"), json={"call": EVERYBODY}, headers=ADMIN)
    assert [row["name"] for row in answer.json()["rows"]] == ["Ana", "Bob", "Carl"]
    typo = await door.post(told.at("/call"), json={"call": "MATCH (e:Entity RETURN e"}, headers=ADMIN)
    assert_problem(typo, 422, "invalid_input", "call")


async def test_an_administrator_may_keep_a_call_to_the_procedures(door: httpx.AsyncClient, told: Api) -> None:
    walk = "CALL graphmem.bfs($brain, [$who], 1) YIELD entity RETURN entity.name AS name"
    for text, status in ((EVERYBODY, 422), (walk, 200)):
        body = {"call": text, "parameters": {"who": "Ana"} if text == walk else {}, "any_cypher": False}
        answer = await door.post(told.at("/call"), json=body, headers=ADMIN)
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize(
    "text",
    [
        "CREATE (x:Stray {brain: $brain}) RETURN x",
        "MATCH (e:Entity {brain: $brain, key: 'person:ana'}) SET e.name = 'x' RETURN e",
        "MATCH (e:Entity {brain: $brain, key: 'person:ana'}) DETACH DELETE e",
        "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
        "CALL { LOAD CSV FROM 'http://127.0.0.1:7474/' AS row RETURN row } RETURN row",
        "RETURN CASE WHEN true THEN COLLECT { LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row[0] } END AS x",
        "RETURN [y IN [1] WHERE EXISTS { LOAD\tCSV FROM 'file:///etc/passwd' AS row RETURN row }] AS x",
        "RETURN CASE WHEN true THEN COLLECT { CALL dbms.listConfig() YIELD name RETURN name } END AS x",
        "CALL dbms.listConfig() YIELD name RETURN name",
        "CALL dbms.killQuery('x') YIELD queryId RETURN queryId",
        "CALL graphmem.invalidate($brain, 'x')",
        "CREATE INDEX stray IF NOT EXISTS FOR (n:Stray) ON (n.x)",
        "SHOW TRANSACTIONS",
        "SHOW USERS",
        "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
        "MATCH (e:Entity {brain: $brain}) RETURN e; MATCH (n) DETACH DELETE n",
        "UNWIND [1] AS x CALL (x) { CREATE (:Stray {brain: 'x'}) } IN TRANSACTIONS",
        "USE system SHOW USERS",
    ],
)
async def test_not_even_they_write_or_leave_the_graph(
    door: httpx.AsyncClient, told: Api, brain: Brain, text: str
) -> None:
    before = await brain.overview.stats()
    assert_problem(await door.post(told.at("/call"), json={"call": text}, headers=ADMIN), 422, "invalid_input", "call")
    assert await brain.overview.stats() == before


async def test_rows_are_limited(door: httpx.AsyncClient, told: Api) -> None:
    text = "UNWIND range(1, 100000) AS n RETURN n"
    found = (await door.post(told.at("/call"), json={"call": text}, headers=ADMIN)).json()
    assert (len(found["rows"]), found["truncated"]) == (calls.MOST_ROWS, True)


async def test_a_call_that_takes_too_long_is_ended(
    door: httpx.AsyncClient, told: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MOST_SECONDS", 0.2)
    text = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH count(a + b) AS n RETURN n"
    answer = await door.post(told.at("/call"), json={"call": text}, headers=ADMIN)
    assert answer.status_code in (503, 504), answer.text


@pytest.mark.parametrize(
    ("vector", "field"),
    [([0.0, 0.0], "call"), ([1.0, 2.0], "call"), ([1e999, 0.0], "parameters.v.0")],
    ids=["no direction", "another length", "infinite"],
)
@pytest.mark.parametrize(
    "text",
    ["graphmem.recall($brain, 'Ana', $v, 3) YIELD rank", "graphmem.candidates($brain, ['nobody'], [$v]) YIELD how"],
    ids=["recall", "candidates"],
)
async def test_a_vector_that_is_none_of_the_graphs_is_the_callers_mistake(
    door: httpx.AsyncClient, told: Api, text: str, vector: list[float], field: str
) -> None:
    call = {"call": f"CALL {text}", "parameters": {"v": vector}}
    body = json.dumps(call).replace("Infinity", "1e999")
    answer = await door.post(told.at("/call"), content=body, headers={**ADMIN, "Content-Type": "application/json"})
    assert_problem(answer, 422, "invalid_input", field)


@pytest.mark.parametrize("name", ["Tomás Araújo", "TOMAS ARAUJO", "tomás  araújo", "Tomás-Araújo"])
async def test_names_mean_the_same_however_they_are_written(
    door: httpx.AsyncClient, told: Api, brain: Brain, name: str
) -> None:
    await tell(brain, "2024-01-01", fact("Tomás Araújo", "lives_in", "São Paulo"))
    for call in (
        "CALL graphmem.asOf($brain, $name) YIELD fact",
        "CALL graphmem.bfs($brain, [$name], 1) YIELD fact",
        "CALL graphmem.path($brain, $name, 'Sao Paulo') YIELD facts",
        "CALL graphmem.recall($brain, 'home', null, 3, null, null, {entities: [$name], episodes: false}) YIELD fact",
    ):
        answer = await door.post(told.at("/call"), json={"call": call, "parameters": {"name": name}}, headers=ADMIN)
        assert len(answer.json()["rows"]) == 1, (call, answer.text)
