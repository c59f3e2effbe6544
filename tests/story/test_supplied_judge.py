"""Facts by hand, imports and supplied extraction ask no model, unless the request asks for a judge."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import FactVerdict
from graphmem.testing.scripted import ScriptedJudge
from tests.story.staging import with_models
from tests.story.telling import extraction, fact, held

OWNS = fact("Bruno", "rents", "a boat", object_is_entity=False)
SOLD = fact("Bruno", "charters", "a boat", object_is_entity=False)


def judged(brain: Brain) -> tuple[Brain, ScriptedJudge]:
    """Return the brain with a judge that compares every two facts and finds a contradiction."""
    judge = ScriptedJudge(facts=lambda _: FactVerdict("contradicts", 0, "one boat only"))
    return with_models(
        brain, judge=judge, settings=brain.engine.settings.with_overrides(reconcile_threshold=0.0)
    ), judge


async def by_hand(brain: Brain, told: dict[str, Any], **options: Any) -> None:
    await brain.add_fact(**told, **options)


async def by_import(brain: Brain, told: dict[str, Any], **options: Any) -> None:
    report = await brain.transfer.import_facts([told], **options)
    assert report.rejected == 0


async def by_message(brain: Brain, told: dict[str, Any], **options: Any) -> None:
    assert (await brain.remember("About the boat.", extraction=extraction(told), **options)).success


async def by_queue(brain: Brain, told: dict[str, Any], **options: Any) -> None:
    """The option is stored with the episode for the replay."""
    kept = await brain.remember("About the boat.", extraction=extraction(told), skip_extraction=True, **options)
    assert (await brain.episodes.replay(kept.episode_id or "")).success


@pytest.mark.parametrize("tell", [by_hand, by_import, by_message, by_queue])
async def test_a_judge_is_asked_about_supplied_facts_on_request_only(brain: Brain, tell: Any) -> None:
    told, judge = judged(brain)
    await tell(told, OWNS)
    await tell(told, SOLD)
    assert judge.asked_facts == []
    assert (await held(brain, "Bruno", "rents"), await held(brain, "Bruno", "charters")) == (["a boat"], ["a boat"])
    await tell(told, fact("Bruno", "sails", "a boat", object_is_entity=False), judge=True)
    assert len(judge.asked_facts) == 1


async def test_an_unclear_name_is_new_unless_a_judge_may_be_asked(brain: Brain) -> None:
    told = with_models(brain, judge=ScriptedJudge(names=lambda question: 0))
    await told.add_fact(subject="Princeton", relation="located_in", object="Jersey")
    await told.add_fact(subject="Princeton Club", relation="opens_at", object="noon")
    assert await held(brain, "Princeton", "opens_at") == []
    await told.add_fact(subject="Princeton Hall", relation="opens_at", object="noon", judge=True)
    assert await held(brain, "Princeton", "opens_at") == ["noon"]
