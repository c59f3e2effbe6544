"""What a failed extraction tells, what each stage was given, and where an interrupted episode goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.ingest.worker import Workers
from graphmem.testing import faults
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.errors import DatabaseUnavailable
from tests.story.staging import answer, asking
from tests.story.telling import extraction, fact, held, tell

LONG = "Ana keeps bees behind the mill. " * 16
"""Two chunks or more at `chunk_chars` 250."""


@pytest.fixture
def fault() -> Iterator[Any]:
    yield faults.arm
    faults.arm(None)


async def test_a_failure_in_a_later_chunk_tells_the_tokens_and_the_calls_before_it(brain: Brain) -> None:
    good = answer({"subject": "Ana", "relation": "keeps", "object": "bees"}, entities=[("Ana", "person")])
    with ScriptedServer([good, Reply("no", status=400)]) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember(LONG, config_overrides={"chunk_chars": 250}, verbose=True)
    assert (result.status, result.success, result.tokens_used.total) == ("failed", False, 120)
    assert result.trace is not None
    assert [bool(call["error"]) for call in result.trace["calls"]][:2] == [False, True]
    assert "bees" in result.trace["calls"][0]["answer"]
    (stage,) = result.trace["stages"]
    assert (stage["stage"], stage["input"]["text"], "mentions" in stage) == ("entity_extract", LONG[:500], False)
    assert result.trace["failed_stage"] == "entity_extract"
    assert await brain.episodes.trace(result.episode_id or "") == result.trace


async def test_a_failure_of_the_second_staged_call_keeps_the_first(brain: Brain) -> None:
    def script(asked: RecordedRequest) -> Any:
        return Reply("no", status=400) if '"facts"' in asked.prompt else answer(entities=[("Ana", "person")])

    with ScriptedServer(script) as server:
        async with asking(brain, server, extraction="staged") as reader:
            result = await reader.remember("Ana keeps bees.", verbose=True)
            short = await reader.remember("Ana keeps hens.")
    assert result.trace is not None
    first, second = result.trace["stages"]
    assert [one["name"] for one in first["mentions"]] == ["Ana"]
    assert (second["stage"], second["input"]["mentions"], "claims" in second) == ("fact_extract", ["Ana"], False)
    assert [call["purpose"] for call in result.trace["calls"]] == ["mentions", "claims"]
    assert (short.trace, short.tokens_used.total) == (None, 120)


async def test_every_stage_has_its_input(brain: Brain) -> None:
    told = await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), text="Ana is at Acme.", verbose=True)
    assert told.trace is not None
    given = {stage["stage"]: stage["input"] for stage in told.trace["stages"]}
    said = {"text": "Ana is at Acme.", "speaker": None, "said_at": "2024-05-01T00:00:00Z"}
    sentence = "Ana works at Acme"
    assert given["entity_extract"] == said
    assert given["entity_resolve"] == {"names": ["Acme", "Ana"]}
    assert given["fact_extract"] == {**said, "mentions": ["Acme", "Ana"]}
    assert given["fact_dedup"] == given["contradiction"] == {"claims": [sentence]}
    assert given["temporal"]["claims"] == [{"text": sentence, "starts": "absent", "until": None}]
    assert given["commit"]["statements"] == 1


async def test_a_claim_that_a_known_fact_took_in_is_not_told_as_new(brain: Brain) -> None:
    async def decision(at: str, **more: Any) -> str:
        told = await tell(brain, at, fact("Ana", "works_at", "Acme", **more), verbose=True)
        assert told.trace is not None
        (stage,) = [one for one in told.trace["stages"] if one["stage"] == "fact_dedup"]
        return str(stage["decisions"][0]["decision"])

    assert await decision("2024-05-01") == "new"
    assert await decision("2024-06-01") == "known already"
    assert await decision("2024-07-01", valid_from="2023-01-01") == "updated: more about a known fact"


async def test_an_error_in_the_commit_returns_the_episode_to_the_queue_and_this_process_takes_it_up(
    brain: Brain, fault: Any
) -> None:
    settings = brain.engine.settings.with_overrides(lease_sec=600, queue_backoff_sec=0.05)
    own = Brain(replace(brain.engine, workers=Workers(1), settings=settings), brain.name)
    fault("settled:raise:1")
    with pytest.raises(DatabaseUnavailable):
        await own.remember("Ana is at Acme.", extraction=extraction(fact("Ana", "works_at", "Acme")))
    assert await own.engine.workers.drain(20)
    assert await held(brain, "Ana", "works_at") == ["Acme"]


async def test_without_a_worker_it_waits_with_its_error_and_a_replay_extracts_it(brain: Brain, fault: Any) -> None:
    own = Brain(replace(brain.engine, workers=Workers(0)), brain.name)
    fault("settled:raise:1")
    with pytest.raises(DatabaseUnavailable):
        await own.remember("Ana is at Acme.", extraction=extraction(fact("Ana", "works_at", "Acme")))
    (episode,) = await brain.episodes.list()
    assert episode.status == "pending"
    assert "DatabaseUnavailable" in (episode.error or "")
    assert (await own.episodes.replay(episode.id)).success
    assert await held(brain, "Ana", "works_at") == ["Acme"]
