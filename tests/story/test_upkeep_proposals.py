"""Pairs of entities that upkeep proposes to merge: found by names, decided by a person, taken back, not asked twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from graphmem.brain import Brain
from graphmem.claims import Judged, NameQuestion
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.errors import AlreadyMerged, ConflictError, InvalidInput, NotFound
from graphmem_contract.proposals import Proposal
from graphmem_contract.upkeep import JobReport
from tests.story.telling import left_of


async def run(brain: Brain, **options: object) -> JobReport:
    (report,) = (await brain.upkeep.tick(["duplicates"], **options)).jobs  # type: ignore[arg-type]
    return report


async def two(brain: Brain) -> tuple[str, str]:
    """Two entities that may be one, and one that is another; the ids of the two, the one with more facts first."""
    ids = []
    for name, likes in (
        ("Katherine Johnson", ("tea", "chess")),
        ("Katharine Johnson", ("tea",)),
        ("Bruno Reis", ("rowing",)),
    ):
        entity = await brain.entities.add(name=name, type="person")
        for one in likes:
            await brain.add_fact(subject=entity.id, relation="likes", object=one)
        ids.append(entity.id)
    return ids[0], ids[1]


async def only(brain: Brain) -> Proposal:
    (found,) = (await brain.proposals.list()).items
    return found


async def test_two_spellings_of_a_name_are_proposed_with_reasons_and_the_facts_that_agree(brain: Brain) -> None:
    stays, goes = await two(brain)
    report = await run(brain)
    assert (report.done, report.proposals, report.model_calls) == (1, 1, 0)
    found = await only(brain)
    assert (found.kind, found.status, found.decided_by) == ("merge", "open", None)
    assert [one.id for one in found.items] == [stays, goes]
    assert 0.5 <= found.score <= 1
    assert found.reasons[-1] == "2 facts agree"
    assert {(one.subject, one.object) for one in found.evidence} == {
        ("Katherine Johnson", "tea"),
        ("Katharine Johnson", "tea"),
    }
    assert [one.name for one in await brain.entities.list(query="Johnson")] == [
        "Katharine Johnson",
        "Katherine Johnson",
    ]


async def test_a_second_run_asks_nothing_and_a_new_entity_is_compared_alone(brain: Brain) -> None:
    await two(brain)
    await run(brain)
    again = await run(brain)
    assert (again.done, again.statements) == (0, 1)
    await brain.add_fact(subject="Zoe Quinn", relation="likes", object="go", object_is_entity=False)
    later = await run(brain)
    assert (later.done, later.proposals) == (0, 0)
    assert len((await brain.proposals.list()).items) == 1


async def test_an_approval_merges_and_its_undoing_parts_the_two_again(brain: Brain) -> None:
    stays, goes = await two(brain)
    await run(brain)
    id_ = (await only(brain)).id
    done = await brain.proposals.approve(id_, by="ana")
    assert (done.status, done.decided_by) == ("approved", "ana")
    assert done.merge_id is not None
    assert (await brain.entities.get(goes)).merged_into == stays
    with pytest.raises(ConflictError):
        await brain.proposals.approve(id_)
    undone = await brain.proposals.undo(id_)
    assert (undone.status, undone.decided_by, undone.merge_id) == ("open", None, None)
    assert (await brain.entities.get(goes)).merged_into is None
    with pytest.raises(ConflictError):
        await brain.proposals.undo(id_)


async def test_what_was_declined_is_not_proposed_again_until_its_evidence_changes(brain: Brain) -> None:
    stays, _ = await two(brain)
    await run(brain)
    id_ = (await only(brain)).id
    assert (await brain.proposals.decline(id_, by="ana")).status == "declined"
    await brain.add_fact(subject=stays, relation="plays", object="go")
    await brain.engine.store.driver.execute_query(
        "MATCH (j:UpkeepJob {brain: $brain}) SET j.seenAt = null", brain=brain.name
    )
    assert (await run(brain)).proposals == 0
    assert (await only(brain)).status == "declined"
    await brain.entities.change(stays, aliases_add=["Kathy Johnson"])
    assert (await run(brain)).proposals == 1
    assert ((await only(brain)).id, (await only(brain)).status) == (id_, "open")


async def test_the_judge_decides_between_the_bands_and_is_asked_once(brain: Brain) -> None:
    judge = ScriptedJudge(names=lambda _: None)
    asked = Brain(replace(brain.engine, models=replace(brain.engine.models, judge=judge)), brain.name)
    await brain.configure(fuzzy_threshold=1.0)
    await two(brain)
    report = await run(asked)
    assert (report.proposals, report.model_calls) == (0, 1)
    assert [(one.status, one.decided_by) for one in (await brain.proposals.list()).items] == [("declined", "judge")]
    await brain.add_fact(subject="Zoe Quinn", relation="likes", object="go", object_is_entity=False)
    await run(asked)
    assert len(judge.asked_names) == 1
    yes = ScriptedJudge(names=lambda _: 0)
    willing = Brain(replace(brain.engine, models=replace(brain.engine.models, judge=yes)), brain.name)
    await brain.entities.add(name="Lena Maier", type="person")
    await brain.entities.add(name="Lena Mayer", type="person")
    assert (await run(willing)).proposals == 1


async def test_a_judge_that_fails_leaves_the_pair_to_a_person_and_the_report_tells_so(brain: Brain) -> None:
    class Broken(ScriptedJudge):
        async def names(self, questions: Sequence[NameQuestion]) -> Judged:
            judged = await super().names(questions)
            return replace(judged, calls=(replace(judged.calls[0], error="ModelTimeout: slow"),))

    broken = Broken(names=lambda _: None)
    asked = Brain(replace(brain.engine, models=replace(brain.engine.models, judge=broken)), brain.name)
    await brain.configure(fuzzy_threshold=1.0)
    await two(brain)
    report = await run(asked)
    assert (report.proposals, report.warnings) == (
        1, ("The judge failed; 1 pairs of entities are proposed without its answer.",),
    )  # fmt: skip
    found = await only(brain)
    assert (found.status, found.decided_by, found.reasons[-1]) == ("open", None, "the judge did not answer")
    assert len(await brain.entities.list(query="Johnson")) == 2, "nothing is merged"
    answering = ScriptedJudge(names=lambda _: 0)
    willing = Brain(replace(brain.engine, models=replace(brain.engine.models, judge=answering)), brain.name)
    await brain.entities.add(name="Lena Maier", type="person")
    await brain.entities.add(name="Lena Mayer", type="person")
    assert (await run(willing)).warnings == ()
    newest = (await brain.proposals.list()).items[0]
    assert "the judge did not answer" not in newest.reasons


async def test_two_approvals_at_once_make_one_merge(brain: Brain) -> None:
    _, goes = await two(brain)
    await run(brain)
    id_ = (await only(brain)).id
    results = await asyncio.gather(*(brain.proposals.approve(id_) for _ in range(3)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in results) == ["ConflictError", "ConflictError", "Proposal"]
    assert len((await brain.entities.history(goes)).merges) == 1


async def test_an_approval_that_cannot_be_carried_out_leaves_the_proposal_open(brain: Brain) -> None:
    stays, goes = await two(brain)
    other = await brain.entities.add(name="Katia", type="person")
    await run(brain)
    id_ = (await only(brain)).id
    await brain.entities.merge(other.id, goes)
    with pytest.raises(AlreadyMerged):
        await brain.proposals.approve(id_)
    assert (await only(brain)).status == "open"
    assert (await brain.entities.get(stays)).merged_into is None


async def test_nothing_of_a_forgotten_entity_is_left_in_a_proposal(brain: Brain) -> None:
    _, goes = await two(brain)
    await run(brain)
    await brain.entities.forget(goes)
    assert (await brain.proposals.list()).items == ()
    assert await left_of(brain, goes, but="Change") == []


async def test_a_forgotten_fact_is_no_evidence_any_more(brain: Brain) -> None:
    await two(brain)
    await run(brain)
    fact = (await only(brain)).evidence[0]
    await brain.forget(fact.id)
    assert fact.id not in [one.id for one in (await only(brain)).evidence]
    assert await left_of(brain, fact.id, but="Change") == []


async def test_a_rehearsal_proposes_nothing(brain: Brain) -> None:
    await two(brain)
    assert (await run(brain, dry_run=True)).done == 1
    assert (await brain.proposals.list()).items == ()


async def test_proposals_go_with_an_export(brain: Brain, memory: object) -> None:
    await two(brain)
    await run(brain)
    before = await only(brain)
    other = Brain(brain.engine, f"{brain.name}-copy")
    await other.transfer.load([line async for line in brain.transfer.export()])
    assert await only(other) == before


async def test_what_is_not_there_and_what_is_no_status_is_refused(brain: Brain) -> None:
    await two(brain)
    for way in (brain.proposals.approve, brain.proposals.decline, brain.proposals.undo):
        with pytest.raises(NotFound):
            await way("nothing")
    with pytest.raises(InvalidInput):
        await brain.proposals.list(status="new")  # type: ignore[arg-type]
