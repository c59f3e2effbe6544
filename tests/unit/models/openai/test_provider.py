"""Providers that are busy, broken, slow, gone or picky; and their keys."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from typing import Any

import pytest

from graphmem.models.calls import calls_of
from graphmem.models.json_answers import LONGEST_ANSWER
from graphmem.models.openai.answer_limit import ANSWER_BYTES
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.models.openai.judge import OpenAIJudge
from graphmem.settings import Settings
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.errors import ModelAnswerTooLarge, ModelError, ModelRefused, ModelTimeout
from tests.unit.openai_case import GOOD, KEY, WORKS, asked, extract, request, settings_for

# ------------------------------------------------------------------ providers


@pytest.mark.parametrize(
    ("refuses", "formats"),
    [
        ({"json_schema"}, ["json_schema", "json_object", "json_object"]),
        ({"json_schema", "json_object"}, ["json_schema", "json_object", "text", "text"]),
    ],
)
async def test_a_refused_format_is_put_more_simply_and_remembered(refuses: set[str], formats: list[str]) -> None:
    with ScriptedServer(GOOD, refuses=refuses) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        for _ in range(2):
            found = await extractor.mentions(request())
            assert len(found.claims or ()) == 1
        await extractor.aclose()
    assert [one.format for one in server.requests] == formats


async def test_a_server_error_about_the_grammar_counts_as_a_refused_format() -> None:
    def script(asked: RecordedRequest) -> Any:
        return GOOD if asked.format != "json_schema" else Reply("failed to parse grammar", status=500)

    with ScriptedServer(script) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        await extractor.mentions(request())
        await extractor.aclose()
    assert [one.format for one in server.requests] == ["json_schema", "json_object"]


async def test_a_model_that_takes_no_temperature_is_asked_without() -> None:
    def script(asked: RecordedRequest) -> Any:
        return Reply("Unsupported value: 'temperature'", status=400) if "temperature" in asked.body else GOOD

    with ScriptedServer(script) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        for _ in range(2):
            await extractor.mentions(request())
        await extractor.aclose()
    assert server.calls == 3


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
async def test_a_busy_or_broken_server_is_tried_again(status: int) -> None:
    busy = Reply("busy", status=status, headers={"retry-after": "0"})
    found = await extract([busy, busy, Reply(json.dumps(GOOD))])
    assert (found.method, len(found.calls)) == ("informed", 1)


async def test_a_dropped_connection_is_tried_again() -> None:
    found = await extract([Reply(drop=True), Reply(json.dumps(GOOD))])
    assert found.method == "informed"


async def test_retry_after_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    real = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds < 1:  # a server of other tests in the same loop, which would never rest
            await real(seconds)
        else:
            slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", noted)
    await extract([Reply("busy", status=429, headers={"retry-after": "7.5"}), Reply(json.dumps(GOOD))])
    assert slept == [7.5]


async def test_a_wait_longer_than_the_limit_is_not_waited_for() -> None:
    with ScriptedServer(Reply("busy", status=429, headers={"retry-after": "45"})) as server:
        error = await _failure(server, extraction_timeout_sec=20)
        assert server.calls == 2, "one for the informed call, one for the staged one"
    assert isinstance(error, ModelError)
    assert not isinstance(error, ModelTimeout), "it was given up at once"
    assert error.retryable
    assert error.retry_after == 45


async def test_two_retries_are_all() -> None:
    with ScriptedServer(Reply("down", status=503, headers={"retry-after": "0"})) as server:
        error = await _failure(server)
        assert server.calls == 6, "three for the informed call, three for the staged one"
    assert error.retryable
    assert "503" in error.detail


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_a_refusal_is_not_tried_again(status: int) -> None:
    with ScriptedServer(Reply("no", status=status)) as server:
        error = await _failure(server)
        assert server.calls == 2, "one for the informed call, one for the staged one"
    assert isinstance(error, ModelRefused)
    assert not error.retryable


async def test_an_exhausted_quota_is_a_refusal() -> None:
    body = json.dumps({"error": {"message": "quota", "code": "insufficient_quota"}}).encode()
    with ScriptedServer(Reply(status=429, raw=body)) as server:
        error = await _failure(server)
        assert server.calls == 2
    assert isinstance(error, ModelRefused)


async def test_a_model_that_refuses_to_answer_is_a_refusal() -> None:
    with ScriptedServer(Reply(None, refusal="I cannot help with that")) as server:
        error = await _failure(server)
    assert isinstance(error, ModelRefused)
    assert "cannot help" in error.detail


async def test_no_answer_in_time_is_a_timeout() -> None:
    with ScriptedServer(Reply(json.dumps(GOOD), delay=300)) as server:
        error = await _failure(server, extraction_timeout_sec=0.3)
    assert isinstance(error, ModelTimeout)
    assert all("0.3 s" in (call.error or "") for call in calls_of(error))


async def test_an_answer_that_comes_byte_by_byte_is_a_timeout() -> None:
    """The limit is on the whole call, and not on the time between two bytes."""
    with ScriptedServer(Reply(json.dumps(GOOD), drip=0.05)) as server:
        error = await _failure(server, extraction_timeout_sec=0.5)
    assert isinstance(error, ModelTimeout)


_ZIPPED = gzip.compress(b'{"choices": [' + b" " * 60_000_000)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(Reply("tea " * 100_000, endless=True), id="answer"),
        pytest.param(Reply("busy " * 100_000, status=503, endless=True), id="busy"),
        pytest.param(Reply("no " * 100_000, status=400, endless=True), id="refusal"),
        pytest.param(
            Reply("on " * 100_000, status=307, headers={"location": "/v1/there"}, endless=True), id="redirect"
        ),
        pytest.param(Reply(raw=_ZIPPED, headers={"content-encoding": "gzip"}), id="compressed"),
    ],
)
async def test_a_body_without_end_is_read_to_the_limit_and_the_model_is_not_asked_again(told: Reply) -> None:
    with ScriptedServer(told) as server:
        error = await _failure(server)
        assert server.calls == 1
    assert isinstance(error, ModelAnswerTooLarge)
    assert f"{ANSWER_BYTES:,} bytes" in error.detail
    assert not error.retryable
    assert [call.error for call in calls_of(error)] == [error.detail]


async def test_a_body_of_the_greatest_length_is_read() -> None:
    body = json.dumps({"choices": [{"message": {"content": json.dumps(GOOD)}}]})
    found = await extract(Reply(raw=body.ljust(ANSWER_BYTES).encode()))
    assert found.method == "informed"
    with ScriptedServer(Reply(raw=body.ljust(ANSWER_BYTES + 1).encode())) as server:
        assert isinstance(await _failure(server), ModelAnswerTooLarge)


async def test_a_compressed_answer_is_read_though_none_is_asked_for() -> None:
    body = json.dumps({"choices": [{"message": {"content": json.dumps(GOOD)}}]}).encode()
    with ScriptedServer(Reply(raw=gzip.compress(body), headers={"content-encoding": "gzip"})) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        assert (await extractor.mentions(request())).method == "informed"
        await extractor.aclose()
    assert server.requests[0].headers["accept-encoding"] == "identity"


async def test_an_answer_with_more_facts_than_are_read_is_not_asked_for_again() -> None:
    many = json.dumps({**GOOD, "facts": [WORKS] * (LONGEST_ANSWER // len(json.dumps(WORKS)) + 1)})
    with ScriptedServer(many) as server:
        error = await _failure(server)
        assert server.calls == 1, "neither for repair nor in stages"
    assert isinstance(error, ModelAnswerTooLarge)
    assert f"{len(many):,} characters" in error.detail


async def test_a_limit_of_zero_is_no_limit() -> None:
    found = await extract(Reply(json.dumps(GOOD), delay=0.5), extraction_timeout_sec=0)
    assert found.method == "informed"


@pytest.mark.parametrize(
    "raw",
    [b"<html>", b"", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{"message": null}]}', b"\xff\xfe\x00", b"null"],
)
async def test_a_body_that_is_no_completion_is_an_error(raw: bytes) -> None:
    with ScriptedServer(Reply(raw=raw)) as server:
        error = await _failure(server)
    assert isinstance(error, ModelError)
    assert "no completion" in error.detail


async def test_a_body_of_another_content_type_is_an_error_too() -> None:
    html = Reply(raw=b"<html>login</html>", headers={"content-type": "text/html"})
    with ScriptedServer(html) as server:
        error = await _failure(server)
    assert isinstance(error, ModelError)


async def test_a_server_that_is_not_there_is_an_error_that_may_pass() -> None:
    with ScriptedServer() as server:
        settings = settings_for(server)
    error = await _failure_with(settings)
    assert type(error) is ModelError
    assert error.retryable


async def test_a_cancelled_call_is_cancelled() -> None:
    with ScriptedServer(Reply(json.dumps(GOOD), delay=300)) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        task = asyncio.create_task(extractor.mentions(request()))
        await asked(server)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await extractor.aclose()


async def test_the_loop_is_free_while_the_model_thinks() -> None:
    with ScriptedServer(Reply(json.dumps(GOOD), delay=300)) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        asking = [asyncio.create_task(extractor.mentions(request())) for _ in range(5)]
        await asked(server, len(asking))
        assert not any(one.done() for one in asking), "all were asked before one was answered"
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await extractor.aclose()


async def _failure(server: ScriptedServer, **changes: Any) -> ModelError:
    return await _failure_with(settings_for(server, **changes))


async def _failure_with(settings: Settings) -> ModelError:
    extractor = OpenAIExtractor.from_settings(settings)
    with pytest.raises(ModelError) as caught:
        await extractor.mentions(request())
    await extractor.aclose()
    return caught.value


# ------------------------------------------------------------------ secrets


async def test_the_key_is_in_no_repr_log_error_or_call(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with ScriptedServer(Reply(f"Incorrect API key provided: {KEY}", status=401)) as server:
        chat = OpenAIChat.from_settings(settings_for(server))
        extractor, judge = OpenAIExtractor(chat), OpenAIJudge(chat)
        with pytest.raises(ModelRefused) as caught:
            await extractor.mentions(request())
        await chat.aclose()
    seen = [repr(chat), repr(extractor), repr(judge), str(caught.value), caught.value.detail]
    seen += [repr(call) for call in calls_of(caught.value)]
    assert not [text for text in seen if KEY in text]
    assert not [record for record in caplog.records if KEY in record.getMessage()]


async def test_credentials_in_the_address_are_not_shown() -> None:
    settings = Settings(_env_file=None, openai_base_url="http://user:hush@127.0.0.1:9/v1", openai_api_key=KEY)
    chat = OpenAIChat.from_settings(settings)
    assert "hush" not in repr(chat)
    assert "127.0.0.1:9/v1" in repr(chat)
    await chat.aclose()


async def test_another_servers_address_never_gets_the_environments_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ScriptedServer(GOOD) as server:
        settings = settings_for(server, openai_api_key="")
        extractor = OpenAIExtractor.from_settings(settings)
        await extractor.mentions(request())
        await extractor.aclose()
    assert KEY not in str(server.requests[0].headers)
