"""The scenarios of conditional facts: each statement told in its order, each question answered when its statements are in."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from benchmarks.eval.dependencies.conversations import extraction
from graphmem.brain import Brain
from graphmem.memory import Memory

Row = dict[str, Any]


async def scenario(memory: Memory, told: Row) -> Row:
    """State the facts of a scenario in their order, and answer each question when its statements are in."""
    brain, answers = memory.brain(f"conditions-{uuid4().hex[:12]}"), dict[int, list[str]]()
    for number in range(len(told["statements"]) + 1):
        if number:
            await state(brain, told["statements"][number - 1])
        for i, probe in enumerate(told["probes"]):
            if probe["after"] == number:
                page = await brain.facts(probe["subject"], probe["relation"], valid_at=probe["valid_at"], limit=1000)
                answers[i] = sorted(fact.object for fact in page)
    return {"id": told["id"], "answers": [answers.get(i, []) for i in range(len(told["probes"]))]}


async def state(brain: Brain, statement: Row) -> None:
    """State one fact at the moment at which it was said."""
    fact = {name: value for name, value in statement.items() if name != "said"}
    words = f"{fact['subject']} {fact['relation']} {fact['object']}"
    await brain.remember(words, occurred_at=statement["said"], extraction=extraction([fact]))
