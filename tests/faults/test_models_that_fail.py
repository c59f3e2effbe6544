"""A model that hangs, crashes or returns nonsense: its episode ends extracted or failed with a reason; others go on."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from graphmem.brain import Brain
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.worker import Workers, drain
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedAnswer, ScriptedServer
from tests.faults.counting import attempts_of
from tests.story.staging import answer, asking

TEA = answer({"subject": "Ana", "relation": "likes", "object": "tea"}, entities=[("Ana", "person")])
COFFEE = answer({"subject": "Bruno", "relation": "likes", "object": "coffee"}, entities=[("Bruno", "person")])
HANGS = Reply(json.dumps(TEA), delay=600)
SLOW = Reply(json.dumps(TEA), delay=0.2)


@asynccontextmanager
async def told(brain: Brain, server: ScriptedServer, **changes: object) -> AsyncIterator[Brain]:
    """The brain with workers of its own that ask that server."""
    settings = {"extraction_timeout_sec": 1.0, "queue_backoff_sec": 0.02, "queue_attempts": 2, **changes}
    async with asking(brain, server, **settings) as reader:
        yield Brain(replace(reader.engine, workers=Workers(2)), reader.name)


def only_for_ana(bad: ScriptedAnswer) -> ScriptedServer:
    """A script that answers badly about Ana and well about everybody else."""

    def script(asked: RecordedRequest) -> ScriptedAnswer:
        return bad if "Ana likes" in asked.prompt else COFFEE

    return ScriptedServer(script)


@pytest.mark.parametrize(
    ("bad", "why", "attempts"),
    [
        pytest.param(HANGS, "ModelTimeout", 2, id="hangs"),
        pytest.param(Reply(drop=True), "ModelError", 2, id="drops the connection"),
        pytest.param(Reply("slow down", status=429), "429", 2, id="429"),
        pytest.param(Reply("out of order", status=500), "500", 2, id="500"),
        pytest.param(Reply(json.dumps(TEA), drip=0.1), "ModelTimeout", 2, id="drips"),
        pytest.param("no JSON at all", "ModelAnswerInvalid", 1, id="talks nonsense"),
        pytest.param("I cannot help with that. []", "ModelAnswerInvalid", 1, id="refuses with an empty list"),
        pytest.param(json.dumps(TEA)[:-20], "ModelAnswerInvalid", 1, id="stops in the middle"),
        pytest.param(json.dumps(TEA).replace(": [", ": [,", 1), "ModelAnswerInvalid", 1, id="breaks its JSON"),
        pytest.param(Reply(raw=b"\x00\xff<html>"), "Model", None, id="answers bytes"),
        pytest.param(Reply("no such model", status=404), "ModelRefused", 1, id="refuses"),
    ],
)
async def test_its_episode_fails_with_a_reason_and_the_others_are_extracted(
    brain: Brain, bad: ScriptedAnswer, why: str, attempts: int | None
) -> None:
    with only_for_ana(bad) as server:
        async with told(brain, server) as reader:
            first = await reader.remember("Ana likes tea.", wait=False)
            others = [await reader.remember(f"{n}: Bruno drinks coffee.", wait=False) for n in range(4)]
            await drain(60)
    failed = await brain.episodes.get(first.episode_id or "")
    assert failed.status == "failed"
    assert why in (failed.error or "")
    assert "(stage entity_extract)" in (failed.error or "")
    assert attempts in (None, await attempts_of(brain, failed.id))
    assert {(await brain.episodes.get(o.episode_id or "")).status for o in others} == {"extracted"}
    assert [f.object for f in await brain.facts()] == ["coffee"]


@pytest.mark.parametrize("bad", [Reply(drop=True), Reply("busy", status=503), Reply("busy", status=429)])
async def test_what_a_model_could_not_do_for_a_while_is_done_when_it_can(brain: Brain, bad: Reply) -> None:
    calls = [0]

    def script(asked: RecordedRequest) -> ScriptedAnswer:
        calls[0] += 1
        return bad if calls[0] <= 6 else TEA  # more calls than one attempt makes

    with ScriptedServer(script) as server:
        async with told(brain, server, queue_attempts=9) as reader:
            episode = (await reader.remember("Ana likes tea.", wait=False)).episode_id or ""
            await drain(60)
    assert (await brain.episodes.get(episode)).status == "extracted"
    assert [f.object for f in await brain.facts()] == ["tea"]
    assert (await brain.overview.stats()).statements == 1


async def test_one_that_is_ten_times_as_slow_only_takes_longer(brain: Brain) -> None:
    with ScriptedServer(SLOW) as server:
        async with told(brain, server, extraction_timeout_sec=30.0) as reader:
            for n in range(4):
                await reader.remember(f"{n}: Ana likes tea.", wait=False)
            await drain(60)
    assert (await brain.overview.stats()).episodes == {"extracted": 4}


async def test_a_provider_that_names_a_time_is_left_alone_until_then(brain: Brain) -> None:
    busy = Reply("later", status=429, headers={"retry-after": "600"})
    with ScriptedServer(busy) as server:
        async with told(brain, server) as reader:
            episode = (await reader.remember("Ana likes tea.", wait=False)).episode_id or ""
            pool = reader.engine.workers
            while not (await brain.episodes.get(episode)).error:
                assert not await pool.drain(0.05)
            assert (await brain.episodes.get(episode)).status == "pending"
            asked = server.calls
            await pool.once(EpisodeProcessor(reader.engine), reader.name)
            assert server.calls == asked, "nobody asks again before"
            await pool.stop(1)
    assert "429" in ((await brain.episodes.get(episode)).error or "")


async def test_an_answer_without_end_is_read_once_and_the_trace_says_why(brain: Brain) -> None:
    with ScriptedServer(Reply("tea " * 100_000, endless=True)) as server:
        async with told(brain, server, extraction_timeout_sec=60.0) as reader:
            result = await reader.remember("Ana likes tea.", verbose=True)
        assert server.calls == 1
    assert (result.status, result.success) == ("failed", False)
    assert result.trace is not None
    (call,) = result.trace["calls"]
    assert "more than 4,194,304 bytes" in call["error"]
    assert call["answer"] == ""


async def test_a_caller_who_waits_is_told_of_a_model_that_hangs(brain: Brain) -> None:
    with ScriptedServer(HANGS) as server:
        async with told(brain, server) as reader:
            result = await reader.remember("Ana likes tea.")
    assert (result.status, result.success) == ("failed", False)
    assert "ModelTimeout" in (result.error or "")
