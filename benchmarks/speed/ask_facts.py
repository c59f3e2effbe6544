"""Questions about a moment over HTTP: which of thousands of dated facts held then, and the time of each answer.

usage: python -m benchmarks.speed.ask_facts DATA_FOLDER [--sets yago11k,wikidata12k] [--questions N]

Loads `<set>_facts.jsonl.gz` with `transfer.import_facts`, starts `graphmem serve` on a free port, and asks every question of
`<set>_questions.jsonl.gz` once, one after the other, through `GET /v1/brains/{brain}/facts?subject=…&relation=…&valid_at=…`. An
answer counts if it is exactly the gold set. Neo4j is that of NEO4J_URI, else an embedded one in a temporary folder.
The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from benchmarks.eval.temporal import load_facts, read
from benchmarks.load.many_writers import database
from benchmarks.load.processes import ServerAddress, api
from benchmarks.samples import summary

Row = dict[str, Any]
WARM = 20
"""Questions of the warm-up, which do not count."""


async def answered(client: httpx.AsyncClient, brain: str, question: Row) -> set[str]:
    """Return the objects that held at the moment of the question."""
    asked = {
        "subject": question["subject"],
        "relation": question["predicate"],
        "valid_at": question["at"],
        "limit": 1000,
    }
    answer = await client.get(f"/v1/brains/{brain}/facts", params=asked)
    answer.raise_for_status()
    return {fact["object"] for fact in answer.json()["facts"]}


async def asked(client: httpx.AsyncClient, brain: str, questions: Sequence[Row]) -> Row:
    """Return the exact share, and the milliseconds."""
    for question in questions[:WARM]:
        await answered(client, brain, question)
    right, taken = 0, list[float]()
    for question in questions:
        begun = time.perf_counter()
        found = await answered(client, brain, question)
        taken.append(time.perf_counter() - begun)
        right += found == set(question["answers"])
    return {"exact": round(right / len(questions), 4), "questions": len(questions), **summary(taken)}


async def one_set(place: ServerAddress, folder: Path, name: str, most: int | None) -> Row:
    """Load a set and ask its questions."""
    brain_name, begun = f"{name}-{uuid4().hex[:8]}", time.perf_counter()
    async with place.memory() as memory:
        brain = memory.brain(brain_name)
        rejected = await load_facts(brain, folder, name)
        loaded = time.perf_counter() - begun
        facts = (await brain.overview.stats()).facts
    async with api(place) as (_, address), httpx.AsyncClient(base_url=address, timeout=60) as client:
        found = await asked(client, brain_name, read(folder / f"{name}_questions.jsonl.gz")[:most])
    return {**found, "facts": facts, "rejected": rejected, "load_seconds": round(loaded, 1)}


async def main(options: argparse.Namespace) -> Row:
    """Run all sets."""
    figures: Row = {}
    with database() as place:
        for name in options.sets.split(","):
            found = await one_set(place, options.data, name, options.questions)
            sys.stderr.write(f"{name}: {found}\n")
            figures |= {f"{name}.{key}": value for key, value in found.items() if key != "n"}
    return figures


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", default="yago11k,wikidata12k")
    parser.add_argument("--questions", type=int, help="maximum number of questions per set")
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(parsed()))))
