"""Summaries of entities: longer than a profile, with the facts that they rest on, never used once they are stale."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.mcp.answers import entity_view
from graphmem.models.digests.writer import DigestRequest
from graphmem.upkeep.tick import tick
from graphmem_contract.errors import ModelTimeout
from graphmem_contract.records import EntityProfile
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedDigestWriter
from tests.story.telling import fact, left_of, tell


def writing(brain: Brain, script: Any = lambda asked: ("x", f"{asked.names[0]} at length.")) -> Any:
    writer = ScriptedDigestWriter(script)
    models = replace(brain.engine.models, digest_writer=writer)
    return Brain(replace(brain.engine, models=models), brain.name), writer


async def run(brain: Brain, *, days: float = 0, **options: Any) -> JobReport:
    now = datetime.now(UTC) + timedelta(days=days)
    (report,) = (await tick(brain.engine, brain.name, ["summaries"], now=now, **options)).jobs
    return report


async def life(brain: Brain, count: int = 10) -> list[str]:
    """Facts about Ana, the last one the most important; the ids."""
    teas = [fact("Ana", "likes", f"tea {n}", object_is_entity=False, importance=n / 20) for n in range(count)]
    told = await tell(
        brain, "2024-01-01", *({**tea, "text": f"Ana likes tea number {n}"} for n, tea in enumerate(teas))
    )
    return [one.id or "" for one in told.facts_added]


async def digest(brain: Brain) -> EntityProfile:
    found = (await brain.entities.get("Ana")).digest
    assert found is not None
    return found


async def test_without_a_model_a_summary_is_an_extract_of_all_facts_with_what_matters_first(brain: Brain) -> None:
    ids = await life(brain)
    report = await run(brain)
    assert (report.done, report.model_calls) == (1, 0)
    found = await digest(brain)
    assert found.text.startswith("Ana likes tea number 9. Ana likes tea number 8.")
    assert set(found.fact_ids) == set(ids)
    assert (found.stale, (await brain.entities.get("Ana")).summary) == (False, None)
    assert entity_view(await brain.entities.get("Ana")).digest == found.text


async def test_an_entity_with_few_facts_has_none_and_loses_it_with_its_facts(brain: Brain) -> None:
    ids = await life(brain, 9)
    assert (await run(brain)).done == 0
    assert (await brain.entities.get("Ana")).digest is None
    ids += [(await brain.add_fact(subject="Ana", relation="keeps", object="bees")).id]
    await run(brain)
    await brain.invalidate(ids[0], at="2025-01-01")
    assert (await run(brain)).done == 1
    assert (await brain.entities.get("Ana")).digest is None
    assert (await run(brain)).done == 0


async def test_with_a_model_it_takes_one_call_and_none_while_nothing_changes(brain: Brain) -> None:
    await life(brain)
    asked, writer = writing(brain)
    assert (await run(asked)).model_calls == 1
    assert (await digest(brain)).text == "Ana at length."
    assert len(writer.requests[0].facts) == 10
    again, tomorrow = await run(asked), await run(asked, days=2)
    assert (again.statements, again.model_calls, tomorrow.model_calls, tomorrow.done) == (1, 0, 0, 0)


async def test_a_summary_is_stale_once_a_fact_changes_and_no_agent_gets_it(brain: Brain) -> None:
    await life(brain)
    await run(brain)
    await brain.add_fact(subject="Ana", relation="lives_in", object="Porto")
    assert (await digest(brain)).stale
    assert entity_view(await brain.entities.get("Ana")).digest is None
    await run(brain)
    assert "Porto" in (await digest(brain)).text
    assert not (await digest(brain)).stale
    await brain.entities.change("Ana", name="Anna")
    assert (await brain.entities.get("Anna")).digest.stale  # type: ignore[union-attr]


async def test_a_summary_of_a_person_stays_beside_it(brain: Brain) -> None:
    await life(brain)
    await brain.entities.change("Ana", summary="Runs the tea shop.")
    await run(brain)
    found = await brain.entities.get("Ana")
    assert found.summary == "Runs the tea shop."
    assert found.digest is not None


async def test_a_model_that_fails_leaves_the_summary_and_is_asked_again(brain: Brain) -> None:
    await life(brain)
    await run(brain)
    before = await digest(brain)
    await brain.add_fact(subject="Ana", relation="lives_in", object="Porto")

    def broken(asked: DigestRequest) -> tuple[str, str]:
        raise ModelTimeout("slow")

    failing, _ = writing(brain, broken)
    report = await run(failing)
    assert (report.done, len(report.warnings)) == (0, 1)
    assert (await digest(brain)).text == before.text
    asked, _ = writing(brain)
    assert (await run(asked)).done == 1


@pytest.mark.parametrize("how", ["fact", "episode"])
async def test_nothing_of_what_is_forgotten_is_left_in_a_summary(brain: Brain, how: str) -> None:
    await life(brain)
    secret = {
        **fact("Ana", "fears", "thunder", object_is_entity=False),
        "text": "Ana fears thunder at sea.",
        "importance": 1.0,
    }
    told = await tell(brain, "2024-02-01", secret)
    await run(brain)
    assert "thunder at sea" in (await digest(brain)).text
    (one,) = told.facts_added
    await (brain.forget(one.id or "") if how == "fact" else brain.episodes.forget(told.episode_id or ""))
    assert await left_of(brain, "thunder at sea") == []
    await run(brain)
    assert await left_of(brain, "thunder at sea") == []
    assert "tea number 9" in (await digest(brain)).text
