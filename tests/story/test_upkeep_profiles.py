"""Profiles that upkeep writes: from all facts that hold, with the facts that they rest on, gone with their sources."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.profile_writer import OpenAIProfileWriter
from graphmem.models.profiles.writer import ProfileRequest
from graphmem.testing.scripted_server import ScriptedServer
from graphmem.upkeep.tick import tick
from graphmem_contract.errors import ModelAnswerInvalid, ModelTimeout
from graphmem_contract.records import EntityProfile
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedProfileWriter
from tests.story.telling import extraction, fact, left_of, tell


def writing(brain: Brain, script: Any) -> tuple[Brain, ScriptedProfileWriter]:
    """The same brain with a scripted writer of profiles."""
    writer = ScriptedProfileWriter(script)
    models = replace(brain.engine.models, profile_writer=writer)
    return Brain(replace(brain.engine, models=models), brain.name), writer


async def run(brain: Brain, **options: Any) -> JobReport:
    (report,) = (await brain.upkeep.tick(["profiles"], **options)).jobs
    return report


async def profile(brain: Brain, name: str = "Ana") -> EntityProfile:
    found = (await brain.entities.get(name)).profile
    assert found is not None
    return found


async def lives(brain: Brain) -> list[str]:
    """Three facts about Ana; the ids."""
    told = await tell(
        brain,
        "2024-01-01",
        {**fact("Ana", "likes", "tea"), "text": "Ana gosta de chá.", "importance": 0.2},
        {**fact("Ana", "lives_in", "Porto"), "text": "Ana mora no Porto.", "importance": 0.9},
        {**fact("Ana", "works_at", "Acme"), "text": "Ana trabalha na Acme", "importance": 0.5},
    )
    return [one.id or "" for one in told.facts_added]


async def test_without_a_model_a_profile_is_an_extract_with_what_matters_first(brain: Brain) -> None:
    ids = await lives(brain)
    report = await run(brain)
    assert (report.done, report.model_calls, report.warnings) == (4, 0, ())
    found = await profile(brain)
    assert found.text == "Ana mora no Porto. Ana trabalha na Acme. Ana gosta de chá."
    assert found.fact_ids == (ids[1], ids[2], ids[0])
    assert not found.stale
    assert found.refreshed_at is not None


async def test_with_a_model_each_entity_takes_one_call_with_all_facts_that_hold(brain: Brain) -> None:
    ids = await lives(brain)
    await brain.invalidate(ids[0], at="2025-01-01")
    asked, writer = writing(brain, lambda request: f"{request.name} in short.")
    report = await run(asked)
    assert (report.done, report.model_calls) == (3, 3)
    assert (await profile(brain)).text == "Ana in short."
    (ana,) = [one for one in writer.requests if one.name == "Ana"]
    assert [one.text for one in ana.facts] == ["Ana mora no Porto.", "Ana trabalha na Acme"]


async def test_nothing_changed_means_no_model_is_asked_and_nothing_is_written(brain: Brain) -> None:
    await lives(brain)
    asked, writer = writing(brain, lambda request: f"{request.name} in short.")
    await run(asked)
    calls, before = len(writer.requests), await profile(brain)
    again = await run(asked)
    assert (again.done, again.model_calls, again.statements) == (0, 0, 1)
    await brain.add_fact(subject="Bruno", relation="likes", object="rowing")
    (later,) = (await tick(asked.engine, brain.name, ["profiles"], now=datetime.now(UTC) + timedelta(days=2))).jobs
    assert (later.done, later.model_calls) == (1, 1), "only Bruno is new"
    assert await profile(brain) == before
    assert len(writer.requests) == calls + 1


async def test_a_profile_is_written_again_when_a_fact_has_changed(brain: Brain) -> None:
    await lives(brain)
    await run(brain)
    await tell(
        brain, "2025-01-01", {**fact("Ana", "lives_in", "Lisbon"), "text": "Ana mora em Lisboa.", "importance": 0.9}
    )
    assert (await profile(brain)).stale
    await run(brain)
    found = await profile(brain)
    assert found.text.startswith("Ana mora em Lisboa.")
    assert "Porto" not in found.text
    assert not found.stale


async def test_entities_with_most_facts_come_first_and_the_rest_in_the_next_run(brain: Brain) -> None:
    await lives(brain)
    await tell(brain, "2024-01-02", fact("Bruno", "works_at", "Acme"))
    first = await run(brain, limit=2)
    assert first.done == 2
    assert [(await brain.entities.get(name)).profile is not None for name in ("Ana", "Acme", "Bruno")] == [
        True,
        True,
        False,
    ]
    assert [(await run(brain, limit=2)).done for _ in range(3)] == [2, 1, 0]


@pytest.mark.parametrize("error", [ModelTimeout("slow"), ModelAnswerInvalid("nonsense")])
async def test_a_model_that_fails_leaves_the_profile_and_is_asked_again(brain: Brain, error: Exception) -> None:
    await lives(brain)
    await run(brain)
    before = await profile(brain)
    await tell(brain, "2025-01-01", fact("Ana", "keeps", "bees"))

    def broken(request: ProfileRequest) -> str:
        if request.name == "Ana":
            raise error
        return f"{request.name} in short."

    asked, _ = writing(brain, broken)
    report = await run(asked)
    assert report.done >= 1
    assert len(report.warnings) == 1
    assert (await profile(brain)).text == before.text
    assert (await profile(brain)).stale
    whole, _ = writing(brain, lambda request: f"{request.name} anew.")
    await run(whole)
    assert (await profile(brain)).text == "Ana anew."


async def test_an_empty_answer_is_no_profile(brain: Brain) -> None:
    await lives(brain)
    asked, _ = writing(brain, lambda _: "  ")
    report = await run(asked)
    assert (report.done, len(report.warnings)) == (0, 4)
    assert (await brain.entities.get("Ana")).profile is None


@pytest.mark.parametrize("how", ["episode", "fact"])
async def test_nothing_of_what_is_forgotten_is_left_in_a_profile(brain: Brain, how: str) -> None:
    await lives(brain)
    secret = {
        **fact("Ana", "fears", "thunder"),
        "text": "Ana fears thunder, as only Bruno Reis knows.",
        "importance": 1.0,
    }
    told = await brain.remember(
        "a secret", occurred_at="2024-02-01", extraction=extraction(secret, fact("Bruno Reis", "works_at", "Acme"))
    )
    await run(brain)
    assert "fears thunder" in (await profile(brain)).text
    (fear,) = await brain.facts("Ana", "fears")
    await (brain.episodes.forget(told.episode_id or "") if how == "episode" else brain.forget(fear.id))
    assert await left_of(brain, "fears thunder") == []
    await run(brain)
    assert await left_of(brain, "fears thunder") == []
    assert "Porto" in (await profile(brain)).text


async def test_a_profile_of_an_entity_that_is_only_named_goes_with_the_sentence(brain: Brain) -> None:
    await lives(brain)
    hired = {**fact("Bruno", "works_at", "Acme"), "text": "Bruno took the place of Ana."}
    told = await brain.remember(
        "news", occurred_at="2024-03-01", extraction=extraction(hired, fact("Ana", "waves", "Bruno"))
    )
    assert told.success
    await run(brain)
    assert "took the place" in (await profile(brain)).text
    (job,) = await brain.facts("Bruno", "works_at")
    await brain.forget(job.id)
    assert await left_of(brain, "took the place") == []


async def test_a_profile_goes_when_its_last_fact_has_ended(brain: Brain) -> None:
    one = await brain.add_fact(subject="Ana", relation="likes", object="tea", valid_from="2020-01-01")
    await run(brain)
    await brain.invalidate(one.id, at="2021-01-01")
    assert (await run(brain)).done == 1
    assert (await brain.entities.get("Ana")).profile is None
    assert (await run(brain)).done == 0


async def test_a_profile_that_a_message_brought_is_written_again_from_all_facts(brain: Brain) -> None:
    await lives(brain)
    await brain.engine.store.driver.execute_query(
        "MATCH (e:Entity {brain: $brain, name: 'Ana'}), (b:Brain {id: $brain}) "
        "SET e.profile = 'Ana is somebody.', e.profileRefreshedAt = b.lastRecordedAt",
        brain=brain.name,
    )
    before = await profile(brain)
    assert (before.fact_ids, before.stale) == ((), False)
    await run(brain)
    assert (await profile(brain)).text.startswith("Ana mora no Porto.")


async def test_a_rehearsal_asks_no_model_and_writes_nothing(brain: Brain) -> None:
    await lives(brain)
    asked, writer = writing(brain, lambda request: f"{request.name} in short.")
    assert (await run(asked, dry_run=True)).done == 4
    assert writer.requests == []
    assert (await brain.entities.get("Ana")).profile is None


async def test_a_fact_that_comes_while_the_model_writes_keeps_the_profile_out(brain: Brain) -> None:
    await lives(brain)
    pending: list[Any] = []

    async def meanwhile(request: ProfileRequest) -> str:
        if request.name == "Ana" and not pending:
            pending.append(await tell(brain, "2025-01-01", fact("Ana", "keeps", "bees")))
        return f"{request.name} in short."

    class Slow(ScriptedProfileWriter):
        async def write(self, request: ProfileRequest) -> Any:
            text = await meanwhile(request)
            return replace(await super().write(request), text=text)

    asked, _ = writing(brain, lambda request: request.name)
    models = replace(asked.engine.models, profile_writer=Slow(lambda request: request.name))
    slow = Brain(replace(asked.engine, models=models), brain.name)
    report = await run(slow)
    assert report.skipped == 1
    assert (await brain.entities.get("Ana")).profile is None
    await run(slow)
    assert (await profile(brain)).text == "Ana in short."


async def test_the_model_of_the_service_writes_in_one_call_what_stands_in_the_prompt_of_the_next_message(
    brain: Brain,
) -> None:
    await brain.add_fact(
        subject="Ana",
        relation="works_at",
        object="Acme",
        object_is_entity=False,
        text="Ana works at Acme.",
        importance=0.9,
    )
    with ScriptedServer({"profile": "Ana works at Acme and nowhere else."}) as server:
        values = {"openai_base_url": server.base_url, "openai_api_key": "sk-x", "model": "scripted"}
        chat = OpenAIChat.from_settings(brain.engine.settings.with_overrides(**values))
        models = replace(brain.engine.models, profile_writer=OpenAIProfileWriter(chat))
        report = await run(Brain(replace(brain.engine, models=models), brain.name))
        await chat.aclose()
    assert (report.model_calls, len(server.requests)) == (1, 1)
    assert "- Ana works at Acme." in server.requests[0].prompt
    assert (await profile(brain)).text == "Ana works at Acme and nowhere else."
