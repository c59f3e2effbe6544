"""Of two values said at one moment, that said later holds, whatever the order in which they reach the graph (docs/time.md)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.story.telling import extraction, fact, held, spans, tell

DAY = "2026-03-05"
SEATTLE = fact("Ana", "lives_in", "Seattle")
PORTLAND = fact("Ana", "lives_in", "Portland", confidence=0.6)
HOMES = (SEATTLE, PORTLAND, fact("Ana", "lives_in", "Olympia", confidence=0.7))


async def kept(brain: Brain, *homes: dict[str, Any]) -> list[str]:
    """Store turns of one session and one moment, without their facts; return their ids."""
    ids = []
    for home in homes:
        turn = await brain.remember(
            "home", occurred_at=DAY, session_id="chat", extraction=extraction(home), skip_extraction=True
        )
        ids.append(turn.episode_id or "")
    return ids


async def test_of_the_turns_of_a_session_the_later_one_holds(brain: Brain) -> None:
    await tell(brain, DAY, SEATTLE, session_id="chat")
    told = await tell(brain, DAY, PORTLAND, session_id="chat", dry_run=True)
    assert [f.object for f in told.facts_added] == ["Portland"]
    await tell(brain, DAY, PORTLAND, session_id="chat")
    assert await spans(brain, "Ana", "lives_in") == {("Portland", DAY, None)}


async def test_turns_are_in_their_order_however_late_their_facts_arrive(memory: Memory) -> None:
    for order in permutations(range(3)):
        brain = memory.brain(f"moment-{uuid4()}")
        ids = await kept(brain, *HOMES)
        for n in order:
            assert (await brain.episodes.replay(ids[n])).success
        assert await spans(brain, "Ana", "lives_in") == {("Olympia", DAY, None)}, order


async def test_what_one_call_says_is_in_its_order(brain: Brain) -> None:
    await tell(brain, DAY, SEATTLE, fact("Bruno", "lives_in", "Seattle"), PORTLAND)
    assert await held(brain, "Ana", "lives_in") == ["Portland"]
    assert await held(brain, "Bruno", "lives_in") == ["Seattle"]


async def test_what_belongs_to_no_sequence_is_ranked_by_confidence(memory: Memory) -> None:
    for order in permutations((SEATTLE, PORTLAND)):
        brain = memory.brain(f"moment-{uuid4()}")
        for n, home in enumerate(order):
            await tell(brain, DAY, home, session_id=f"chat {n}")
        assert await held(brain, "Ana", "lives_in") == ["Seattle"]


async def test_an_import_says_when_its_facts_were_said(brain: Brain) -> None:
    report = await brain.transfer.import_facts([fact("Ana", "lives_in", "Seattle", said_at=DAY)])
    assert report.rejected == 0
    await tell(brain, "2026-03-06", PORTLAND)
    assert await spans(brain, "Ana", "lives_in") == {("Seattle", DAY, "2026-03-06"), ("Portland", "2026-03-06", None)}


@pytest.mark.parametrize("batch", [1, 20])
async def test_the_lines_of_an_import_are_in_their_order(memory: Memory, batch: int) -> None:
    lines = [{**home, "said_at": DAY} for home in HOMES]
    for order in permutations(lines):
        brain = memory.brain(f"moment-{uuid4()}")
        await brain.transfer.import_facts(order, batch=batch)
        assert await spans(brain, "Ana", "lives_in") == {(order[-1]["object"], DAY, None)}


async def test_a_fact_of_a_message_may_have_been_said_at_another_time(brain: Brain) -> None:
    await tell(brain, "2026-03-09", {**SEATTLE, "said_at": DAY})
    assert await spans(brain, "Ana", "lives_in") == {("Seattle", DAY, None)}
