"""The changes feed over REST: pages, long poll, server-sent events."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import FastAPI

from api.event_stream import event_stream
from graphmem.brain import Brain
from tests.api.conftest import Api, assert_problem
from tests.story.telling import fact, tell


async def test_a_page_continues_behind_its_cursor(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    first = (await api.get("/changes", limit=1)).json()
    assert set(first) == {"changes", "cursor"}
    assert set(first["changes"][0]) == {"id", "revision", "recorded_at", "kind", "ids", "cursor"}
    rest = (await api.get("/changes", since=first["cursor"])).json()
    assert [one["kind"] for one in (*first["changes"], *rest["changes"])] == ["entity.added", "fact.added"]
    assert (await api.get("/changes", since=rest["cursor"])).json() == {"changes": [], "cursor": rest["cursor"]}


async def test_a_long_poll_answers_with_the_next_event(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    at = (await api.get("/changes", since="latest")).json()["cursor"]
    waiting = asyncio.create_task(api.get("/changes", since=at, wait=60))
    await asyncio.sleep(0.1)
    made = await api.fact("Ana", "likes", "rice")
    changes = (await waiting).json()["changes"]
    assert [(one["kind"], one["ids"]) for one in changes] == [("fact.added", [made["id"]])]


async def test_what_is_wrong_is_told(api: Api) -> None:
    assert_problem(await api.get("/changes"), 404, "not_found")
    await api.fact("Ana", "likes", "tea")
    assert_problem(await api.get("/changes", since="?"), 422, "invalid_input", "since")
    assert_problem(await api.get("/changes", wait=61), 422, "invalid_input", "wait")
    stream = {"Accept": "text/event-stream"}
    assert_problem(await api.client.get(api.at("/changes?since=x"), headers=stream), 422, "invalid_input", "since")


async def told_by(lines: Any, count: int) -> list[dict[str, str]]:
    """The first events of a stream, as fields."""
    found: list[dict[str, str]] = []
    async for text in lines:
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines() if not line.startswith(":"))
        found += [fields] if "event" in fields else []
        if len(found) == count:
            return found
    return found


async def test_a_stream_goes_on_and_is_taken_up_behind_its_last_event(app: FastAPI, api: Api, brain: Brain) -> None:
    await api.fact("Ana", "likes", "tea")
    stopping = asyncio.Event()
    response = await event_stream(brain, stopping, None, 100)
    assert response.media_type == "text/event-stream"
    lines = response.body_iterator
    first = await told_by(lines, 2)
    await tell(brain, "2024-01-01", fact("Ana", "likes", "rice"))
    more = await told_by(lines, 1)
    assert [one["event"] for one in (*first, *more)] == ["entity.added", "fact.added", "entity.added"]
    event = json.loads(more[0]["data"])
    assert event["cursor"] == more[0]["id"]
    again = (await event_stream(brain, stopping, first[1]["id"], 100)).body_iterator
    assert (await told_by(again, 1))[0]["id"] == more[0]["id"]
    stopping.set()
    assert [text async for text in again if text.startswith("id")]  # what is there already
    assert [text for text in [text async for text in lines] if text.startswith("event")] == []  # both end


async def test_a_stream_over_http_ends_with_the_server(app: FastAPI, api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    app.state.stopping.set()
    try:
        answer = await api.client.get(api.at("/changes"), headers={"Accept": "text/event-stream"})
    finally:
        app.state.stopping.clear()
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.text.count("event: ") == 2
