"""Whether a later statement overwrites an earlier one, and whether one recall tells a chain of facts; without a model.

    python -m benchmarks.eval.fact_consolidation DATA_FOLDER [--sizes 300,1500] [--every N]

DATA_FOLDER holds for each size statements_SIZE.jsonl.gz (serial, text, subject, relation, object, in the order in which they
were said) and questions_SIZE.jsonl (kind, question, subject, path, answers). Every statement is a message with its fact
supplied: it holds from the day of its serial number, and a subject has one value of a relation. Each size is a brain, and each
question one recall with k = 10. The last line of stdout is a flat JSON object with these figures for each size:

- single.first, single.in3: the first fact, one of the first three, is that of the asked subject and relation with the value
  that holds. single.context: such a value stands in the context, beside the line of known entities.
- single.as_current: an overwritten statement of the asked subject and relation stands in a line that does not say that it is
  over.
- multi.context: the answer at the end of the chain stands in the context. multi.chain: so does the statement of each step.
- bm25: the same for the ten best statements by words.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.bm25 import Bm25
from benchmarks.eval.context_told import Asked, ask, means, plain, sizes, stands_in, told_as_current, without_names
from benchmarks.eval.recalled import rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.memory import Memory

K = 10
START = datetime(1900, 1, 1, tzinfo=UTC)
"""The day of statement 0; the last of 18,000 lies before today."""
AT_ONCE = 4
Row = dict[str, Any]
Slots = Mapping[tuple[str, str], Sequence[Row]]


def slots_of(statements: Sequence[Row]) -> Slots:
    """Return the statements by subject and relation, in their order."""
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for one in statements:
        found[one["subject"], one["relation"]].append(one)
    return found


def judged(question: Row, told: Sequence[Row], context: str, slots: Slots) -> dict[str, float | None]:
    """Return the figures of one question: `told` are facts (subject, relation, object), best first."""
    answers = {plain(one) for one in question["answers"]}
    lines = without_names(context)
    row: dict[str, float | None] = {"context": any(stands_in(one, lines) for one in answers)}
    if question["kind"] == "multi":
        steps = chain(question, slots)
        return _of(
            "multi", {**row, "chain": bool(steps) and all(stands_in(s["text"].rstrip("."), lines) for s in steps)}
        )
    slot = question["subject"], question["path"][0]
    right = [(f["subject"], f["relation"]) == slot and plain(f["object"]) in answers for f in told]
    old = [one["text"] for one in slots[slot] if plain(one["object"]) not in answers]
    row |= {"first": any(right[:1]), "in3": any(right[:3])}
    return _of("single", {**row, "as_current": any(told_as_current(text, lines) for text in old) if old else None})


def _of(kind: str, row: Mapping[str, float | None]) -> dict[str, float | None]:
    return {f"{kind}.{name}": value for name, value in row.items()}


def chain(question: Row, slots: Slots) -> list[Row]:
    """Return the newest statement of each step; nothing if a step has none."""
    here, steps = question["subject"], []
    for relation in question["path"]:
        if not (versions := slots.get((here, relation))):
            return []
        steps.append(versions[-1])
        here = versions[-1]["object"]
    return steps


async def ingest(brain: Brain, statements: Sequence[Row]) -> None:
    """Remember every statement with its fact. The days decide what holds, so some are written at once."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def remember(one: Row) -> None:
        day = START + timedelta(days=one["serial"])
        fact = {**{name: one[name] for name in ("subject", "relation", "object", "text")}, "valid_from": day}
        fact |= {"object_is_entity": True, "cardinality": "one"}
        async with gate:
            result = await brain.remember(
                one["text"], occurred_at=day, external_id=str(one["serial"]), resolve="exact",
                extraction={"entities": [], "facts": [fact]},
            )  # fmt: skip
        if not result.success:
            raise RuntimeError(f"{one['serial']}: {result.error}")

    await asyncio.gather(*(remember(one) for one in statements))


async def of_size(memory: Memory, folder: Path, size: str, every: int) -> tuple[Row, list[Asked]]:
    """Run one size."""
    statements = rows_of(folder / f"statements_{size}.jsonl.gz")
    questions = rows_of(folder / f"questions_{size}.jsonl")[::every]
    brain, slots = memory.brain(f"consolidation-{size}-{uuid4().hex[:8]}"), slots_of(statements)
    await ingest(brain, statements)
    by_serial = {str(one["serial"]): one for one in statements}
    words = Bm25({serial: one["text"] for serial, one in by_serial.items()})
    asked = [await ask(brain, question["question"], k=K) for question in questions]
    ours, theirs = [], []
    for question, one in zip(questions, asked, strict=True):
        facts = [
            item.fact.model_dump(include={"subject", "relation", "object"}) for item in one.found.facts if item.fact
        ]
        ours.append(judged(question, facts, one.found.context, slots))
        best = [by_serial[serial] for serial in words.ranked(question["question"], K)]
        theirs.append(judged(question, best, "\n".join(row["text"] for row in best), slots))
    figures = {f"{size}.{name}": value for name, value in means(ours).items()}
    figures |= {f"bm25.{size}.{name}": value for name, value in means(theirs).items()}
    return {**figures, f"{size}.statements": len(statements), f"{size}.questions": len(questions)}, asked


async def run(folder: Path, chosen: Sequence[str], every: int) -> Row:
    """Run all sizes."""
    figures: Row = {}
    asked: list[Asked] = []
    async with own_memory(extractor="none") as memory:
        for size in chosen:
            told, answers = await of_size(memory, folder, size, every)
            figures |= told
            asked += answers
    return {**figures, **sizes(asked), "questions": len(asked), "model_calls": 0}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default="300,1500", help="sizes of the sets, with commas")
    parser.add_argument("--every", type=int, default=1, help="only every Nth question")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, given.sizes.split(","), given.every))))


if __name__ == "__main__":
    main()
