"""The quota of a brain: no model is asked when it is spent, messages wait for the next day, and nothing is lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.graph.model_quota import count_spent, model_quota
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.worker import Workers
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.observer import OpenAIObserver
from graphmem.models.openai.profile_writer import OpenAIProfileWriter
from graphmem.processes.quota import present_quota
from graphmem.testing.scripted_server import Reply, ScriptedServer
from graphmem.upkeep.tick import JOBS
from graphmem_contract.errors import InvalidInput, QuotaSpent
from tests.bolt import counted
from tests.story.staging import answer, asking
from tests.story.telling import fact, held, tell

BEES = answer({"subject": "Ana", "relation": "keeps", "object": "bees"}, entities=[("Ana", "person")])
TOKENS = 120
"""Tokens that the scripted server tells of each answer."""


async def query(brain: Brain, text: str, **more: Any) -> list[dict[str, Any]]:
    rows, _, _ = await brain.engine.store.driver.execute_query(text, brain=brain.name, **more)  # type: ignore[arg-type]
    return [row.data() for row in rows]


async def spent(brain: Brain) -> list[int]:
    (row,) = await query(brain, "MATCH (b:Brain {id: $brain}) RETURN [b.spentCalls, b.spentTokens] AS spent")
    return list(row["spent"])


async def waiting_for(brain: Brain) -> list[str | None]:
    return [row["it"] for row in await query(brain, "MATCH (e:Episode {brain: $brain}) RETURN e.waitsFor AS it")]


async def tomorrow(brain: Brain) -> None:
    """Let the day pass: what was spent is of yesterday, and what waits for midnight is due."""
    await query(brain, "MATCH (b:Brain {id: $brain}) SET b.spentDay = '2000-01-01'")
    await query(brain, "MATCH (e:Episode {brain: $brain, status: 'pending'}) SET e.leaseUntil = datetime.realtime()")


async def test_what_messages_spend_is_counted_and_the_next_one_waits_for_the_next_day(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=2)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            for n in (1, 2):
                assert (await reader.remember(f"Ana keeps bees, {n}.")).status == "extracted"
            assert await spent(brain) == [2, 2 * TOKENS]
            late = await reader.remember("Ana keeps bees, 3.")
            assert (late.status, late.success) == ("pending", False)
            assert "2 model calls of the day" in str(late.error)
            assert len(server.requests) == 2, "no model was asked"
            stored = await brain.episodes.get(late.episode_id or "")
            assert (stored.status, stored.content) == ("pending", "Ana keeps bees, 3.")
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert len(server.requests) == 2, "it is not due before midnight"
            await tomorrow(brain)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.episodes.get(late.episode_id or "")).status == "extracted"
            assert await spent(brain) == [1, TOKENS]


async def test_a_message_in_the_queue_waits_too_and_its_attempts_do_not_count(brain: Brain) -> None:
    await brain.configure(tokens_per_day=1)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            await reader.remember("Ana keeps bees, 1.")
            sender = Brain(replace(reader.engine, workers=Workers(0)), brain.name)
            late = await sender.remember("Ana keeps bees, 2.", wait=False)
            for _ in range(7):
                await query(
                    brain, "MATCH (e:Episode {brain: $brain, status: 'pending'}) SET e.leaseUntil = datetime.realtime()"
                )
                await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            stored = await brain.episodes.get(late.episode_id or "")
            assert stored.status == "pending"
            assert "1 tokens of the day" in str(stored.error)
            await tomorrow(brain)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.episodes.get(late.episode_id or "")).status == "extracted"
            assert len(server.requests) == 2


async def test_a_message_without_a_model_is_not_bounded_and_costs_no_more_round_trips(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=0)
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    with counted() as sent:
        await tell(brain, "2024-02-01", fact("Ana", "works_at", "Globex"))
    assert (sent["BEGIN"], sent["RUN"]) == (2, 8)
    assert await held(brain, "Ana", "works_at") == ["Globex"]
    assert await spent(brain) == [None, None]


async def test_a_message_that_is_sent_again_under_its_key_is_told_that_it_waits(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=0)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            first, again = [await reader.remember("Ana keeps bees.", idempotency_key="one") for _ in range(2)]
            assert (first.status, again.status) == ("pending", "pending")
            assert first.episode_id == again.episode_id
            assert "of the day" in str(again.error)
            assert await waiting_for(brain) == ["quota"]
            await brain.configure(model_calls_per_day=None)
            await tomorrow(brain)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert await waiting_for(brain) == [None]


async def test_a_message_whose_error_only_speaks_of_a_quota_is_waited_for(brain: Brain) -> None:
    """It is recognised by what it waits for, not by the words of its error."""
    await brain.configure(model_calls_per_day=0)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            await reader.remember("Ana keeps bees.", idempotency_key="one")
            await brain.configure(model_calls_per_day=None)
            later = "MATCH (e:Episode {brain: $brain}) SET e.leaseUntil = datetime.realtime() + duration($wait)"
            await query(brain, later + ", e.waitsFor = null, e.error = 'QuotaSpent: somebody wrote this'", wait="PT1H")
            again = asyncio.create_task(reader.remember("Ana keeps bees.", idempotency_key="one"))
            await asyncio.sleep(0.5)
            assert not again.done()
            await query(brain, later, wait="PT0S")
            assert (await again).status == "extracted"


async def test_waiting_messages_of_a_session_wait_on_and_are_read_together_the_next_day(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=0, extraction_threshold=3)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            for n in range(3):
                await reader.remember(f"I always keep bees in hive {n}.", speaker="Ana", session_id="s")
            await reader.sessions.flush("s")
            assert server.requests == []
            assert (await brain.overview.stats()).episodes == {"pending": 3}
            await brain.configure(model_calls_per_day=None)
            await tomorrow(brain)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.overview.stats()).episodes == {"extracted": 3}


async def test_what_is_no_message_is_refused_before_a_model_is_asked(brain: Brain) -> None:
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            await reader.remember("Ana keeps bees.")
            await brain.configure(model_calls_per_day=1)
            asked = len(server.requests)
            with pytest.raises(QuotaSpent) as refused:
                await reader.remember("Ana keeps bees.", dry_run=True)
            assert refused.value.status == 429
            assert 0 < (refused.value.retry_after or 0) <= 86_400
            assert len(server.requests) == asked
            await brain.configure(model_calls_per_day=2)
            await reader.remember("Ana keeps bees.", dry_run=True)
            assert await spent(brain) == [2, 2 * TOKENS], "a dry run counts as well"


async def test_a_call_cannot_lift_the_quota(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=0)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            late = await reader.remember("Ana keeps bees.", config_overrides={"model_calls_per_day": 9})
    assert late.status == "pending"
    assert any("model_calls_per_day" in warning for warning in late.warnings)
    with pytest.raises(InvalidInput):
        await brain.configure(tokens_per_day=-1)


async def test_the_service_sets_the_quota_of_brains_without_their_own(brain: Brain) -> None:
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server, model_calls_per_day=1) as reader:
            assert (await reader.remember("Ana keeps bees, 1.")).status == "extracted"
            assert (await reader.remember("Ana keeps bees, 2.")).status == "pending"
            await brain.configure(model_calls_per_day=2)
            assert (await reader.remember("Ana keeps bees, 3.")).status == "extracted"


async def test_a_failed_message_counts_what_it_has_spent(brain: Brain) -> None:
    with ScriptedServer(lambda _: "no JSON at all") as server:
        async with asking(brain, server) as reader:
            assert (await reader.remember("Ana keeps bees.")).status == "failed"
            assert await spent(brain) == [len(server.requests), len(server.requests) * TOKENS]


async def test_a_failed_attempt_of_a_worker_counts_too(brain: Brain) -> None:
    with ScriptedServer(lambda _: Reply(status=500)) as server:
        async with asking(brain, server) as reader:
            late = await Brain(replace(reader.engine, workers=Workers(0)), brain.name).remember("Bees.", wait=False)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.episodes.get(late.episode_id or "")).status == "pending", "it is tried again"
            assert await spent(brain) == [2, 0], (
                "the informed call and the staged one; repetitions of a call are not counted"
            )


async def test_an_attempt_that_ends_a_message_is_counted_once(brain: Brain) -> None:
    with ScriptedServer(lambda _: "no JSON at all") as server:
        async with asking(brain, server) as reader:
            late = await Brain(replace(reader.engine, workers=Workers(0)), brain.name).remember("Bees.", wait=False)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.episodes.get(late.episode_id or "")).status == "failed"
            assert await spent(brain) == [len(server.requests), len(server.requests) * TOKENS]


async def test_many_that_count_at_the_same_time_lose_nothing(brain: Brain) -> None:
    await brain.create()
    await asyncio.gather(*(count_spent(brain.engine.store, brain.name, 1, 10) for _ in range(40)))
    assert await spent(brain) == [40, 400]


async def test_many_workers_spend_at_most_what_was_begun_more_than_the_quota(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=2)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            sender = Brain(replace(reader.engine, workers=Workers(0)), brain.name)
            for n in range(8):
                await sender.remember(f"Ana keeps bees, {n}.", wait=False)
            await Workers(3).once(EpisodeProcessor(reader.engine), brain.name)
            assert 2 <= len(server.requests) <= 4, "two, and what the two others had begun"
            assert await spent(brain) == [len(server.requests), len(server.requests) * TOKENS]
            left = (await brain.overview.stats()).episodes
            assert left == {"extracted": len(server.requests), "pending": 8 - len(server.requests)}
            await brain.configure(model_calls_per_day=None)
            await tomorrow(brain)
            await Workers(3).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.overview.stats()).episodes == {"extracted": 8}


async def test_a_long_session_stops_where_the_quota_is_spent(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=2, extraction_threshold=5, chunk_chars=201)
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            for n in range(5):
                text = f"I always keep bees in hive {n}, " + "next to the river and the old mill. " * 4
                await reader.remember(text, speaker="Ana", session_id="s")
            assert len(server.requests) == 2, "one call for each: two do not fit together"
            assert (await brain.overview.stats()).episodes == {"extracted": 2, "pending": 3}
            await brain.configure(model_calls_per_day=None)
            await tomorrow(brain)
            await Workers(1).once(EpisodeProcessor(reader.engine), brain.name)
            assert (await brain.overview.stats()).episodes == {"extracted": 5}


async def test_long_work_counts_each_call_before_the_next_one(brain: Brain) -> None:
    await brain.configure(model_calls_per_day=3)
    engine = brain.engine
    async with model_quota(engine.store, engine.settings, brain.name):
        quota = present_quota()
        assert quota is not None
        await quota.check()
        quota.count(7)
        await quota.check()
        assert await spent(brain) == [1, 7], "counted before the work ends"
        await count_spent(engine.store, brain.name, 2, 0)
        with pytest.raises(QuotaSpent):
            await quota.check()
    assert await spent(brain) == [3, 7], "counted once"


async def test_a_message_that_others_of_its_session_waited_with_counts_its_failed_reading(brain: Brain) -> None:
    await brain.configure(extraction_threshold=2)
    with ScriptedServer(lambda _: "no JSON at all") as server:
        async with asking(brain, server) as reader:
            for n in range(2):
                await reader.remember(f"I always keep bees in hive {n}.", speaker="Ana", session_id="s")
            assert (await brain.overview.stats()).episodes == {"failed": 2}
            assert await spent(brain) == [len(server.requests), len(server.requests) * TOKENS]


async def test_a_tick_reports_what_was_done_and_which_jobs_left_something_for_want_of_quota(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Clara", "works_at", "Acme"))
    await brain.configure(model_calls_per_day=1)
    with ScriptedServer({"profile": "Somebody at Acme.", "facts": [1]}) as server:
        values = {"openai_base_url": server.base_url, "openai_api_key": "sk-test"}
        chat = OpenAIChat.from_settings(brain.engine.settings.with_overrides(**values))
        models = replace(brain.engine.models, profile_writer=OpenAIProfileWriter(chat), observer=OpenAIObserver(chat))
        asking_models = Brain(replace(brain.engine, models=models), brain.name)
        report = {job.job: job for job in (await asking_models.upkeep.tick()).jobs}
        assert list(report) == list(JOBS), "every job is told of"
        assert (report["profiles"].done, report["profiles"].model_calls) == (1, 1), "what was done before"
        assert report["importance"].done > 0
        assert report["clusters"].done == 1, "a job after it that needs no model"
        for job in ("profiles", "observations"):
            (warning,) = report[job].warnings
            assert warning.startswith(
                "The rest is left for a later run. This brain has spent its 1 model calls of the day"
            )
        assert [job for job in report if report[job].warnings] == ["profiles", "observations"]
        assert len(server.requests) == 1
        await brain.configure(model_calls_per_day=None)
        again = {job.job: job for job in (await asking_models.upkeep.tick()).jobs}
        assert again["profiles"].done == 3, "the next run does the rest"
        await chat.aclose()
