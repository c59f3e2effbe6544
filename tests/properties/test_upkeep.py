"""Upkeep at any moment, any number of times, between any writes: no answer of `facts` changes, on either clock."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
from uuid_utils import uuid4

from graphmem.memory import Memory
from graphmem.upkeep.tick import tick
from tests.properties.model_periods import day
from tests.properties.test_machine import EXAMPLES, Run, operations

STEPS = int(os.environ.get("GRAPHMEM_MACHINE_STEPS", "10"))
MOMENTS = (None, *(day(number) for number in (0, 3, 7, 13)))

ticks = st.tuples(st.just("tick"), st.integers(0, 4000), st.integers(1, 2))
uses = st.tuples(st.just("use"), st.integers(0, 10))


async def answers(run: Run) -> list[Any]:
    """Every answer of `facts` at some moments of valid time, as believed after each step."""
    told = []
    for known in (None, *run.moments):
        for valid in MOMENTS:
            for closed in (False, True):
                page = await run.brain.facts(valid_at=valid, known_at=known, include_closed=closed, limit=1000)
                told.append([fact.model_dump() for fact in page])
    return told


async def use(run: Run, times: int) -> None:
    for _ in range(times):
        await run.brain.recall(
            "Where is Ana, and what does Bea like?", k=50, reinforce=True, deep=True, min_relevance=0
        )


@settings(
    max_examples=max(2, EXAMPLES // 2),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    done=st.lists(st.one_of(operations, operations, ticks, uses), min_size=STEPS // 2, max_size=STEPS),
    last=st.lists(st.integers(0, 4000), min_size=1, max_size=2),
)
async def test_a_tick_changes_no_answer_of_facts(memory: Memory, done: list[tuple[Any, ...]], last: list[int]) -> None:
    run = Run(memory.brain(f"upkeep-{uuid4()}"))
    await run.do("say", "ana", "is_at", "acme", True, 1, 0, ())
    for name, *arguments in [*done, *(("tick", days, 1) for days in last)]:
        if name == "use":
            await use(run, *arguments)
        elif name == "tick":
            before = await answers(run)
            days, times = arguments
            for _ in range(times):
                now = datetime.now(UTC) + timedelta(days=days)
                await tick(run.brain.engine, run.brain.name, now=now)
            assert await answers(run) == before
        else:
            await run.do(name, *arguments)
            await run.compare(run.step - 1, (name, arguments))
