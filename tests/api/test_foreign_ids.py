"""Ids of another brain: every request that takes an id answers that it is not there, and changes neither brain."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI

from graphmem.memory import Memory
from tests.api.conftest import Api

PARAMETERS = ("id", "ref", "merge_id", "to")
FIELDS = (
    "evidence_ids",
    "episode_ids",
    "episode_id",
    "superseded_by",
    "merge_id",
    "retraction_id",
    "into",
    "from",
    "entities",
    "subject",
    "object",
    "call",
)


@dataclass(frozen=True)
class Foreign:
    """Ids in another brain."""

    fact: str
    entity: str
    episode: str
    merge: str
    retraction: str
    webhook: str
    proposal: str
    cluster: str
    request: str


@pytest.fixture
async def other(api: Api, memory: Memory) -> Api:
    return Api(api.client, f"{api.brain}-other")


@pytest.fixture
async def foreign(other: Api) -> Foreign:
    told = {"subject": "Ana", "relation": "lives_in", "object": "Porto", "object_is_entity": True}
    said = await other.post("/episodes", {"content": "Ana lives in Porto.", "extraction": {"facts": [told]}})
    doubted = {"subject": "Ana", "relation": "likes", "object": "tea"}
    await other.post("/episodes", {"content": "x", "source": "feed", "extraction": {"facts": [doubted]}})
    retracted = (await other.post("/sources/feed:retract")).json()["retraction_id"]
    fact = (await other.get("/facts")).json()["facts"][0]
    for name in ("Bruno", "Bruno Reis"):
        await other.post("/entities", {"name": name, "type": "person"})
    hook = (await other.post("/webhooks", {"url": "https://192.0.33.8/"})).json()["id"]
    merged = await other.post("/entities:merge", {"into": "Bruno Reis", "from": ["Bruno"]})
    assert merged.status_code == 200, merged.text
    for name in ("Lena Maier", "Lena Mayer"):
        await other.post("/entities", {"name": name, "type": "person"})
    await other.post("/maintenance:tick", {"jobs": ["duplicates"]})
    (proposal,) = (await other.get("/proposals")).json()["proposals"]
    for place in ("Braga", "Faro"):
        await other.fact("Ana", "has_visited", place, object_is_entity=True)
    await other.post("/maintenance:tick", {"jobs": ["clusters"]})
    (cluster,) = (await other.get("/clusters")).json()["clusters"]
    secret = {"subject": "Ana", "relation": "likes", "object": "gin"}
    asked = {
        "content": "Forget it.",
        "role": "user",
        "speaker": "Ana",
        "extraction": {"facts": [{**secret, "action": "forget"}]},
    }
    await other.post("/episodes", {"content": "I like gin.", "speaker": "Ana", "extraction": {"facts": [secret]}})
    request = (await other.post("/episodes", asked)).json()["forget_requests"][0]["request_id"]
    return Foreign(
        fact["id"],
        fact["subject_id"],
        said.json()["episode_id"],
        merged.json()["merges"][0]["merge_id"],
        retracted,
        hook,
        proposal["id"],
        cluster["id"],
        request,
    )


def calls(of: Foreign) -> list[tuple[str, str, Any]]:
    """Requests with an id of another brain, for every operation that takes one."""
    stated = {"subject": "a", "relation": "r", "object": "b"}
    by_evidence = [{**stated, "evidence_ids": [of.fact]}, {**stated, "episode_ids": [of.episode]}]
    by_end = [{**stated, "subject": of.entity}, {**stated, "object": of.entity, "object_is_entity": True}]
    # Evidence in messages and imports may arrive later: what rests on it is kept, and holds at no time.
    facts = [*by_evidence, *by_end]
    told = [body for body in facts if "evidence_ids" not in body]
    return [
        *(("POST", "/facts", body) for body in facts),
        *(("POST", "/facts:rehearse", body) for body in facts),
        *(("POST", "/facts:import", body) for body in told),
        *(("POST", "/episodes", {"content": "x", "extraction": {"facts": [body]}}) for body in told),
        *(("POST", "/episodes:import", {"content": "x", "extraction": {"facts": [body]}}) for body in told[:1]),
        *(
            (method, f"/episodes/{of.episode}{tail}", {})
            for method, tail in (("GET", ""), ("DELETE", ""), ("GET", "/trace"), ("GET", "/changes"))
        ),
        ("POST", f"/episodes/{of.episode}:replay", {}),
        ("POST", "/episodes:reextract", {"episode_ids": [of.episode]}),
        ("POST", "/episodes:estimate-reextraction", {"episode_ids": [of.episode]}),
        ("POST", f"/reextractions/{of.episode}:undo", {}),
        *(
            (method, f"/facts/{of.fact}{tail}", {})
            for method, tail in (
                ("GET", ""),
                ("DELETE", ""),
                ("GET", "/history"),
                ("GET", "/support"),
                ("GET", "/dependents"),
            )
        ),
        ("GET", f"/facts:waiting?entity={of.entity}", {}),
        ("POST", f"/facts/{of.fact}:invalidate", {}),
        ("POST", f"/contradictions/{of.fact}:accept", {}),
        ("GET", f"/clusters/{of.cluster}", {}),
        ("POST", f"/forget-requests/{of.request}:undo", {}),
        *(("POST", f"/proposals/{of.proposal}:{way}", {}) for way in ("approve", "decline", "undo")),
        ("POST", f"/facts/{of.fact}:correct", {"object": "Braga"}),
        ("POST", f"/facts/{of.fact}:restore", {}),
        ("POST", "/facts/OWN:invalidate", {"superseded_by": of.fact}),
        *(
            (method, f"/webhooks/{of.webhook}{tail}", {})
            for method, tail in (
                ("PATCH", ""),
                ("DELETE", ""),
                ("POST", ":rotate"),
                ("POST", ":replay"),
                ("GET", "/dead-letters"),
            )
        ),
        ("PUT", "/items", {"items": [{"key": "k", "value": 1, "episode_id": of.episode}]}),
        ("POST", "/sources/feed:restore", {"retraction_id": of.retraction}),
        ("POST", "/entities:merge", {"into": "Eva", "from": [of.entity]}),
        ("POST", "/entities:merge", {"into": of.entity, "from": ["Eva"]}),
        ("POST", f"/entities/{of.entity}:unmerge", {"merge_id": of.merge}),
        ("POST", "/entities/Eva:unmerge", {"merge_id": of.merge}),
        ("POST", f"/entities/{of.entity}:split", {"episodes": [of.episode]}),
        ("POST", "/entities/Eva:split", {"episodes": [of.episode]}),
        ("POST", "/entities/Eva:split", {"facts": [of.fact]}),
        ("PATCH", f"/entities/{of.entity}", {"name": "Zoe"}),
        ("DELETE", f"/entities/{of.entity}", {}),
        *(
            ("GET", f"/entities/{of.entity}{tail}", {})
            for tail in ("", "/history", "/facts", "/neighbours", "/similar")
        ),
        ("GET", f"/entities/{of.entity}/paths?to=Eva", {}),
        ("GET", f"/entities/Eva/paths?to={of.entity}", {}),
        ("POST", "/call", {"call": f"CALL graphmem.history('{of.fact}')"}),
        ("POST", "/call", {"call": f"CALL graphmem.invalidate('{of.fact}')"}),
    ]


async def test_an_id_of_another_brain_is_not_there(api: Api, other: Api, foreign: Foreign) -> None:
    own = await api.fact("Eva", "lives_in", "Porto", object_is_entity=True)
    before = [await graph(one) for one in (api, other)]
    for method, path, body in calls(foreign):
        path = path.replace("OWN", own["id"])
        sent = {} if method in ("GET", "DELETE") else {"json": body}
        answer = await api.client.request(method, api.at(path), **sent)
        if path.endswith(":import"):
            assert "error" in answer.json(), (path, body, answer.text)
        elif path == "/call" and answer.status_code == 200:
            assert answer.json()["rows"] == [], (body, answer.text)
        else:
            assert answer.status_code in (404, 422), (method, path, body, answer.text)
    assert [await graph(one) for one in (api, other)] == before
    found = await api.post("/recall", {"query": "Porto", "entities": [foreign.entity]})
    assert (found.json()["facts"], found.json()["episodes"]) == ([], [])
    for end in ("subject", "object"):
        assert (await api.get("/facts", **{end: foreign.entity})).json()["facts"] == []


async def graph(api: Api) -> Any:
    """Everything in a brain, without the counts of its reads."""
    facts, entities = (await api.get("/facts", include_closed=True)).json(), (await api.get("/entities")).json()
    return facts["facts"], entities["entities"], (await api.get("/episodes")).json()["episodes"]


def test_every_operation_that_takes_an_id_is_called(app: FastAPI) -> None:
    document = app.openapi()
    called = {(method, shape(path)) for method, path, _ in calls(Foreign("F", "E", "P", "M", "R", "W", "S", "C", "Q"))}
    for path, item in document["paths"].items():
        here = path.partition("{brain}")[2]
        for method, operation in item.items():
            names = {one["name"] for one in operation.get("parameters", ())} & set(PARAMETERS)
            names |= taken(document, operation) & set(FIELDS)
            if here and names and here != "/recall":
                place = here.replace("/entities/{id}", "/entities/{ref}")
                assert (method.upper(), place) in called, (method, path, names)


def shape(path: str) -> str:
    """The path as the API describes it."""
    path = re.sub(r"/entities/[^:/?]+", "/entities/{ref}", path.partition("?")[0])
    path = re.sub(r"/sources/[^:/]+", "/sources/{source}", path)
    return re.sub(
        r"/(episodes|facts|contradictions|forget-requests|proposals|clusters|reextractions|webhooks)/[^:/]+",
        r"/\1/{id}",
        path,
    )


def taken(document: Any, operation: Any) -> set[str]:
    """The names of all fields in the body of an operation."""
    names: set[str] = set()

    def walk(schema: Any, seen: tuple[str, ...]) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name not in seen:
                walk(document["components"]["schemas"][name], (*seen, name))
            return
        for name, part in schema.get("properties", {}).items():
            names.add(name)
            walk(part, seen)
        for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), schema.get("items")):
            if isinstance(part, dict):
                walk(part, seen)

    for media in operation.get("requestBody", {}).get("content", {}).values():
        walk(media.get("schema", {}), ())
    return names
