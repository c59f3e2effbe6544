"""Time a cascade of 1,001 facts over five levels that ends and begins by conditions, beside the same cascade by evidence alone.

Each round tells a brain of its own and then ends the first fact, which all others rest on or wait for. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from statistics import median
from typing import Any, Literal

from uuid_utils import uuid4

from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.memory import Memory

LEVELS = 5
WIDTH = 200
START, END = "2020-01-01", "2030-06-01"
How = Literal["evidence", "conditions"]


def fact(level: int, number: int) -> dict[str, Any]:
    """Return a fact of a level."""
    return {
        "subject": f"Post {level} {number}",
        "relation": "held_by",
        "object": f"Holder {level} {number}",
        "object_is_entity": True,
        "cardinality": "one",
    }


def begins(number: int) -> bool:
    """Whether a fact of the lowest levels begins in place of ending."""
    return number % 2 == 1


def conditional(level: int, number: int) -> dict[str, Any]:
    """Return a fact that rests on the fact above it, or waits for its end or its beginning."""
    above = fact(level - 1, number if level > 1 else 0)
    watched = {"subject": above["subject"], "relation": above["relation"]}
    made = fact(level, number)
    if not begins(number):
        return {**made, "valid_from": START, "holds_while": [watched]}
    event = "ends" if level == 1 else "begins"
    return {**made, "starts_when": {**watched, "object": above["object"], "event": event}}


async def tell(brain: Brain, how: How) -> str:
    """Tell the first fact and five levels of 200 facts. Return the id of the first."""
    first = await brain.add_fact(**fact(0, 0), valid_from=START)
    ids = [first.id] * WIDTH
    for level in range(1, LEVELS + 1):
        if how == "evidence":
            lines = [{**fact(level, n), "valid_from": START, "evidence_ids": [ids[n]]} for n in range(WIDTH)]
        else:
            lines = [conditional(level, n) for n in range(WIDTH)]
        report = await brain.transfer.import_facts(lines, resolve="exact", batch=WIDTH)
        assert not report.rejected, next(line.error for line in report.lines if line.error)
        ids = [line.id or "" for line in report.lines]
    return first.id


async def seconds(memory: Memory, how: How) -> tuple[float, int]:
    """Return how long the end of the first fact takes, and how many facts it changes."""
    brain = memory.brain(f"cascade-{how}-{uuid4()}")
    first = await tell(brain, how)
    began = time.perf_counter()
    changes = await brain.invalidate(first, at=END)
    taken = time.perf_counter() - began
    await brain.delete()
    return taken, len(changes.changed)


async def measure(rounds: int) -> dict[str, Any]:
    """Measure both ways in turns, after one round of each that plans the statements."""
    found: dict[How, list[tuple[float, int]]] = {"evidence": [], "conditions": []}
    async with own_memory(extractor="none", embedder="hash") as memory:
        for _ in range(rounds + 1):
            for how, some in found.items():
                some.append(await seconds(memory, how))
    times = {how: median(taken for taken, _ in some[1:]) for how, some in found.items()}
    facts = {how: some[-1][1] for how, some in found.items()}
    return {
        "evidence_s": round(times["evidence"], 3),
        "conditions_s": round(times["conditions"], 3),
        "ratio": round(times["conditions"] / times["evidence"], 2),
        "facts": facts,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    print(json.dumps(asyncio.run(measure(parser.parse_args().rounds))))


if __name__ == "__main__":
    main()
