"""A process is killed between a call and the settling, or while it settles: the list is kept, and the next one settles it."""

from __future__ import annotations

import signal

import pytest

from benchmarks.load.kill_table import work_off
from benchmarks.load.processes import Child, ServerAddress
from graphmem.brain import Brain
from tests.cypher.calling import call, settled, with_procedures
from tests.cypher.leaving import difference, fact_id, story
from tests.faults.test_kills import place as place, some_slow
from tests.story.telling import extraction, fact, tell

CALLER = """
import os, signal, sys
from neo4j import GraphDatabase
where, brain, fact = sys.argv[1:]
login = os.environ["NEO4J_USER"], os.environ["NEO4J_PASSWORD"]
with GraphDatabase.driver(os.environ["NEO4J_URI"], auth=login) as driver, driver.session() as session:
    tx = session.begin_transaction()
    tx.run("CALL graphmem.correct($brain, $fact, {object: 'Zoe'})", brain=brain, fact=fact).consume()
    if where == "after":
        tx.commit()
    os.kill(os.getpid(), signal.SIGKILL)
"""


async def left(brain: Brain) -> int:
    rows = await call(brain, "MATCH (u:Unsettled {brain: $brain}) RETURN count(u) AS left")
    return int(rows[0]["left"])


@pytest.mark.parametrize("where", ["before", "after"])
async def test_a_caller_that_is_killed_has_made_its_change_or_none(
    brain: Brain, place: ServerAddress, where: str
) -> None:
    await with_procedures(brain)
    other = Brain(brain.engine, f"{brain.name}-other")
    await story(brain)
    await story(other)
    child = await Child.start(place, where, brain.name, await fact_id(brain, "coach", "Bruno"), script=CALLER)
    assert await child.ended() == -signal.SIGKILL
    if where == "after":
        assert await left(brain) > 0
        await settled(brain)
        await other.correct(await fact_id(other, "coach", "Bruno"), object="Zoe")
    else:
        await settled(brain)
    assert await difference(brain, other) == ([], [])


@pytest.mark.parametrize("fault", some_slow("commit_begun:kill", "settled:kill"))
async def test_a_writer_that_is_killed_while_it_settles_leaves_the_list_to_the_next_one(
    brain: Brain, place: ServerAddress, fault: str
) -> None:
    await with_procedures(brain)
    other = Brain(brain.engine, f"{brain.name}-other")
    said = fact("Club", "likes", "tea", object_is_entity=False)
    for one in (brain, other):
        await story(one)
    await call(brain, "CALL graphmem.invalidate($brain, $id, '2024-03-01')", id=await fact_id(brain, "coach", "Bruno"))
    await other.invalidate(await fact_id(other, "coach", "Bruno"), at="2024-03-01")
    before = await left(brain)
    async with place.memory() as memory:  # it has no workers
        await memory.brain(brain.name).remember(
            "tea", occurred_at="2024-05-01", extraction=extraction(said), wait=False
        )
    child = await Child.start(
        place, "worker", "--once", "--concurrency", "1", "--brain", brain.name, GRAPHMEM_FAULT=fault
    )
    assert (await child.ended(), await left(brain)) == (-signal.SIGKILL, before)
    await work_off(brain)
    assert await left(brain) == 0
    await tell(other, "2024-05-01", said, text="tea")
    assert await difference(brain, other) == ([], [])
