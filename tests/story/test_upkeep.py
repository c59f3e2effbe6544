"""A tick: what fades and what is kept, and that a second one does nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.upkeep.tick import tick
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.upkeep import JobName, JobReport
from tests.story.staging import properties
from tests.story.telling import fact, tell


async def run(brain: Brain, job: JobName, *, days: float = 0, **options: Any) -> JobReport:
    """Run one job as if some days had passed."""
    (report,) = (
        await tick(brain.engine, brain.name, [job], now=datetime.now(UTC) + timedelta(days=days), **options)
    ).jobs
    return report


async def query(brain: Brain, text: str, **more: Any) -> list[dict[str, Any]]:
    rows, _, _ = await brain.engine.store.driver.execute_query(text, brain=brain.name, **more)  # type: ignore[arg-type]
    return [row.data() for row in rows]


async def weights(brain: Brain) -> list[float]:
    rows = await query(brain, "MATCH (r:FactRef {brain: $brain})-[a:ASSOCIATED]->() RETURN a.weight AS w ORDER BY w")
    return [row["w"] for row in rows]


async def associated(brain: Brain, weight: float) -> list[str]:
    """Two facts of one message with an association of this weight."""
    told = await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"), fact("Ana", "keeps", "bees"), session_id="s")
    ids = [one.id or "" for one in told.facts_added]
    await query(
        brain,
        "MERGE (a:FactRef {brain: $brain, factId: $ids[0]}) MERGE (b:FactRef {brain: $brain, factId: $ids[1]}) "
        "MERGE (a)-[r:ASSOCIATED]-(b) SET r.weight = $weight",
        ids=ids,
        weight=weight,
    )
    return ids


async def everything(brain: Brain) -> list[Any]:
    """Every answer of `facts` about now and about all times."""
    return [
        [one.model_dump() for one in await brain.facts(include_closed=closed, limit=1000)] for closed in (False, True)
    ]


# --------------------------------------------------------------------------- associations


@pytest.mark.parametrize("looks", [(90,), (30, 60, 90), tuple(range(1, 91))], ids=["once", "three times", "every day"])
async def test_an_association_falls_once_for_each_day_however_often_it_is_looked_at(
    brain: Brain, looks: tuple[int, ...]
) -> None:
    await associated(brain, 0.5)
    await run(brain, "decay")  # starts the clock
    assert await weights(brain) == [0.5]
    for days in looks if len(looks) < 10 else (*looks[:3], *looks[-3:]):
        await run(brain, "decay", days=days)
        await run(brain, "decay", days=days)
    (left,) = await weights(brain)
    assert left == pytest.approx(0.1839, abs=5e-5)


async def test_a_weak_association_is_removed(brain: Brain) -> None:
    await associated(brain, 0.06)
    await run(brain, "decay")
    await run(brain, "decay", days=10)
    assert await weights(brain) == [pytest.approx(0.0537, abs=5e-5)]
    report = await run(brain, "decay", days=30)
    assert (await weights(brain), report.done) == ([], 1)


async def test_facts_that_are_used_together_are_associated_more_strongly(brain: Brain) -> None:
    await associated(brain, 0.5)
    await brain.recall("What does Ana keep and like?", recipe="facts", reinforce=True)
    assert await weights(brain) == [pytest.approx(0.6)]
    for _ in range(5):
        await brain.recall("What does Ana keep and like?", recipe="facts", reinforce=True)
    assert await weights(brain) == [1.0]


# --------------------------------------------------------------------------- marks of facts


async def used(brain: Brain, fact_id: str, **values: Any) -> None:
    await query(
        brain,
        "MATCH ()-[f:FACT {brain: $brain, factId: $id}]->() SET f += $values",
        id=fact_id,
        values=values,
    )


async def test_a_fact_in_use_becomes_core_after_ten_uses_and_two_sessions(brain: Brain) -> None:
    told = await tell(brain, "2024-01-01", fact("Pia", "keeps", "bees"), session_id="monday")
    id_ = told.facts_added[0].id or ""
    await run(brain, "decay")
    await used(brain, id_, stability=0.9)
    for _ in range(10):
        await brain.recall("Does Pia keep bees?", recipe="facts", reinforce=True)
    await run(brain, "decay")
    assert "tier" not in await properties(brain, id_), "it was told in one session only"
    await tell(brain, "2024-02-01", fact("Pia", "keeps", "bees"), session_id="tuesday")
    await brain.recall("Does Pia keep bees?", recipe="facts", reinforce=True)
    assert (await run(brain, "decay")).done == 1
    found = await properties(brain, id_)
    assert (found["tier"], found["category"]) == ("core", (await brain.fact(id_)).category)
    assert found["category"] != "core"


async def cold_fact(brain: Brain) -> str:
    """A fact that has gone cold, beside one that has not."""
    await brain.add_fact(subject="Pia", relation="keeps", object="bees", category="procedural")
    one = await brain.add_fact(subject="Pia", relation="noticed", object="a heron", category="episodic", importance=0.1)
    report = await run(brain, "decay", days=100)
    assert report.done == 1
    return one.id


async def found(brain: Brain, **options: Any) -> list[str]:
    result = await brain.recall("What did Pia notice and keep?", recipe="facts", min_relevance=0, **options)
    return [item.fact.object for item in result.facts if item.fact]


async def test_a_fact_that_nobody_uses_goes_cold_and_only_a_deep_recall_finds_it(brain: Brain) -> None:
    id_ = await cold_fact(brain)
    assert await found(brain) == ["bees"]
    assert sorted(await found(brain, deep=True)) == ["a heron", "bees"]
    assert "a heron" in [one.object for one in await brain.facts(subject="Pia")]
    explained = await brain.recall("What did Pia notice?", recipe="facts", min_relevance=0, explain=True)
    assert explained.explanation is not None
    left = [(one.filters, one.item.fact.id) for one in explained.explanation.left_out if one.item.fact]
    assert left == [(("deep",), id_)]


@pytest.mark.parametrize("how", ["used", "told again"])
async def test_a_cold_fact_is_warm_again_at_once_when_it_is_used_or_told(brain: Brain, how: str) -> None:
    id_ = await cold_fact(brain)
    if how == "used":
        await brain.recall("What did Pia notice?", recipe="facts", deep=True, reinforce=True)
    else:
        await brain.add_fact(subject="Pia", relation="noticed", object="a heron", category="episodic", importance=0.1)
    assert "cold" not in await properties(brain, id_)
    assert sorted(await found(brain)) == ["a heron", "bees"]


async def test_what_is_learnt_today_about_long_ago_is_not_cold(brain: Brain) -> None:
    await tell(brain, "2014-01-01", {**fact("Pia", "noticed", "a heron"), "category": "episodic", "importance": 0.1})
    assert (await run(brain, "decay")).done == 0
    assert await found(brain) == ["a heron"]


# --------------------------------------------------------------------------- importance


async def test_an_entity_with_more_and_newer_facts_in_use_is_more_important(brain: Brain) -> None:
    for number in range(5):
        await brain.add_fact(subject="Ana", relation="knows", object=f"Person {number}", object_is_entity=True)
    await tell(brain, "2014-01-01", fact("Bruno", "knows", "Clara"))
    assert (await brain.entities.get("Ana")).importance == 0.5
    await brain.recall("Whom does Ana know?", recipe="facts", reinforce=True)
    report = await run(brain, "importance")
    assert report.done == 6 + 8
    rated = [(await brain.entities.get(name)).importance or 0 for name in ("Ana", "Person 1", "Bruno")]
    assert rated == sorted(rated, reverse=True)
    assert 0 < rated[2] < rated[0] <= 1
    values = await query(brain, "MATCH ()-[f:FACT {brain: $brain}]->() RETURN f.vitality AS v ORDER BY v")
    assert all(0 < row["v"] <= 0.9 for row in values)


async def test_only_what_changed_is_rated_again_on_the_same_day(brain: Brain) -> None:
    for name in ("Ana", "Bruno", "Clara"):
        await brain.add_fact(subject=name, relation="likes", object="tea")
    await run(brain, "importance")
    await query(brain, "MATCH (j:UpkeepJob {brain: $brain}) SET j.seenAt = j.seenAt + duration({minutes: 3})")
    await brain.recall("What does Ana like?", recipe="facts", entities=["Ana"], reinforce=True)
    await query(
        brain,
        "MATCH ()-[f:FACT {brain: $brain}]->() WHERE f.lastAccessedAt IS NOT NULL "
        "SET f.lastAccessedAt = f.lastAccessedAt + duration({minutes: 5})",
    )
    report = await run(brain, "importance")
    assert (report.done, report.skipped) == (2, 0)


# --------------------------------------------------------------------------- every job


@pytest.mark.parametrize("job", ["decay", "importance"])
async def test_a_second_run_without_a_change_writes_nothing_and_asks_twice(brain: Brain, job: JobName) -> None:
    await associated(brain, 0.5)
    await query(brain, "MATCH ()-[f:FACT {brain: $brain}]->() SET f.recordedAt = f.recordedAt - duration({hours: 1})")
    await run(brain, job)
    before = await query(brain, "MATCH (n {brain: $brain}) OPTIONAL MATCH (n)-[r]->() RETURN n, properties(r) AS r")
    again = await run(brain, job)
    assert (again.done, again.statements) == (0, 2)
    after = await query(brain, "MATCH (n {brain: $brain}) OPTIONAL MATCH (n)-[r]->() RETURN n, properties(r) AS r")
    assert after == before


@pytest.mark.parametrize("job", ["decay", "importance"])
async def test_a_rehearsal_counts_what_the_run_then_does(brain: Brain, job: JobName) -> None:
    await associated(brain, 0.5)
    await run(brain, "decay")
    told = await run(brain, job, days=400, dry_run=True)
    assert await run(brain, job, days=400, dry_run=True) == told
    done = await run(brain, job, days=400)
    assert (done.done, done.skipped) == (told.done, told.skipped)
    assert done.done > 0


async def test_a_run_that_comes_to_its_limit_is_continued_by_the_next(brain: Brain) -> None:
    for number in range(5):
        await brain.add_fact(
            subject="Ana", relation="noticed", object=f"bird {number}", category="episodic", importance=0.1
        )
    assert [(await run(brain, "decay", days=300, limit=2)).done for _ in range(4)] == [2, 2, 2, 0], (
        "the last one: told together"
    )
    assert len(await query(brain, "MATCH ()-[f:FACT {brain: $brain, cold: true}]->() RETURN f")) == 5


async def test_no_answer_of_facts_changes(brain: Brain) -> None:
    await associated(brain, 0.5)
    before = await everything(brain)
    revision = (await brain.overview.stats()).revision
    for days in (0, 40, 4000):
        await tick(brain.engine, brain.name, now=datetime.now(UTC) + timedelta(days=days))
    assert await everything(brain) == before
    assert (await brain.overview.stats()).revision == revision


async def test_a_brain_that_is_not_there_and_a_limit_of_nothing_are_refused(brain: Brain) -> None:
    with pytest.raises(NotFound):
        await brain.upkeep.tick()
    await brain.add_fact(subject="Ana", relation="likes", object="tea")
    with pytest.raises(InvalidInput):
        await brain.upkeep.tick(limit=0)
    with pytest.raises(InvalidInput):
        await brain.upkeep.tick(["unknown"])  # type: ignore[list-item]
    assert [one.job for one in (await brain.upkeep.tick()).jobs] == [
        "vectors",
        "decay",
        "importance",
        "profiles",
        "duplicates",
        "conflicts",
        "observations",
        "directives",
        "clusters",
        "summaries",
    ]


async def test_nothing_is_left_of_a_brain_that_is_forgotten_after_a_tick(brain: Brain) -> None:
    await associated(brain, 0.5)
    await brain.upkeep.tick()
    await brain.delete()
    assert await query(brain, "MATCH (n {brain: $brain}) RETURN n") == []
    with pytest.raises(NotFound):
        await brain.upkeep.tick()
