"""Merge and unmerge where one of the entities is forgotten: nothing that is forgotten comes back, and nothing else is lost."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import GraphmemError, NotFound
from tests.story.merging import everything, id_of, two_of_one


async def everything_stored(brain: Brain) -> str:
    """All that the brain exports, as text."""
    return "\n".join([line async for line in brain.transfer.export()])


@pytest.mark.parametrize("by", ["id", "name"])
async def test_a_forgotten_entity_cannot_be_merged_either_way_round(brain: Brain, by: str) -> None:
    await two_of_one(brain)
    lena = await id_of(brain, "Lena")
    await brain.entities.forget(lena)
    before = await everything_stored(brain)
    named = lena if by == "id" else "Lena"
    for into, from_ in (("Ana", named), (named, "Ana")):
        with pytest.raises(NotFound):
            await brain.entities.merge(into, from_)
    assert await everything_stored(brain) == before


async def test_what_was_merged_away_is_forgotten_with_the_entity_that_it_became(brain: Brain) -> None:
    await two_of_one(brain)
    ana, lena = await id_of(brain, "Ana"), await id_of(brain, "Lena")
    merge = (await brain.entities.merge(ana, lena)).merges[0]
    await brain.entities.forget(ana)
    before = await everything_stored(brain)
    for entity in (ana, lena, "Ana", "Lena"):
        with pytest.raises(GraphmemError):
            await brain.entities.unmerge(entity, merge.merge_id)
    assert await everything_stored(brain) == before
    stored = await everything_stored(brain)
    assert [fact.text for fact in await brain.facts("Lena", include_closed=True)] == []
    assert ana not in stored
    assert lena not in stored


async def test_who_was_merged_away_cannot_be_forgotten_alone(brain: Brain) -> None:
    await two_of_one(brain)
    ana, lena = await id_of(brain, "Ana"), await id_of(brain, "Lena")
    merge = (await brain.entities.merge(ana, lena)).merges[0]
    before = await everything(brain)
    with pytest.raises(GraphmemError):
        await brain.entities.forget(lena)
    assert await everything(brain) == before
    await brain.entities.unmerge(lena, merge.merge_id)
    await brain.entities.forget(lena)
    assert await id_of(brain, "Ana") == ana
    with pytest.raises(NotFound):
        await brain.entities.get("Lena")
