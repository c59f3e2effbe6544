"""Observations: noticed by counting or by a model, reinforced by more facts, retired without support, gone with their sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from graphmem.brain import Brain
from graphmem.claims import FactQuestion, FactVerdict
from graphmem.models.observations.observer import ObservationRequest, Observed, WrittenObservation
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.errors import InvalidInput, ModelTimeout
from graphmem_contract.observations import Observation
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedObserver
from tests.story.telling import fact, left_of, tell

DAY = "2026-01-01"


def observing(
    brain: Brain, script: Callable[[ObservationRequest], Sequence[WrittenObservation]], **models: object
) -> tuple[Brain, ScriptedObserver]:
    """The same brain with a scripted observer."""
    observer = ScriptedObserver(script)
    changed = replace(brain.engine.models, observer=observer, **models)  # type: ignore[arg-type]
    return Brain(replace(brain.engine, models=changed), brain.name), observer


def noticed(text: str, count: int = 2) -> Callable[[ObservationRequest], Sequence[WrittenObservation]]:
    """A script that says one thing of the oldest facts."""

    def script(request: ObservationRequest) -> Sequence[WrittenObservation]:
        ids = tuple(one.id for one in sorted(request.facts, key=lambda one: one.id)[:count])
        return [WrittenObservation("insight", "A thing", text, 0.6, 0.5, ids)]

    return script


async def run(brain: Brain, **options: object) -> JobReport:
    (report,) = (await brain.upkeep.tick(["observations"], **options)).jobs  # type: ignore[arg-type]
    return report


async def colleagues(brain: Brain, *names: str) -> list[str]:
    """People who work at Acme; the ids of the facts."""
    told = [await tell(brain, DAY, fact(name, "works_at", "Acme")) for name in names]
    return [one.facts_added[0].id or "" for one in told]


async def only(brain: Brain) -> Observation:
    (found,) = (await brain.observations.list()).items
    return found


async def test_what_three_people_share_is_noticed_with_its_facts_and_episodes(brain: Brain) -> None:
    ids = await colleagues(brain, "Ana", "Bruno", "Clara")
    report = await run(brain)
    assert (report.done, report.model_calls) == (1, 0)
    found = await only(brain)
    assert (found.kind, found.status, found.times_seen) == ("pattern", "active", 1)
    assert set(found.fact_ids) == set(ids)
    assert len(found.episode_ids) == 3
    assert all(name in found.text for name in ("Ana", "Bruno", "Clara", "Acme"))


async def test_nothing_changed_means_nothing_is_written_and_no_model_is_asked(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    asked, observer = observing(brain, noticed("They know each other."))
    await run(asked)
    before = await only(brain)
    again = await run(asked)
    assert (again.done, again.model_calls, again.statements) == (0, 0, 1)
    assert len(observer.requests) == 1
    assert await only(brain) == before


async def test_what_is_found_again_with_more_facts_is_brought_up_to_date(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    await run(brain)
    first = await only(brain)
    await tell(brain, DAY, fact("Lena", "likes", "tea"))
    assert (await run(brain)).done == 0, "the same facts support it"
    await colleagues(brain, "Lena")
    assert (await run(brain)).done == 1
    found = await only(brain)
    assert (found.id, found.times_seen, len(found.fact_ids)) == (first.id, 2, 4)
    assert found.first_seen_at == first.first_seen_at < found.last_seen_at


async def test_a_pattern_that_lost_its_support_is_retired_and_comes_back_with_it(brain: Brain) -> None:
    ids = await colleagues(brain, "Ana", "Bruno", "Clara")
    await run(brain)
    for one in ids[:2]:
        await brain.invalidate(one, at="2026-02-01")
    await run(brain)
    assert (await only(brain)).status == "retired"
    assert (await brain.observations.list(status="active")).items == ()
    for one in ids[:2]:
        await brain.restore(one)
    await run(brain)
    assert (await only(brain)).status == "active"


async def test_a_model_gets_the_recent_facts_and_what_is_known(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    asked, observer = observing(brain, noticed("Acme hires friends."))
    report = await run(asked)
    assert (report.done, report.model_calls) == (1, 1)
    assert observer.requests[0].known == ()
    assert len(observer.requests[0].facts) == 3
    await colleagues(brain, "Lena")
    again = await run(asked)
    assert observer.requests[1].known == ("Acme hires friends.",)
    assert (again.done, again.skipped, again.model_calls) == (0, 1, 1), "the same text with the same facts"
    assert (await only(brain)).text == "Acme hires friends."


async def test_the_judge_tells_whether_two_texts_are_one_observation(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    first, _ = observing(brain, noticed("All of them joined the firm Acme next winter"))
    await run(first)
    await colleagues(brain, "Lena")
    judge = ScriptedJudge(facts=lambda _: FactVerdict("same", 0))
    again, _ = observing(brain, noticed("All of them joined the firm Acme this winter", 4), judge=judge)
    await run(again)
    asked: FactQuestion = judge.asked_facts[0][0]
    assert asked.known[0]["text"] == "All of them joined the firm Acme next winter"
    found = await only(brain)
    assert (found.text, found.times_seen) == ("All of them joined the firm Acme this winter", 2)


async def test_a_model_that_fails_or_talks_nonsense_leaves_all_as_it_is(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    await run(brain)
    before = await only(brain)
    await colleagues(brain, "Lena")

    class Slow(ScriptedObserver):
        async def observe(self, request: ObservationRequest) -> Observed:
            raise ModelTimeout("slow")

    models = replace(brain.engine.models, observer=Slow(lambda _: ()))
    report = await run(Brain(replace(brain.engine, models=models), brain.name))
    assert (report.done, len(report.warnings)) == (0, 1)
    unknown = WrittenObservation("insight", "x", "y", 0.5, 0.5, ("nothing", "nowhere"))
    foolish, observer = observing(brain, lambda _: [unknown])
    assert (await run(foolish)).done == 0
    assert len(observer.requests) == 1, "the failed run did not count as done"
    assert await only(brain) == before


@pytest.mark.parametrize("how", ["fact", "episode"])
async def test_nothing_of_what_is_forgotten_is_left_in_an_observation(brain: Brain, how: str) -> None:
    await colleagues(brain, "Ana", "Bruno")
    told = await tell(brain, DAY, fact("Clara", "works_at", "Acme"))
    await run(brain)
    assert "Clara" in (await only(brain)).text
    id_ = told.facts_added[0].id or ""
    await (brain.forget(id_) if how == "fact" else brain.episodes.forget(told.episode_id or ""))
    assert (await brain.observations.list()).items == ()
    assert await left_of(brain, id_, but="Change") == []


async def test_a_rehearsal_asks_nobody_and_writes_nothing(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    asked, observer = observing(brain, noticed("x"))
    await run(asked, dry_run=True)
    assert observer.requests == []
    assert (await brain.observations.list()).items == ()


async def test_observations_go_with_an_export_and_with_the_brain(brain: Brain) -> None:
    await colleagues(brain, "Ana", "Bruno", "Clara")
    await run(brain)
    before = await only(brain)
    copy = Brain(brain.engine, f"{brain.name}-copy")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    assert await only(copy) == before
    await brain.delete()
    assert await left_of(brain, "Acme") == []


async def test_what_is_no_status_or_no_kind_is_refused(brain: Brain) -> None:
    with pytest.raises(InvalidInput):
        await brain.observations.list(status="new")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        await brain.observations.list(kind="rumour")  # type: ignore[arg-type]
