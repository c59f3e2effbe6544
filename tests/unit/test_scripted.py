"""The doubles that graphmem ships, and the factory that chooses the models."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from graphmem.claims import ABSENT, FactQuestion, FactVerdict, Mention, NameQuestion, Request
from graphmem.contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact
from graphmem.errors import InvalidInput, ModelTimeout, SetupError
from graphmem.models.factory import extractor_kind, make_models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.models.ports import Extractor, Judge
from graphmem.settings import Settings
from graphmem.testing.scripted import ScriptedExtractor, ScriptedJudge
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from tests.unit.openai_case import asked

WHEN = datetime(2026, 6, 1, tzinfo=UTC)
SCRIPT = SuppliedExtraction(
    entities=(SuppliedEntity(name="Ana", type="Person", aliases=("Aninha",)), SuppliedEntity(name="Acme")),
    facts=(
        SuppliedFact(subject="Ana", relation="works at", object="ACME", confidence=0.9),
        SuppliedFact(subject="Ana", relation="likes", object="tea", valid_from=None, valid_until=WHEN),
    ),
)


def request(content: str = "hello") -> Request:
    return Request(content=content, occurred_at=WHEN)


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **{"openai_api_key": None, "openai_base_url": None, "embedder": "hash", **changes})


async def test_the_extractor_says_what_the_script_says() -> None:
    extractor = ScriptedExtractor({"hello": SCRIPT})
    found = await extractor.mentions(request(" hello "))
    assert isinstance(extractor, Extractor)
    assert found.mentions == (Mention("Ana", "Person", ("Aninha",)), Mention("Acme", "other"))
    assert found.claims is not None
    works, likes = found.claims
    assert (works.relation, works.object_is_entity, works.starts, works.confidence) == ("works at", True, ABSENT, 0.9)
    assert (likes.object_is_entity, likes.starts, likes.until, likes.confidence) == (False, None, WHEN, 0.8)
    assert works.text == "Ana works at ACME"
    assert len(found.calls) == 1


async def test_a_content_without_a_script_gives_nothing_and_says_so() -> None:
    found = await ScriptedExtractor({}).mentions(request("surprise"))
    assert (found.mentions, found.claims) == ((), ())
    assert found.warnings


async def test_a_staged_script_gives_its_claims_in_a_second_call() -> None:
    extractor = ScriptedExtractor(lambda asked: SCRIPT, staged=True)
    found = await extractor.mentions(request())
    claimed = await extractor.claims(request(), found.mentions)
    assert (found.claims, found.method, len(claimed.claims)) == (None, "staged", 2)


async def test_a_script_may_fail_like_a_model() -> None:
    def script(asked: Request) -> SuppliedExtraction:
        raise ModelTimeout("too slow")

    with pytest.raises(ModelTimeout):
        await ScriptedExtractor(script).mentions(request())


async def test_the_judge_chooses_by_the_script_and_counts_its_calls() -> None:
    judge = ScriptedJudge(names={"Ana": 1, "Bob": 9}, facts=lambda asked: FactVerdict("same", 0))
    questions = [NameQuestion(name, "person", "", ({}, {})) for name in ("Ana", "Bob", "Cid")]
    names = await judge.names(questions)
    facts = await judge.facts([FactQuestion("x", ({},))])
    assert isinstance(judge, Judge)
    assert [one.choice for one in names.names] == [1, None, None]
    assert [one.relation for one in facts.facts] == ["same"]
    assert (len(judge.asked_names), len(judge.asked_facts)) == (1, 1)
    assert [one.relation for one in (await ScriptedJudge().facts([FactQuestion("x", ({},))])).facts] == ["new"]


async def test_none_extracts_nothing_and_asks_nobody() -> None:
    found = await NoneExtractor().mentions(request("Ana works at Acme"))
    assert (found.mentions, found.claims, found.method, found.calls) == ((), (), "none", ())


# ------------------------------------------------------------------ the server


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


# ------------------------------------------------------------------ the factory


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "offline"),
        ({"openai_api_key": ""}, "offline"),
        ({"openai_api_key": "sk-x"}, "openai"),
        ({"openai_base_url": "http://127.0.0.1:1/v1"}, "openai"),
        ({"openai_api_key": "sk-x", "extractor": "none"}, "none"),
        ({"openai_api_key": "sk-x", "extractor": "offline"}, "offline"),
    ],
)
def test_auto_is_openai_where_a_key_or_an_address_is_set(changes: dict[str, Any], kind: str) -> None:
    assert extractor_kind(settings(**changes)) == kind


async def test_the_openai_models_share_one_client_and_close_it() -> None:
    with ScriptedServer('{"entities": [], "facts": []}') as server:
        models = make_models(settings(openai_base_url=server.base_url))
        assert isinstance(models.extractor, OpenAIExtractor)
        assert isinstance(models.judge, OpenAIJudge)
        assert (await models.extractor.mentions(request())).claims == ()
        await models.aclose()


async def test_none_has_no_judge() -> None:
    models = make_models(settings(extractor="none"))
    assert isinstance(models.extractor, NoneExtractor)
    assert models.judge is None
    assert len((await models.embedder.embed(["a"]))[0]) == 384
    await models.aclose()


def test_openai_without_a_key_says_what_is_missing() -> None:
    with pytest.raises(SetupError, match="OPENAI_API_KEY"):
        make_models(settings(extractor="openai"))
    with pytest.raises(InvalidInput):
        make_models(settings(extractor="none", embedder="nonsense"))
