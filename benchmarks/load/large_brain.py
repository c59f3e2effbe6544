"""A large brain for benchmarks: imported facts, and messages that change some of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any
from uuid import uuid4

from rich.console import Console

from graphmem.brain import Brain
from graphmem.memory import Memory

FACTS_EACH = 5
SLICE = 10_000
MESSAGES = 200
Row = dict[str, Any]
say = Console(stderr=True).print


def facts(people: range, dice: random.Random) -> Iterator[Row]:
    """Return five facts per person; names are keys, so each name means one entity."""
    for n in people:
        name, day = person(n), f"20{n % 20 + 4:02}-0{n % 9 + 1}-01"
        yield fact(name, "works_at", f"Company {dice.randrange(500)}", day)
        yield fact(name, "lives_in", f"Town {dice.randrange(200)}", day)
        yield fact(name, "advises", person(dice.randrange(n) if n else 1), day)
        yield {**fact(name, "likes", f"tea number {dice.randrange(5000)}", day), "object_is_entity": False}
        yield fact(name, "works_on", f"Project {n // 4}", day)


def person(n: int) -> str:
    """Return a name that nobody else has."""
    return f"Person {n} {chr(97 + n % 26)}ov"


def fact(subject: str, relation: str, object_: str, day: str) -> Row:
    """Return a record of the import."""
    return {"subject": subject, "relation": relation, "object": object_, "object_is_entity": True, "valid_from": day}


async def filled(memory: Memory, size: int, *, importance: float | None = None) -> Brain:
    """A brain with imported facts, and messages that change some of them.

    Args:
        importance: of each imported fact; None = that of facts that tell none.
    """
    brain, dice = memory.brain(f"pages-{uuid4().hex[:8]}"), random.Random(11)
    told = facts(range(size // FACTS_EACH), dice)
    done = 0
    more = {} if importance is None else {"importance": importance}
    while some := [{**row, **more} for row in islice(told, SLICE)]:
        report = await brain.transfer.import_facts(some, resolve="exact")
        assert report.rejected == 0, next(line for line in report.lines if line.error)
        done += len(some)
        say(f"{done:,} facts imported")
    for n in range(MESSAGES):
        moved = {"subject": person(n), "relation": "works_at", "object": f"Company {n + 7}", "cardinality": "one"}
        await brain.remember(
            f"{person(n)} works at Company {n + 7} now.",
            speaker=person(n),
            session_id=f"chat {n // 20}",
            occurred_at=f"2025-0{n % 9 + 1}-11T10:00:00Z",
            extraction={"facts": [{**moved, "object_is_entity": True, "valid_from": f"2025-0{n % 9 + 1}-11"}]},
        )
    return brain
