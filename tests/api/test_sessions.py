"""Sessions through the API: listed in pages, flushed, summarised."""

from __future__ import annotations

import pytest

from tests.api.conftest import Api, assert_problem


async def say(api: Api, session: str, *contents: str) -> list[str]:
    ids = []
    for n, content in enumerate(contents):
        body = {"content": content, "speaker": "Ana", "session_id": session, "occurred_at": f"2024-05-01T10:{n:02}:00Z"}
        ids.append((await api.post("/episodes", body)).json()["episode_id"])
    return ids


async def test_sessions_are_listed_in_pages_by_id(api: Api) -> None:
    for session in ("b", "a", "c/d"):
        await say(api, session, "Hello", "Bye")
    await api.post("/episodes", {"content": "outside of all sessions"})
    first = (await api.get("/sessions", limit=2)).json()
    assert set(first) == {"sessions", "next_cursor"}
    assert [s["id"] for s in first["sessions"]] == ["a", "b"]
    rest = (await api.get("/sessions", limit=2, cursor=first["next_cursor"])).json()
    assert rest["next_cursor"] is None
    assert rest["sessions"] == [
        {
            "id": "c/d",
            "episodes": 2,
            "first": "2024-05-01T10:00:00Z",
            "last": "2024-05-01T10:01:00Z",
            "summary": None,
            "signals": 0,
        }
    ]


@pytest.mark.parametrize("session", ["chat-1", "channel/2024", "ünïcödé 語"])
async def test_a_session_is_flushed_and_summed_up(api: Api, session: str) -> None:
    await api.client.put(api.at(""), json={"extraction_threshold": 5})
    ids = await say(api, session, "I prefer trains. So it is.", "Hm.")
    flushed = await api.post(f"/sessions/{session}:flush")
    assert flushed.status_code == 200
    assert [(r["episode_id"], r["status"], r["trace"]) for r in flushed.json()["results"]] == [
        (id_, "extracted", None) for id_ in ids
    ]
    assert (await api.post(f"/sessions/{session}:flush")).json() == {"results": []}
    told = await api.post(f"/sessions/{session}:summarise")
    assert told.status_code == 200
    assert (told.json()["session_id"], told.json()["summary"]) == (session, "Ana: I prefer trains.")
    assert (told.json()["episodes"], told.json()["method"]) == (2, "offline")
    kept = (await api.get(f"/episodes/{told.json()['episode_id']}")).json()
    assert (kept["kind"], kept["session_id"]) == ("summary", session)
    assert_problem(await api.post(f"/episodes/{kept['id']}:replay"), 422, "invalid_input")


async def test_the_same_key_sums_up_once(api: Api) -> None:
    await say(api, "s", "Hello there.")
    one, two = [await api.post("/sessions/s:summarise", key="k") for _ in range(2)]
    assert one.json() == two.json()
    assert two.headers["Idempotency-Replayed"] == "true"


async def test_an_unknown_session_is_not_found_and_has_nothing_to_flush(api: Api) -> None:
    assert_problem(await api.post("/sessions/nobody:summarise"), 404, "not_found")
    assert (await api.post("/sessions/nobody:flush")).json() == {"results": []}
    assert (await api.get("/sessions")).json() == {"sessions": [], "next_cursor": None}


async def test_sessions_of_another_brain_are_not_seen(api: Api) -> None:
    await say(api, "s", "Hello there.")
    other = f"/v1/brains/{api.brain}x/sessions"
    assert (await api.client.get(other)).json()["sessions"] == []
    assert_problem(await api.client.post(f"{other}/s:summarise"), 404, "not_found")


async def test_a_cursor_or_limit_that_is_none_is_refused(api: Api) -> None:
    assert_problem(await api.get("/sessions", limit=0), 422, "invalid_input", "limit")
    assert_problem(await api.get("/sessions", colour="red"), 422, "invalid_input", "colour")
