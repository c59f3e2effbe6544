"""Merges during commits: a message planned before a merge is planned again, and nothing is written to a tombstone."""

from __future__ import annotations

import asyncio

from graphmem.brain import Brain
from graphmem_contract.errors import AlreadyMerged
from tests.story.telling import fact, spans, tell

NAMES = ("Ana", "Lena")


async def strays(brain: Brain) -> int:
    """Facts and statements at tombstones, and facts that are not at the entity of their first statement."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Entity {brain: $brain}) WHERE e.mergedInto IS NOT NULL "
        "WITH collect(e.id) AS stones "
        "OPTIONAL MATCH (s:Statement {brain: $brain}) WHERE s.subjectId IN stones OR s.objectId IN stones "
        "WITH stones, count(s) AS said "
        "OPTIONAL MATCH (a)-[f:FACT {brain: $brain}]->(b) WHERE f.subjectId IN stones OR f.objectId IN stones "
        "OR a.id <> f.subjectId OR b.id <> f.objectId OR a = b "
        "RETURN said, count(f) AS facts",
        brain=brain.name,
    )
    return int(rows[0]["said"] + rows[0]["facts"])


async def talk(brain: Brain, who: str, start: int) -> None:
    for n in range(5):
        await tell(
            brain,
            f"20{start + 2 * n}-01-01",
            fact(who, "works_at", f"Firm {start + 2 * n}"),
            fact("Bruno", "trusts", who),
        )


async def merge_and_part(brain: Brain) -> int:
    done = 0
    for n in range(6):
        merge = (await brain.entities.merge("person:ana", "person:lena")).merges[0]
        assert await strays(brain) == 0
        if n < 5:
            await brain.entities.unmerge(merge.entity_id, merge.merge_id)
        done += 1
    return done


async def test_messages_and_merges_at_once_leave_what_one_after_the_other_leaves(brain: Brain) -> None:
    for who in NAMES:
        await tell(brain, "2009-01-01", fact(who, "plays", "chess", object_is_entity=False))
    _, _, done = await asyncio.gather(talk(brain, "Ana", 10), talk(brain, "Lena", 11), merge_and_part(brain))
    assert done == 6
    assert await strays(brain) == 0
    years = range(2010, 2020)
    ends = [f"{year + 1}-01-01" if year < 2019 else None for year in years]
    expected = {(f"Firm {year - 2000}", f"{year}-01-01", end) for year, end in zip(years, ends, strict=True)}
    assert await spans(brain, "Ana", "works_at") == expected
    assert {f.object for f in await brain.facts("Bruno", "trusts")} == {"Ana"}

    merge = await brain.engine.store.read(
        "entities/merge_closure", brain=brain.name, ids=[(await brain.entities.get("Ana")).id]
    )
    stone = next(row for row in merge if row["merge"])
    await brain.entities.unmerge(stone["entity"]["id"], stone["merge"]["id"])
    hers = {(object_, (since or "")[:4]) for object_, since, _ in await spans(brain, "Lena", "works_at")}
    assert hers == {(f"Firm {year - 2000}", str(year)) for year in years if year % 2}


async def test_of_two_merges_of_one_entity_at_once_one_comes_first(brain: Brain) -> None:
    for who in ("Ana", "Bruno", "Clara"):
        await tell(brain, "2009-01-01", fact(who, "plays", "chess", object_is_entity=False))
    clara = (await brain.entities.get("Clara")).id
    done = await asyncio.gather(
        brain.entities.merge("Ana", clara), brain.entities.merge("Bruno", clara), return_exceptions=True
    )
    assert [type(one) for one in done if isinstance(one, Exception)] == [AlreadyMerged]
    assert await strays(brain) == 0
