"""Evidence that names a fact which has since been joined with another fact (docs/time.md, R2, R7)."""

from __future__ import annotations

from graphmem.brain import Brain
from tests.story.telling import fact, tell


async def works(brain: Brain, since: str, until: str | None = None) -> str:
    made = await brain.add_fact(
        subject="Ana", relation="works_at", object="Acme", object_is_entity=True, valid_from=since, valid_until=until
    )
    return made.id


async def badge(brain: Brain, *evidence: str, name: str = "badge") -> str:
    made = await brain.add_fact(
        subject="Ana", relation="carries", object=name, valid_from="2022-06-01", evidence_ids=list(evidence)
    )
    return made.id


async def test_what_rests_on_a_period_rests_on_what_it_became_part_of(brain: Brain) -> None:
    early = await works(brain, "2020-01-01", "2021-01-01")
    late = await works(brain, "2022-01-01")
    rests = await badge(brain, late)
    bridge = await works(brain, "2020-06-01", "2022-06-01")
    assert bridge == early, "one period now, named by its first statement"
    assert (await brain.fact(late)).status == "closed"
    assert (await brain.fact(rests)).holds_now
    changes = await brain.invalidate(early, at="2023-01-01")
    assert {c.id for c in changes.changed} == {early, rests}
    assert f"{(await brain.fact(rests)).valid_until:%F}" == "2023-01-01"
    await brain.restore(early)
    assert (await brain.fact(rests)).holds_now


async def test_a_period_that_became_part_of_another_can_still_be_named_as_evidence(brain: Brain) -> None:
    early = await works(brain, "2020-01-01", "2021-01-01")
    late = await works(brain, "2022-01-01")
    await works(brain, "2020-06-01", "2022-06-01")
    rests = await badge(brain, late)
    further = await badge(brain, rests, name="key")
    assert (await brain.fact(rests)).holds_now
    await brain.invalidate(early, kind="corrected")
    assert not (await brain.fact(rests)).holds_now
    assert not (await brain.fact(further)).holds_now


async def test_what_rests_on_a_joined_period_comes_back_with_it(brain: Brain) -> None:
    await works(brain, "2020-01-01", "2021-01-01")
    late = await works(brain, "2022-01-01")
    rests = await badge(brain, late)
    bridge = {"valid_from": "2020-06-01", "valid_until": "2022-06-01"}
    await tell(brain, "2022-06-01", fact("Ana", "works_at", "Acme", **bridge))
    early = (await brain.facts("Ana", "works_at", "Acme"))[0].id
    await brain.invalidate(early, kind="corrected")
    assert not (await brain.fact(rests)).holds_now
    await brain.restore(early)
    assert (await brain.fact(rests)).holds_now


async def test_an_inferred_fact_that_is_then_stated_carries_by_itself(brain: Brain) -> None:
    ground = await works(brain, "2020-01-01")
    rests = await badge(brain, ground)
    again = await brain.add_fact(subject="Ana", relation="carries", object="badge", valid_from="2022-06-01")
    assert again.id == rests
    further = await badge(brain, rests, name="key")
    await brain.invalidate(ground, kind="corrected")
    assert (await brain.fact(rests)).holds_now
    assert (await brain.fact(further)).holds_now
