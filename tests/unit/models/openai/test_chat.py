"""The chat client takes other settings without another connection, and its models by stage."""

from __future__ import annotations

import pytest

from graphmem.claims import Call
from graphmem.models.json_answers import Shape
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.prompts import Prompt
from graphmem.testing.scripted_server import Reply, ScriptedServer
from graphmem_contract.errors import ModelError
from tests.unit.openai_case import KEY, settings_for

ANY = Shape("any", {"type": "object"}, lambda value: value)


async def test_a_stage_has_its_own_model_and_its_retry_the_same() -> None:
    with ScriptedServer("{}") as server:
        chat = OpenAIChat.from_settings(settings_for(server, models={"claims": "large"}))
        for purpose in ("claims", "claims.retry", "judge.names"):
            await chat.ask(purpose, Prompt("s", "u"), ANY, [])
        await chat.aclose()
    assert [one.body["model"] for one in server.requests] == ["large", "large", "scripted"]


async def test_a_configured_copy_shares_what_was_learned_and_leaves_the_first_alone() -> None:
    with ScriptedServer("{}", refuses=["json_schema"]) as server:
        chat = OpenAIChat.from_settings(settings_for(server))
        await chat.ask("informed", Prompt("s", "u"), ANY, [])
        other = chat.configured({"extraction_timeout_sec": 3.0})
        await other.ask("informed", Prompt("s", "u"), ANY, [])
        await chat.aclose()
    assert (chat.timeout_sec, other.timeout_sec, other.model) == (30.0, 3.0, chat.model)
    assert [one.format for one in server.requests] == ["json_schema", "json_object", "json_object"]


@pytest.mark.parametrize(
    "told",
    [
        Reply(f'{{"said": "{KEY}"}}'),
        Reply(f"no JSON {KEY}"),
        Reply(raw=f"<html>Authorization: Bearer {KEY}</html>".encode()),
        Reply(refusal=f"I cannot help {KEY}"),
        Reply(f"Incorrect API key provided: {KEY}", status=401),
    ],
)
async def test_the_key_that_a_server_repeats_is_in_no_recorded_call_and_no_error(told: Reply) -> None:
    calls: list[Call] = []
    with ScriptedServer(told) as server:
        chat = OpenAIChat.from_settings(settings_for(server))
        try:
            said = await chat.ask("informed", Prompt("s", "u"), ANY, calls)
        except ModelError as error:
            said = str(error)
        await chat.aclose()
    assert calls
    assert KEY not in repr((said, calls))


async def test_a_placeholder_for_a_key_stays_in_an_answer() -> None:
    with ScriptedServer('{"runs": "ollama"}') as server:
        chat = OpenAIChat.from_settings(settings_for(server, openai_api_key="ollama"))
        assert await chat.ask("informed", Prompt("s", "u"), ANY, []) == {"runs": "ollama"}
        await chat.aclose()


async def test_a_limit_of_tokens_is_sent_where_it_is_set() -> None:
    with ScriptedServer("{}") as server:
        chat = OpenAIChat.from_settings(settings_for(server))
        await chat.ask("informed", Prompt("s", "u"), ANY, [])
        chat.max_tokens = 7
        await chat.ask("informed", Prompt("s", "u"), ANY, [])
        await chat.aclose()
    assert [one.body.get("max_tokens") for one in server.requests] == [None, 7]
