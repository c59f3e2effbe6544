"""Symmetric facts are denied, ended and restored in either direction (docs/time.md, R6)."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.records import Fact
from tests.story.telling import fact, only, spans, tell

WITHOUT_DIRECTION = ("married_to", "knows")


async def told(brain: Brain, relation: str) -> Fact:
    await tell(brain, "2020-01-01", fact("Ana", relation, "Bruno"))
    return await only(brain, "Ana", relation)


def turned(relation: str, **more: Any) -> dict[str, Any]:
    return fact("Bruno", relation, "Ana", **more)


@pytest.mark.parametrize("relation", WITHOUT_DIRECTION)
async def test_a_denial_takes_both_ways_of_saying_it_back(brain: Brain, relation: str) -> None:
    known = await told(brain, relation)
    await tell(brain, "2020-02-01", turned(relation))
    denied = await tell(brain, "2021-01-01", turned(relation, action="never"))
    assert (denied.warnings, [f.id for f in denied.facts_deleted]) == ((), [known.id])
    assert (await brain.facts(relation=relation, include_closed=True)).items == ()


@pytest.mark.parametrize("relation", WITHOUT_DIRECTION)
async def test_a_denial_by_hand_names_the_fact_that_was_told_the_other_way(brain: Brain, relation: str) -> None:
    known = await told(brain, relation)
    denied = await brain.add_fact(**turned(relation, action="never"))
    assert (denied.id, denied.status) == (known.id, "corrected")


@pytest.mark.parametrize("relation", WITHOUT_DIRECTION)
async def test_an_end_said_the_other_way_round_is_met(brain: Brain, relation: str) -> None:
    known = await told(brain, relation)
    ended = await tell(brain, "2021-01-01", turned(relation, action="ends"))
    assert (ended.warnings, [f.id for f in ended.facts_closed]) == ((), [known.id])
    assert {span[1:] for span in await spans(brain, "Ana", relation)} == {("2020-01-01", "2021-01-01")}


@pytest.mark.parametrize("relation", WITHOUT_DIRECTION)
async def test_an_end_by_hand_or_in_an_import_names_the_fact_that_was_told_the_other_way(
    brain: Brain, relation: str
) -> None:
    known = await told(brain, relation)
    ended = await brain.add_fact(**turned(relation, action="ends", valid_until="2022-01-01"))
    assert (ended.id, ended.closed_reason) == (known.id, "retracted")
    line = (await brain.transfer.import_facts([turned(relation, action="ends", valid_until="2021-01-01")])).lines[0]
    assert (line.id, line.effect) == (known.id, "ended")


@pytest.mark.parametrize("relation", WITHOUT_DIRECTION)
async def test_an_end_that_was_said_the_other_way_round_is_taken_back(brain: Brain, relation: str) -> None:
    known = await told(brain, relation)
    await tell(brain, "2021-01-01", turned(relation, action="ends"))
    await brain.restore(known.id)
    restored = await brain.fact(known.id)
    assert (restored.status, restored.valid_until) == ("live", None)


async def test_what_has_a_direction_is_not_met_the_other_way_round(brain: Brain) -> None:
    known = await told(brain, "mentors")
    for action, warning in (("never", "nothing_to_withdraw"), ("ends", "end_without_start")):
        result = await tell(brain, "2021-01-01", turned("mentors", action=action))
        assert [w.split(":")[0] for w in result.warnings] == [warning]
    assert (await brain.fact(known.id)).status == "live"
