"""Episodes through the API: the answer, and what is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from api.main import create_app
from graphmem.claims import Claimed, Extracted, Mention, Request
from graphmem.ingest.worker import drain
from graphmem.memory import Memory
from graphmem_contract.errors import ModelError
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered

ANA_AT_GLOBEX: dict[str, Any] = {
    "entities": [{"name": "Ana", "type": "person"}, {"name": "Globex", "type": "organization"}],
    "facts": [{"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2026-03-01"}],
}
SAID = {"content": "Ana works at Globex.", "occurred_at": "2026-06-09T10:00:00Z", "extraction": ANA_AT_GLOBEX}


class FailingExtractor:
    """An extractor that fails."""

    name = "failing"

    async def mentions(self, request: Request) -> Extracted:
        raise ModelError("The model is out of order.")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        raise ModelError("The model is out of order.")


async def test_a_message_is_answered_with_what_it_changed(api: Api) -> None:
    answer = await api.post("/episodes", SAID)
    assert answer.status_code == 201
    result = answer.json()
    assert (result["status"], result["success"], result["error"]) == ("extracted", True, None)
    assert [f["relation"] for f in result["facts_added"]] == ["works_at"]
    assert result["facts_added"][0]["valid_from"] == "2026-03-01T00:00:00Z"
    assert sorted(e["name"] for e in result["entities_resolved"]) == ["Ana", "Globex"]
    assert result["revision"] >= 1
    assert result["recorded_at"].endswith("Z")
    assert set(result["tokens_used"]) == {"input", "output", "total"}
    assert result["trace"] is None


async def test_verbose_brings_the_trace_along(api: Api) -> None:
    result = (await api.post("/episodes", {**SAID, "verbose": True})).json()
    kept = await api.get(f"/episodes/{result['episode_id']}/trace")
    assert kept.status_code == 200
    assert result["trace"]
    assert set(kept.json()) == set(result["trace"])


async def test_an_episode_is_given_back_as_it_came(api: Api) -> None:
    sent = {
        **SAID,
        "speaker": "Ana",
        "role": "user",
        "session_id": "chat-1",
        "source": "test",
        "metadata": {"channel": "mail", "n": 1},
        "tags": ["work"],
        "external_id": "m-1",
        "kind": "message",
    }
    episode_id = (await api.post("/episodes", sent)).json()["episode_id"]
    episode = (await api.get(f"/episodes/{episode_id}")).json()
    assert episode["id"] == episode_id
    for name in ("content", "speaker", "role", "session_id", "source", "metadata", "tags", "external_id", "kind"):
        assert episode[name] == sent[name], name
    assert episode["occurred_at"] == "2026-06-09T10:00:00Z"
    assert episode["status"] == "extracted"


async def test_blank_content_writes_nothing(api: Api) -> None:
    for body in ({"content": " \n\t "}, {"messages": [{"content": " "}]}, {"content": "", "wait": False}):
        answer = await api.post("/episodes", body)
        assert answer.status_code == 200
        assert answer.json()["episode_id"] is None
    assert (await api.get("/episodes")).json() == {"episodes": [], "next_cursor": None}


async def test_a_dry_run_tells_and_keeps_nothing(api: Api) -> None:
    answer = await api.post("/episodes", {**SAID, "dry_run": True})
    assert answer.status_code == 200
    assert answer.json()["episode_id"] is None
    assert [f["object"] for f in answer.json()["facts_added"]] == ["Globex"]
    assert (await api.get("/facts")).json()["facts"] == []
    assert_problem(await api.get(""), 404, "not_found")


async def test_without_waiting_the_answer_says_where_to_look(api: Api) -> None:
    answer = await api.post("/episodes", {**SAID, "wait": False})
    assert answer.status_code == 202
    accepted = answer.json()
    assert set(accepted) == {"episode_id", "status", "status_url"}
    assert accepted["status"] in ("pending", "extracting")
    await drain()
    seen = await api.client.get(accepted["status_url"])
    assert (seen.status_code, seen.json()["status"]) == (200, "extracted")
    assert len((await api.get("/facts")).json()["facts"]) == 1


async def test_what_was_not_waited_for_is_polled_with_its_counts(api: Api) -> None:
    accepted = (await api.post("/episodes", {**SAID, "wait": False})).json()
    await drain()
    seen = (await api.client.get(accepted["status_url"])).json()
    assert (seen["status"], seen["error"], seen["entity_count"], seen["edge_count"]) == ("extracted", None, 2, 1)


async def test_a_session_is_extracted_when_enough_of_it_sounds_memorable(api: Api) -> None:
    await api.client.put(api.at(""), json={"extraction_threshold": 2})
    bodies = [{"content": text, "session_id": "s"} for text in ("I prefer tea.", "Hm.", "Remember the milk.")]
    answers = [await api.post("/episodes", body) for body in bodies]
    assert [a.status_code for a in answers] == [201] * 3
    results = [a.json() for a in answers]
    assert [(r["status"], r["success"], len(r["flushed"])) for r in results] == [
        ("stored", True, 0),
        ("stored", True, 0),
        ("extracted", True, 3),
    ]


async def test_overrides_of_a_call_are_checked_like_the_settings_of_a_brain(api: Api) -> None:
    for overrides in ({"time_zone": "Mars/Olympus"}, {"mode": "verbatim"}, {"models": ["large"]}):
        answer = await api.post("/episodes", {"content": "x", "config_overrides": overrides})
        assert_problem(answer, 422, "invalid_input", next(iter(overrides)))
    answer = await api.post("/episodes", {"content": "x", "config_overrides": {"port": 1, "colour": "red"}})
    assert answer.status_code == 201
    assert len(answer.json()["warnings"]) == 2
    assert (await api.get("/stats")).json()["episodes"] == {"extracted": 1}


async def test_a_stored_episode_is_extracted_later(api: Api) -> None:
    answer = await api.post("/episodes", {**SAID, "skip_extraction": True})
    assert (answer.status_code, answer.json()["status"]) == (201, "stored")
    assert (await api.get("/facts")).json()["facts"] == []
    replayed = await api.post(f"/episodes/{answer.json()['episode_id']}:replay")
    assert (replayed.status_code, replayed.json()["status"]) == (200, "extracted")
    assert replayed.json()["trace"] is None
    assert [f["object"] for f in (await api.get("/facts")).json()["facts"]] == ["Globex"]


async def test_a_failed_extraction_keeps_the_episode_and_can_be_replayed(api: Api, memory: Memory) -> None:
    broken = altered(memory, models=replace(memory.models, extractor=FailingExtractor()))
    async with client_of(create_app(memory=broken)) as client:
        answer = await client.post(api.at("/episodes"), json={"content": "Ana works at Globex."})
    assert answer.status_code == 201
    failed = answer.json()
    assert (failed["success"], failed["status"]) == (False, "failed")
    assert "out of order" in failed["error"]
    listed = (await api.get("/episodes", status="failed")).json()["episodes"]
    assert [e["id"] for e in listed] == [failed["episode_id"]]
    assert "out of order" in listed[0]["error"]
    again = await api.post(f"/episodes/{failed['episode_id']}:replay")
    assert (again.status_code, again.json()["status"]) == (200, "extracted")
    assert (await api.get("/episodes", status="failed")).json()["episodes"] == []


async def test_the_same_key_and_body_are_carried_out_once(api: Api) -> None:
    first = await api.post("/episodes", SAID, key="once")
    second = await api.post("/episodes", SAID, key="once")
    assert (first.status_code, second.status_code) == (201, 200)
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert second.json()["episode_id"] == first.json()["episode_id"]
    assert second.json()["facts_added"] == first.json()["facts_added"]
    assert len((await api.get("/episodes")).json()["episodes"]) == 1


async def test_the_same_key_with_another_body_is_refused(api: Api) -> None:
    await api.post("/episodes", SAID, key="once")
    assert_problem(await api.post("/episodes", {**SAID, "content": "Else."}, key="once"), 422, "idempotency_mismatch")
    assert len((await api.get("/episodes")).json()["episodes"]) == 1


async def test_a_key_that_comes_many_times_at_once_makes_one_episode(api: Api) -> None:
    answers = await asyncio.gather(*(api.post("/episodes", SAID, key="once") for _ in range(6)))
    assert sorted(a.status_code for a in answers) == [200] * 5 + [201]
    assert len({a.json()["episode_id"] for a in answers}) == 1
    assert len({str(a.json()["facts_added"]) for a in answers}) == 1
    assert len((await api.get("/episodes")).json()["episodes"]) == 1


async def test_the_same_words_twice_are_two_episodes(api: Api) -> None:
    for _ in range(2):
        assert (await api.post("/episodes", {"content": "Yes."})).status_code == 201
    assert len((await api.get("/episodes")).json()["episodes"]) == 2


async def test_episodes_are_listed_in_pages_newest_first(api: Api) -> None:
    for number in range(5):
        await api.post("/episodes", {"content": f"turn {number}", "session_id": "a" if number % 2 else "b"})
    seen, cursor = [], None
    while True:
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = (await api.get("/episodes", **query)).json()
        assert set(page) == {"episodes", "next_cursor"}
        seen += [e["content"] for e in page["episodes"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == [f"turn {n}" for n in (4, 3, 2, 1, 0)]
    session = (await api.get("/episodes", session_id="a")).json()["episodes"]
    assert [e["content"] for e in session] == ["turn 3", "turn 1"]


async def test_an_episode_of_another_brain_is_not_found(api: Api) -> None:
    episode_id = (await api.post("/episodes", SAID)).json()["episode_id"]
    for path in (f"/episodes/{episode_id}", f"/episodes/{episode_id}/trace"):
        assert_problem(await api.client.get(f"/v1/brains/{api.brain}x{path}"), 404, "not_found")
    other = await api.client.post(f"/v1/brains/{api.brain}x/episodes/{episode_id}:replay")
    assert_problem(other, 404, "not_found")


async def test_episodes_are_listed_by_source_tag_metadata_and_time(api: Api) -> None:
    async def kept(text: str, day: int, **more: Any) -> None:
        body = {"content": text, "occurred_at": f"2026-06-0{day}T10:00:00Z", "skip_extraction": True, **more}
        assert (await api.post("/episodes", body)).status_code == 201

    await kept("one", 1, source="mail", tags=["work", "plan"], metadata={"channel": "mail", "n": 1}, session_id="s")
    await kept("two", 2, source="chat", tags=["work"], metadata={"channel": "chat", "n": 1})
    await kept("three", 3)

    async def listed(**query: Any) -> list[str]:
        answer = await api.get("/episodes", **query)
        assert answer.status_code == 200, answer.text
        return [one["content"] for one in answer.json()["episodes"]]

    assert await listed(source="mail") == ["one"]
    assert await listed(tags="work") == ["two", "one"]
    assert await listed(tags=["work", "plan"]) == ["one"]
    assert await listed(metadata='{"n": 1}') == ["two", "one"]
    assert await listed(metadata='{"n": 1, "channel": "chat"}') == ["two"]
    assert await listed(since="2026-06-02", until="2026-06-03T10:00:00Z") == ["two"]
    assert await listed(session_id="s", tags="work") == ["one"]
    assert await listed(session_id="s", source="chat") == []
    assert await listed(cursor="", limit=1) == ["three"]
    for wrong in ("7", "{", "[]"):
        assert_problem(await api.get("/episodes", metadata=wrong), 422, "invalid_input", "metadata")


async def test_a_chat_may_have_parts_and_tool_calls(api: Api) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    chat = [
        {
            "role": "user",
            "content": [{"type": "text", "text": "Ana moved to Faro."}, {"type": "image_url", "image_url": {}}],
        },
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "Sunny.", "tool_call_id": "c1"},
    ]
    answer = await api.post("/episodes", {"messages": chat, "skip_extraction": True})
    assert answer.status_code == 201, answer.text
    kept = (await api.get(f"/episodes/{answer.json()['episode_id']}")).json()
    assert "Ana moved to Faro." in kept["content"]
    assert_problem(
        await api.post("/episodes", {"messages": [{"content": [{"text": "x"}]}]}),
        422,
        "invalid_input",
        "messages.0.content",
    )
