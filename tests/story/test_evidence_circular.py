"""Facts that rest on each other stand only while something outside carries them (docs/time.md, R7)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem.brain import Brain

SINCE = "2022-01-01"


async def ground(brain: Brain, name: str) -> str:
    made = await brain.add_fact(subject="Ana", relation="signed", object=name, valid_from="2020-01-01")
    return made.id


async def resting(brain: Brain, name: str, *evidence: str) -> str:
    """State a fact that rests on others, or state it once more with other evidence."""
    made = await brain.add_fact(
        subject="Ana", relation="likes", object=name, valid_from=SINCE, evidence_ids=list(evidence)
    )
    return made.id


async def ring(brain: Brain, size: int, *grounds: str) -> list[str]:
    """Facts in a ring, each resting on the one before it; the first one also rests on the grounds."""
    first = await resting(brain, "link 0", *grounds)
    ids = [first]
    for n in range(1, size):
        ids.append(await resting(brain, f"link {n}", ids[-1]))
    assert await resting(brain, "link 0", ids[-1]) == first
    return ids


async def standing(brain: Brain, ids: Sequence[str]) -> list[bool]:
    return [(await brain.fact(one)).holds_now for one in ids]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
async def test_a_ring_falls_with_what_carried_it_and_comes_back_with_it(brain: Brain, size: int) -> None:
    outside = await ground(brain, "a contract")
    ids = await ring(brain, size, outside)
    assert await standing(brain, ids) == [True] * size
    changes = await brain.invalidate(outside, kind="corrected")
    assert {one.id for one in changes.changed} == {outside, *ids}
    assert await standing(brain, ids) == [False] * size
    await brain.restore(outside)
    assert await standing(brain, ids) == [True] * size


async def test_a_ring_ends_on_the_day_on_which_its_ground_ends(brain: Brain) -> None:
    outside = await ground(brain, "a contract")
    ids = await ring(brain, 3, outside)
    await brain.invalidate(outside, at="2024-05-01")
    assert {f"{(await brain.fact(one)).valid_until:%F}" for one in ids} == {"2024-05-01"}


async def test_a_ring_with_two_grounds_falls_with_the_second(brain: Brain) -> None:
    grounds = [await ground(brain, name) for name in ("a contract", "a letter")]
    ids = await ring(brain, 2, *grounds)
    for left, outside in ((True, grounds[0]), (False, grounds[1])):
        await brain.invalidate(outside, kind="corrected")
        assert await standing(brain, ids) == [left, left]


async def test_a_ring_that_is_carried_at_another_place_stands(brain: Brain) -> None:
    first, second = [await ground(brain, name) for name in ("a contract", "a letter")]
    ids = await ring(brain, 3, first)
    assert await resting(brain, "link 1", second) == ids[1]
    await brain.invalidate(first, kind="corrected")
    assert await standing(brain, ids) == [True] * 3
    await brain.invalidate(second, kind="corrected")
    assert await standing(brain, ids) == [False] * 3


async def test_two_rings_with_a_fact_in_common_fall_together(brain: Brain) -> None:
    outside = await ground(brain, "a contract")
    ids = await ring(brain, 3, outside)
    side = await resting(brain, "side", ids[1])
    assert await resting(brain, "link 1", side) == ids[1]
    await brain.invalidate(outside, kind="corrected")
    assert await standing(brain, [*ids, side]) == [False] * 4


async def test_forgetting_what_carried_a_ring_removes_the_ring(brain: Brain) -> None:
    outside = await ground(brain, "a contract")
    ids = await ring(brain, 2, outside)
    gone = await brain.forget(outside)
    assert {outside, *ids} <= set(gone.removed.facts)
    assert (await brain.facts("Ana", "likes", include_closed=True)).items == ()
