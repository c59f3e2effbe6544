"""Consolidation: fading facts that say much the same are told together; the facts stay, and the text follows them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.models.digests.writer import DigestRequest
from graphmem.upkeep.tick import tick
from graphmem_contract.errors import ModelTimeout
from graphmem_contract.observations import Observation
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedDigestWriter
from tests.story.telling import left_of

DAYS = 200.0
BIRDS = ("heron", "stork", "crane", "egret", "ibis", "plover")


async def run(brain: Brain, *, days: float = DAYS, **options: Any) -> JobReport:
    now = datetime.now(UTC) + timedelta(days=days)
    (report,) = (await tick(brain.engine, brain.name, ["decay"], now=now, **options)).jobs
    return report


async def birds(brain: Brain, count: int = 5) -> list[str]:
    """Facts that fade and say much the same, and one that says something else."""
    await brain.add_fact(subject="Ana", relation="keeps", object="bees", category="procedural")
    await brain.add_fact(
        subject="Hugo",
        relation="repairs",
        object="violins",
        text="Old violins went to Hugo.",
        category="episodic",
        importance=0.1,
    )
    return [await seen(brain, bird) for bird in BIRDS[:count]]


async def seen(brain: Brain, bird: str) -> str:
    text = f"Pia noticed a {bird} by the long river near the old mill"
    one = await brain.add_fact(
        subject="Pia", relation="noticed", object=f"a {bird}", text=text, category="episodic", importance=0.1,
        cardinality="many", object_is_entity=False,
    )  # fmt: skip
    return one.id


async def only(brain: Brain) -> Observation:
    (found,) = (await brain.observations.list()).items
    return found


def writing(brain: Brain, script: Any = lambda asked: ("Birds", f"Pia saw {len(asked.facts)} birds.")) -> Any:
    writer = ScriptedDigestWriter(script)
    models = replace(brain.engine.models, digest_writer=writer)
    return Brain(replace(brain.engine, models=models), brain.name), writer


async def everything(brain: Brain) -> list[Any]:
    return [one.model_dump() for one in await brain.facts(include_closed=True, limit=1000)]


async def test_five_fading_facts_that_say_the_same_are_told_together_and_stay(brain: Brain) -> None:
    ids = await birds(brain)
    before = await everything(brain)
    await run(brain)
    found = await only(brain)
    assert (found.kind, found.status, found.title) == ("consolidated", "active", "Pia")
    assert set(found.fact_ids) == set(ids)
    assert found.text.count("Pia noticed a") == 5
    assert await everything(brain) == before


async def test_four_are_too_few_and_so_are_five_that_are_fresh(brain: Brain) -> None:
    await birds(brain, 4)
    await run(brain)
    assert (await brain.observations.list()).items == ()
    await seen(brain, "ibis")
    await run(brain, days=0.5)
    assert (await brain.observations.list()).items == ()


async def test_nothing_changed_means_no_model_is_asked_and_nothing_is_written(brain: Brain) -> None:
    await birds(brain)
    asked, writer = writing(brain)
    first = await run(asked)
    assert first.model_calls == 1
    before = await only(brain)
    assert before.text == "Pia saw 5 birds."
    again, tomorrow = await run(asked), await run(asked, days=DAYS + 1)
    assert (again.model_calls, tomorrow.model_calls, tomorrow.done) == (0, 0, 0)
    assert len(writer.requests) == 1
    assert await only(brain) == before


async def test_a_fact_that_fades_later_joins_and_one_in_use_leaves(brain: Brain) -> None:
    ids = await birds(brain, 6)
    asked, _ = writing(brain)
    await run(asked)
    first = await only(brain)
    assert len(first.fact_ids) == 6
    await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain, factId: $id}]->() SET f.stability = 1.0, f.importance = 0.9",
        brain=brain.name,
        id=ids[5],
    )
    await run(asked, days=DAYS + 1)
    later = await only(brain)
    assert (later.id, set(later.fact_ids), later.text) == (first.id, set(ids[:5]), "Pia saw 5 birds.")
    await brain.forget(ids[5])
    await brain.invalidate(ids[4], kind="corrected")
    await run(asked, days=DAYS + 2)
    assert (await only(brain)).status == "retired"


async def test_a_model_that_fails_loses_nothing_and_is_asked_again(brain: Brain) -> None:
    await birds(brain)

    def broken(asked: DigestRequest) -> tuple[str, str]:
        raise ModelTimeout("slow")

    failing, _ = writing(brain, broken)
    report = await run(failing)
    assert len(report.warnings) == 1
    assert (await brain.observations.list()).items == ()
    asked, _ = writing(brain)
    assert (await run(asked)).model_calls == 1
    assert (await only(brain)).text == "Pia saw 5 birds."


@pytest.mark.parametrize("many", [5, 6])
async def test_nothing_of_what_is_forgotten_is_left_in_a_consolidation(brain: Brain, many: int) -> None:
    ids = await birds(brain, many)
    await run(brain)
    assert "a stork by" in (await only(brain)).text
    await brain.forget(ids[1])
    assert await left_of(brain, "a stork by") == []
    await run(brain, days=DAYS + 1)
    assert await left_of(brain, "a stork by") == []
    assert len((await brain.observations.list(status="active")).items) == many - 5


async def test_looking_for_observations_leaves_a_consolidation_alone(brain: Brain) -> None:
    await birds(brain)
    await run(brain)
    before = await only(brain)
    await brain.upkeep.tick(["observations"])
    assert before in (await brain.observations.list(kind="consolidated")).items


async def test_a_rehearsal_asks_nobody_and_writes_nothing(brain: Brain) -> None:
    await birds(brain)
    asked, writer = writing(brain)
    await run(asked, dry_run=True)
    assert writer.requests == []
    assert (await brain.observations.list()).items == ()
