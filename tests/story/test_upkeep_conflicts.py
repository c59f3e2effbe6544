"""Facts that seem to contradict each other: upkeep proposes to end the earlier one, a person decides, and takes it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from graphmem.brain import Brain
from graphmem.claims import Call, FactQuestion, FactVerdict, Judged
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.errors import AlreadyClosed, ConflictError
from graphmem_contract.proposals import Proposal
from graphmem_contract.upkeep import JobReport
from tests.story.telling import fact, left_of, tell

EARLY, LATE = "2024-01-01", "2025-01-01"


def judging(brain: Brain, facts: Callable[[FactQuestion], FactVerdict]) -> tuple[Brain, ScriptedJudge]:
    """The same brain with a scripted judge."""
    judge = ScriptedJudge(facts=facts)
    return Brain(replace(brain.engine, models=replace(brain.engine.models, judge=judge)), brain.name), judge


def contradicts(_: FactQuestion) -> FactVerdict:
    return FactVerdict("contradicts", 0)


async def run(brain: Brain, **options: object) -> JobReport:
    (report,) = (await brain.upkeep.tick(["conflicts"], **options)).jobs  # type: ignore[arg-type]
    return report


async def two(brain: Brain, importance: float = 0.9) -> tuple[str, str]:
    """Two facts about Ana that hold and say nearly the same, the later one first; and one about something else."""
    ids = []
    for day, tea, relation in (
        (EARLY, "green tea", "prefers_for_breakfast"),
        (LATE, "black tea", "wants_for_breakfast"),
    ):
        told = await tell(
            brain,
            day,
            {
                **fact("Ana", relation, tea),
                "text": f"Every morning Ana drinks {tea} for breakfast",
                "object_is_entity": False,
                "importance": importance,
            },
        )
        ids.append(told.facts_added[0].id or "")
    await tell(brain, LATE, {**fact("Bruno", "works_at", "Acme"), "importance": 0.9})
    return ids[1], ids[0]


async def only(brain: Brain) -> Proposal:
    (found,) = (await brain.proposals.list()).items
    return found


async def test_what_the_judge_calls_a_contradiction_is_proposed_with_both_facts(brain: Brain) -> None:
    later, earlier = await two(brain)
    asked, judge = judging(brain, contradicts)
    report = await run(asked)
    assert (report.done, report.proposals, report.model_calls) == (1, 1, 1)
    assert [one.text for one in judge.asked_facts[0]] == ["Every morning Ana drinks black tea for breakfast"]
    found = await only(brain)
    assert (found.kind, found.status, found.items) == ("contradicts", "open", ())
    assert [one.id for one in found.evidence] == [later, earlier]
    assert found.score >= 0.6
    assert {one.id for one in await brain.facts("Ana")} >= {later, earlier}, "nothing has changed"


async def test_an_approval_ends_the_earlier_fact_when_the_later_begins_and_its_undoing_restores_it(
    brain: Brain,
) -> None:
    _, earlier = await two(brain)
    asked, _ = judging(brain, contradicts)
    await run(asked)
    id_ = (await only(brain)).id
    done = await brain.proposals.approve(id_, by="ana")
    assert (done.status, done.decided_by, done.merge_id) == ("approved", "ana", None)
    (ended,) = await brain.facts("Ana", "prefers_for_breakfast", include_closed=True)
    assert (ended.id, ended.valid_until) == (earlier, datetime(2025, 1, 1, tzinfo=UTC))
    with pytest.raises(ConflictError):
        await brain.proposals.approve(id_)
    assert (await brain.proposals.undo(id_)).status == "open"
    (holds,) = await brain.facts("Ana", "prefers_for_breakfast")
    assert holds.valid_until is None


async def test_what_the_judge_lets_stand_is_not_asked_again(brain: Brain) -> None:
    await two(brain)
    asked, judge = judging(brain, lambda _: FactVerdict("new"))
    assert (await run(asked)).proposals == 0
    assert [(one.status, one.decided_by) for one in (await brain.proposals.list()).items] == [("declined", "judge")]
    await tell(brain, LATE, fact("Carla", "likes", "go"))
    again = await run(asked)
    assert (again.model_calls, len(judge.asked_facts)) == (0, 1)
    nothing = await run(asked)
    assert (nothing.done, nothing.statements) == (0, 1)


async def test_facts_of_little_weight_are_not_compared(brain: Brain) -> None:
    await two(brain, importance=0.3)
    asked, judge = judging(brain, contradicts)
    assert (await run(asked)).proposals == 0
    assert judge.asked_facts == []


async def test_without_a_judge_two_values_of_one_relation_that_are_alike_are_proposed(brain: Brain) -> None:
    for day, name in (
        (EARLY, "Ana's spare key hangs beside the red kitchen door"),
        (LATE, "Ana's spare key hangs beside the blue kitchen door"),
    ):
        await tell(
            brain,
            day,
            {**fact("Ana", "notes", name), "text": name, "object_is_entity": False, "importance": 0.9},
        )
    await two(brain)
    report = await run(brain)
    assert (report.proposals, report.model_calls) == (1, 0)
    found = await only(brain)
    assert found.reasons == ("alike, and nobody has judged",)
    assert {one.relation for one in found.evidence} == {"notes"}


async def test_without_a_judge_a_fact_of_little_weight_is_compared_with_one_that_weighs_much(brain: Brain) -> None:
    for day, door, importance in ((EARLY, "red", 0.9), (LATE, "blue", 0.1), (LATE, "green", 0.1)):
        name = f"Ana's spare key hangs beside the {door} kitchen door"
        told = {**fact("Ana", "notes", name), "text": name, "object_is_entity": False, "importance": importance}
        await tell(brain, day, told)
    assert (await run(brain)).proposals == 2
    red = [one.evidence[1].text for one in (await brain.proposals.list()).items]
    assert all("red" in text for text in red)


async def test_two_alike_facts_among_very_many_of_one_subject_and_relation_are_proposed_without_a_judge(
    brain: Brain,
) -> None:
    notes = [f"{word} {n}" for n, word in enumerate(("Tuesday", "harbour", "violin", "cement") * 30)]
    notes += [f"The spare key of the house hangs beside the {door} kitchen door" for door in ("red", "blue")]
    lines = [{"subject": "Ana", "relation": "notes", "object": note, "text": note, "importance": 0.9} for note in notes]
    await brain.transfer.import_facts([{**line, "object_is_entity": False} for line in lines])
    for _ in range(5):
        if (await run(brain)).done == 0:
            break
    pairs = [{one.text for one in found.evidence} for found in (await brain.proposals.list(limit=1000)).items]
    assert set(notes[-2:]) in pairs


async def test_a_run_that_comes_to_its_limit_is_continued_by_the_next_one(brain: Brain) -> None:
    for n, animal in enumerate(("horse", "parrot", "hedgehog")):
        for day, name in ((EARLY, "Luna"), (LATE, "Bella")):
            text = f"The {animal} of the neighbour has the name {name}"
            told = {**fact(f"animal {n}", "has_name", name), "text": text, "object_is_entity": False}
            await tell(brain, day, {**told, "importance": 0.9, "cardinality": "many"})
    asked, judge = judging(brain, contradicts)
    done = []
    while not done or done[-1]:
        done.append((await run(asked, limit=1)).done)
    proposals = (await brain.proposals.list()).items
    assert done == [*[1] * len(proposals), 0]
    assert [len(questions) for questions in judge.asked_facts] == [1] * len(proposals)
    subjects = [{one.subject for one in found.evidence} for found in proposals]
    assert all({f"animal {n}"} in subjects for n in range(3))
    assert (await run(asked)).statements == 1, "all has been compared"


async def test_a_judge_that_fails_leaves_the_pair_for_the_next_run(brain: Brain) -> None:
    await two(brain)

    class Broken(ScriptedJudge):
        async def facts(self, questions: object) -> Judged:
            call = Call("judge.facts", "scripted", "", "", 0.0, error="slow")
            return Judged(facts=(FactVerdict("new"),), calls=(call,))

    models = replace(brain.engine.models, judge=Broken())
    report = await run(Brain(replace(brain.engine, models=models), brain.name))
    assert (report.done, len(report.warnings)) == (0, 1)
    assert (await brain.proposals.list()).items == ()
    asked, _ = judging(brain, contradicts)
    assert (await run(asked)).proposals == 1


async def test_an_approval_of_a_fact_that_has_ended_leaves_the_proposal_open(brain: Brain) -> None:
    _, earlier = await two(brain)
    asked, _ = judging(brain, contradicts)
    await run(asked)
    await brain.invalidate(earlier, at="2024-06-01")
    with pytest.raises(AlreadyClosed):
        await brain.proposals.approve((await only(brain)).id)
    assert (await only(brain)).status == "open"


async def test_a_forgotten_fact_takes_the_proposal_with_it(brain: Brain) -> None:
    _, earlier = await two(brain)
    asked, _ = judging(brain, contradicts)
    await run(asked)
    await brain.forget(earlier)
    assert (await brain.proposals.list()).items == ()
    assert await left_of(brain, earlier, but="Change") == []


async def test_a_rehearsal_asks_nobody_and_proposes_nothing(brain: Brain) -> None:
    await two(brain)
    asked, judge = judging(brain, contradicts)
    assert (await run(asked, dry_run=True)).done == 1
    assert judge.asked_facts == []
    assert (await brain.proposals.list()).items == ()
