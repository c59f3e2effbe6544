"""The chat client takes other settings without another connection, and its models by stage."""

from __future__ import annotations

from graphmem.models.json_answers import Shape
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.prompts import Prompt
from graphmem.testing.scripted_server import ScriptedServer
from tests.unit.openai_case import settings_for

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


async def test_a_limit_of_tokens_is_sent_where_it_is_set() -> None:
    with ScriptedServer("{}") as server:
        chat = OpenAIChat.from_settings(settings_for(server))
        await chat.ask("informed", Prompt("s", "u"), ANY, [])
        chat.max_tokens = 7
        await chat.ask("informed", Prompt("s", "u"), ANY, [])
        await chat.aclose()
    assert [one.body.get("max_tokens") for one in server.requests] == [None, 7]
