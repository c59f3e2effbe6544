"""Facts through the API: add, look up, end, correct, restore."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from api.main import create_app
from graphmem.brain import Brain
from graphmem.claims import FactVerdict
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedJudge
from tests.api.conftest import Api, assert_problem, client_of
from tests.story.staging import with_models
from tests.story.telling import fact, tell

FACT_FIELDS = {
    "id", "subject", "subject_id", "relation", "object", "object_id", "object_kind", "text", "valid_from",
    "valid_until", "valid_from_precision", "holds_now", "recorded_at", "expired_at", "confidence", "importance",
    "category", "kind", "origin", "episode_ids", "evidence", "closed_by", "closed_reason", "supersedes", "status",
}  # fmt: skip


async def test_a_stated_fact_is_made_and_then_matched(api: Api) -> None:
    body = {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2026-03-01"}
    first, second = await api.post("/facts", body), await api.post("/facts", body)
    assert (first.status_code, first.json()["matched"]) == (201, False)
    assert (second.status_code, second.json()["matched"]) == (200, True)
    assert second.json()["id"] == first.json()["id"]
    fact = first.json()
    assert set(fact) >= FACT_FIELDS
    assert (fact["valid_from"], fact["valid_until"], fact["holds_now"]) == ("2026-03-01T00:00:00Z", None, True)
    assert (fact["confidence"], fact["origin"], fact["status"]) == (1.0, "manual", "live")


async def test_a_start_sent_as_null_is_since_always(api: Api) -> None:
    fact = await api.fact("Ana", "born_in", "Porto", valid_from=None)
    assert fact["valid_from"] is None
    early = (await api.get("/facts", valid_at="1950-01-01")).json()["facts"]
    assert [f["id"] for f in early] == [fact["id"]]


async def test_facts_are_found_by_their_ends_and_relation(api: Api) -> None:
    globex = await api.fact("Ana", "works_at", "Globex", object_is_entity=True)
    tea = await api.fact("Ana", "likes", "tea")
    await api.fact("Bruno", "likes", "coffee")

    async def found(**query: str) -> set[str]:
        return {f["id"] for f in (await api.get("/facts", **query)).json()["facts"]}

    assert await found(subject="Ana") == {globex["id"], tea["id"]}
    assert await found(subject=globex["subject_id"], relation="likes") == {tea["id"]}
    assert await found(object="Globex") == {globex["id"]}
    assert await found(object="tea") == {tea["id"]}
    assert await found(subject="Nobody") == set()


async def test_facts_are_listed_in_pages_newest_first(api: Api) -> None:
    made = [(await api.fact("Ana", "likes", f"tea {n}"))["id"] for n in range(5)]
    seen: list[str] = []
    page = (await api.get("/facts", limit=2)).json()
    while True:
        assert set(page) == {"facts", "next_cursor"}
        seen += [f["id"] for f in page["facts"]]
        if page["next_cursor"] is None:
            break
        page = (await api.get("/facts", limit=2, cursor=page["next_cursor"])).json()
    assert seen == made[::-1]


async def test_facts_are_seen_as_of_both_clocks(api: Api) -> None:
    acme = await api.fact("Ana", "works_at", "Acme", valid_from="2020-01-01", cardinality="one")
    known_then = (await api.get("")).json()["last_recorded_at"]
    globex = await api.fact("Ana", "works_at", "Globex", valid_from="2026-03-01", cardinality="one")

    async def held(**query: str) -> list[str]:
        return [f["id"] for f in (await api.get("/facts", subject="Ana", **query)).json()["facts"]]

    assert await held() == [globex["id"]]
    assert await held(valid_at="2021-01-01T00:00:00Z") == [acme["id"]]
    assert await held(known_at=known_then) == [acme["id"]]
    assert set(await held(include_closed="true")) == {acme["id"], globex["id"]}


async def test_confidence_and_category_narrow_the_list(api: Api) -> None:
    sure = await api.fact("Ana", "likes", "tea", confidence=0.9, category="core")
    await api.fact("Ana", "likes", "rum", confidence=0.3)
    for query in ({"min_confidence": 0.5}, {"category": "core"}):
        assert [f["id"] for f in (await api.get("/facts", **query)).json()["facts"]] == [sure["id"]]


async def test_an_ended_fact_tells_its_history_and_is_restored(api: Api) -> None:
    fact = await api.fact("Ana", "works_at", "Globex", valid_from="2024-01-01")
    ended = await api.post(f"/facts/{fact['id']}:invalidate", {"at": "2025-01-01T00:00:00Z", "reason": "left"})
    assert ended.status_code == 200
    assert set(ended.json()) == {"changed", "recorded_at"}
    assert ended.json()["changed"] == [
        {
            "id": fact["id"],
            "at": "2025-01-01T00:00:00Z",
            "depth": 0,
            "because_of": None,
            "status": "closed",
            "effect": "ends",
            "valid_from": "2024-01-01T00:00:00Z",
            "through": None,
        }
    ]
    closed = (await api.get(f"/facts/{fact['id']}")).json()
    assert (closed["valid_until"], closed["holds_now"], closed["closed_reason"]) == (
        "2025-01-01T00:00:00Z", False, "retracted",
    )  # fmt: skip
    assert_problem(await api.post(f"/facts/{fact['id']}:invalidate", {}), 409, "already_closed")
    assert (await api.post(f"/facts/{fact['id']}:restore")).status_code == 200
    assert (await api.get(f"/facts/{fact['id']}")).json()["valid_until"] is None
    assert_problem(await api.post(f"/facts/{fact['id']}:restore", {}), 409, "nothing_to_restore")
    life = (await api.get(f"/facts/{fact['id']}/history")).json()
    assert set(life) == {"fact", "versions", "statements", "next_cursor"}
    assert [v["valid_until"] for v in life["versions"]] == [None, "2025-01-01T00:00:00Z", None]


async def test_invalidate_without_a_body_ends_the_fact_now(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2024-01-01")
    assert (await api.post(f"/facts/{fact['id']}:invalidate")).status_code == 200
    assert not (await api.get(f"/facts/{fact['id']}")).json()["holds_now"]


async def test_a_corrected_fact_was_never_true(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2024-01-01")
    answer = await api.post(f"/facts/{fact['id']}:invalidate", {"kind": "corrected"})
    assert [c["status"] for c in answer.json()["changed"]] == ["corrected"]
    assert (await api.get("/facts", valid_at="2025-01-01")).json()["facts"] == []
    assert (await api.get(f"/facts/{fact['id']}")).json()["status"] == "corrected"
    assert (await api.post(f"/facts/{fact['id']}:restore")).status_code == 200
    assert len((await api.get("/facts")).json()["facts"]) == 1


async def test_what_rests_on_an_ended_fact_falls_and_rises_with_it(api: Api) -> None:
    base = await api.fact("Ana", "works_at", "Globex", valid_from="2024-01-01")
    inferred = await api.fact("Ana", "knows", "Bruno", valid_from="2024-01-01", evidence_ids=[base["id"]])
    fallen = (await api.post(f"/facts/{base['id']}:invalidate", {"at": "2025-01-01"})).json()["changed"]
    assert [(c["id"], c["depth"], c["because_of"]) for c in fallen] == [
        (base["id"], 0, None), (inferred["id"], 1, base["id"]),
    ]  # fmt: skip
    assert (await api.get("/facts")).json()["facts"] == []
    assert len((await api.post(f"/facts/{base['id']}:restore")).json()["changed"]) == 2
    assert len((await api.get("/facts")).json()["facts"]) == 2


@pytest.mark.parametrize(("field", "given"), [("evidence_ids", ["nobody"]), ("evidence", [["nobody", "no one"]])])
async def test_evidence_that_is_no_fact_is_refused_by_its_field(api: Api, field: str, given: list[Any]) -> None:
    answer = await api.post("/facts", {"subject": "Ana", "relation": "knows", "object": "Bruno", field: given})
    assert "no fact of this brain" in assert_problem(answer, 422, "invalid_input", field)["detail"]
    assert (await api.get("/facts")).json()["facts"] == []


async def test_a_superseded_fact_is_not_restored_by_itself(api: Api) -> None:
    acme = await api.fact("Ana", "works_at", "Acme", valid_from="2020-01-01", cardinality="one")
    await api.fact("Ana", "works_at", "Globex", valid_from="2026-03-01", cardinality="one")
    assert_problem(await api.post(f"/facts/{acme['id']}:restore"), 409, "superseded_by")


async def test_a_dry_run_of_an_end_changes_nothing(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2024-01-01")
    told = await api.post(f"/facts/{fact['id']}:invalidate", {"dry_run": True})
    assert [c["id"] for c in told.json()["changed"]] == [fact["id"]]
    assert (await api.get(f"/facts/{fact['id']}")).json()["holds_now"]
    await api.post(f"/facts/{fact['id']}:invalidate")
    told = await api.post(f"/facts/{fact['id']}:restore", {"dry_run": True})
    assert [c["id"] for c in told.json()["changed"]] == [fact["id"]]
    assert not (await api.get(f"/facts/{fact['id']}")).json()["holds_now"]


async def test_an_end_before_the_start_is_refused(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2024-01-01")
    answer = await api.post(f"/facts/{fact['id']}:invalidate", {"at": "2023-01-01"})
    assert_problem(answer, 422, "invalid_input", "at")


async def test_unknown_facts_are_not_found(api: Api) -> None:
    for path in ("/facts/nothing", "/facts/nothing/history"):
        assert_problem(await api.get(path), 404, "not_found")
    for path in ("/facts/nothing:invalidate", "/facts/nothing:restore"):
        assert_problem(await api.post(path), 404, "not_found")
    assert_problem(await api.get(""), 404, "not_found")


async def test_a_fact_of_another_brain_cannot_be_touched(api: Api, memory: Memory) -> None:
    fact = await api.fact("Ana", "likes", "tea")
    other = f"/v1/brains/{api.brain}x/facts/{fact['id']}"
    for answer in (
        await api.client.get(other),
        await api.client.get(f"{other}/history"),
        await api.client.post(f"{other}:invalidate"),
        await api.client.post(f"{other}:restore"),
    ):
        assert_problem(answer, 404, "not_found")
    assert (await memory.brain(api.brain).fact(fact["id"])).holds_now


async def test_colons_name_actions_not_ids(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2024-01-01")
    assert_problem(await api.get(f"/facts/{fact['id']}:invalidate"), 404, "not_found")
    assert_problem(await api.post(f"/facts/{fact['id']}:frobnicate"), 405, "method_not_allowed")
    assert_problem(await api.post("/facts:frobnicate"), 404, "not_found")
    assert_problem(await api.get("/facts:import"), 405, "method_not_allowed")
    assert (await api.get(f"/facts/{fact['id']}")).json()["holds_now"]


async def test_the_life_of_a_fact_comes_by_pages(api: Api, brain: Brain) -> None:
    for n in range(5):
        await tell(brain, f"2024-01-0{n + 1}", fact("Ana", "lives_in", "Porto"))
    (one,) = (await api.get("/facts", subject="Ana")).json()["facts"]
    whole = (await api.get(f"/facts/{one['id']}/history")).json()
    assert (len(whole["statements"]), whole["next_cursor"]) == (5, None)
    versions: list[Any] = []
    statements: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await api.get(f"/facts/{one['id']}/history", limit=2, **cursor)).json()
        assert len(page["versions"]) + len(page["statements"]) <= 2
        assert page["fact"] == whole["fact"]
        versions += page["versions"]
        statements += page["statements"]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert (versions, statements) == (whole["versions"], whole["statements"])
    deep = base64.urlsafe_b64encode(b"[" * 1400).decode()
    assert_problem(await api.get(f"/facts/{one['id']}/history", cursor=deep), 422, "invalid_input", "cursor")


async def test_a_judge_is_asked_about_a_stated_and_an_imported_fact_on_request_only(
    memory: Memory, brain: Brain
) -> None:
    judge = ScriptedJudge(facts=lambda _: FactVerdict("new"))
    engine = with_models(
        brain, judge=judge, settings=brain.engine.settings.with_overrides(reconcile_threshold=0.0)
    ).engine
    served = Memory(engine)
    async with client_of(create_app(memory=served)) as client:
        api = Api(client, brain.name)
        await api.fact("Ana", "rents", "a boat", object_is_entity=False)
        await api.fact("Ana", "charters", "a boat", object_is_entity=False)
        line = b'{"subject": "Ana", "relation": "%s", "object": "a boat", "object_is_entity": false}'
        ndjson = {"headers": {"Content-Type": "application/x-ndjson"}}
        assert (await client.post(api.at("/facts:import"), content=line % b"sails", **ndjson)).status_code == 200
        assert judge.asked_facts == []
        await api.fact("Ana", "paints", "a boat", object_is_entity=False, judge=True)
        assert len(judge.asked_facts) == 1
        await client.post(api.at("/facts:import"), content=line % b"moors", params={"judge": "true"}, **ndjson)
        assert len(judge.asked_facts) == 2


async def test_a_fact_is_rehearsed_with_all_that_it_would_end_and_begin(api: Api) -> None:
    one = {"cardinality": "one"}
    piet = await api.fact("Kitchen", "chef", "Piet", valid_from="2025-01-01", **one)
    rests = {"holds_while": {"subject": "Kitchen", "relation": "chef"}}
    sofia = await api.fact("Orders", "orders_to", "Sofia", **rests)
    rehearsed = await api.post(
        "/facts:rehearse", {"subject": "Kitchen", "relation": "chef", "object": "Nour", "valid_from": "2100-01-01"}
    )
    assert rehearsed.status_code == 200, rehearsed.text
    told = {c["id"]: (c["effect"], c["depth"], c["through"]) for c in rehearsed.json()["changed"]}
    assert (told[piet["id"]], told[sofia["id"]]) == (("ends", 1, None), ("ends", 1, "holds_while"))
    assert len((await api.get("/facts")).json()["facts"]) == 2
    assert (await api.post("/facts:rehearse", {"subject": "a", "relation": "r"})).status_code == 422
