"""The scripted server answers, embeds and fails as its script says."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from graphmem.models.openai.prompts import informed_prompt, transcript_prompt
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from tests.unit.openai_case import asked, request


async def post(server: ScriptedServer, body: Any, path: str = "/chat/completions") -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.post(server.base_url + path, json=body, timeout=5)


CHAT = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}


async def test_the_server_answers_from_a_list_and_repeats_the_last() -> None:
    with ScriptedServer(["one", {"two": 2}]) as server:
        texts = [(await post(server, CHAT)).json()["choices"][0]["message"]["content"] for _ in range(3)]
        assert texts == ["one", '{"two": 2}', '{"two": 2}']
        assert (server.calls, server.largest_prompt) == (3, 5)


async def test_the_server_answers_by_a_function_of_the_request() -> None:
    with ScriptedServer(lambda asked: asked.prompt.upper()) as server:
        completion = (await post(server, CHAT)).json()
    assert completion["choices"][0]["message"]["content"] == "HELLO"
    assert completion["usage"] == {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


async def test_the_server_misbehaves_on_demand() -> None:
    replies = [
        Reply("busy", status=429, headers={"retry-after": "3"}),
        Reply(raw=b"\xff junk"),
        Reply(drop=True),
    ]
    with ScriptedServer(replies) as server:
        busy = await post(server, CHAT)
        assert (busy.status_code, busy.headers["retry-after"], busy.json()["error"]["message"]) == (429, "3", "busy")
        assert (await post(server, CHAT)).content == b"\xff junk"
        with pytest.raises(httpx.RemoteProtocolError):
            await post(server, CHAT)


async def test_a_delay_ends_with_the_server() -> None:
    with ScriptedServer(Reply("late", delay=600)) as server:
        task = asyncio.create_task(post(server, CHAT))
        await asked(server)
        assert not task.done()
    (end,) = await asyncio.gather(task, return_exceptions=True)
    assert not isinstance(end, httpx.TimeoutException), "the caller did not have to give up"


async def test_the_server_embeds() -> None:
    with ScriptedServer(dimensions=16) as server:
        data = (await post(server, {"model": "m", "input": ["a", "b"]}, "/embeddings")).json()["data"]
    assert [(one["index"], len(one["embedding"])) for one in data] == [(0, 16), (1, 16)]


async def test_a_script_that_fails_is_heard_of() -> None:
    def broken(asked: RecordedRequest) -> str:
        raise KeyError("no script for this")

    server = ScriptedServer(broken)
    with pytest.raises(KeyError, match="no script"), server:
        await asyncio.gather(post(server, CHAT), return_exceptions=True)


def test_a_request_tells_the_messages_that_it_asks_about_together() -> None:
    said = [request("I like tea."), request("Two\nlines."), request("I swim.", speaker=None)]
    prompts = [(transcript_prompt(said), ("I like tea.", "Two\nlines.", "I swim.")), (informed_prompt(said[0]), ())]
    for prompt, messages in prompts:
        assert RecordedRequest("/chat/completions", {"messages": prompt.messages()}).transcript == messages
    assert RecordedRequest("/embeddings", {"input": "tea"}).transcript == ()
    assert RecordedRequest("/chat/completions", {"messages": [{"role": "user", "content": "hello"}]}).transcript == ()
