"""Correctness over time: streams of dated events, in order, shuffled and by eight writers at once, queried on both clocks.

usage: python -m benchmarks.eval.temporal DATA_FOLDER [--sets yago11k,wikidata12k,yago4ids] [--parts timelines,bitemporal,answers]

The folder holds `<set>_stream_<order>.jsonl.gz` and its gold (see the data's README). Everything goes through the public
API: `transfer.import_facts` (every record has a system time of its own), `Brain.facts` with valid_at and known_at, with
`resolve: exact`. Embeddings are hashed words, which play no part here. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import bisect
import gzip
import json
import sys
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from rich.progress import track

from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.records import rfc3339

SETS = ("yago11k", "wikidata12k", "yago4ids")
WRITERS = 8
Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """Return the rows of a gzipped JSONL file."""
    with gzip.open(path, "rt", encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def fact_of(event: Row) -> Row:
    """Return an event of a stream as a supplied fact."""
    fact = {
        "subject": event["subject"],
        "relation": event["predicate"],
        "object": event["object"],
        "object_is_entity": True,
        "cardinality": "one",
    }
    if event["op"] == "end":
        return {**fact, "action": "ends", "valid_until": event["at"]}
    return {**fact, "valid_from": event["at"]}


async def load(brain: Brain, events: Sequence[Row], size: int = 200) -> list[tuple[str, datetime]]:
    """Import a stream; return (recorded_at of the event, system time of its record) in order."""
    report = await brain.transfer.import_facts([fact_of(e) for e in events], resolve="exact", batch=size)
    if report.rejected:
        raise SystemExit(f"{report.rejected} records were rejected: {[x for x in report.lines if x.error][:3]}")
    return [
        (e["recorded_at"], line.recorded_at) for e, line in zip(events, report.lines, strict=True) if line.recorded_at
    ]


async def load_parallel(brain: Brain, events: Sequence[Row]) -> None:
    """Import the same stream with eight writers, each with every eighth event, in small batches."""
    await asyncio.gather(*(load(brain, events[n::WRITERS], size=10) for n in range(WRITERS)))


async def timeline(brain: Brain, subject: str, predicate: str) -> list[Row]:
    """Return all periods of a subject and a predicate."""
    page = await brain.facts(subject=subject, relation=predicate, include_closed=True, limit=1000)
    return [{"object": f.object, "from": _day(f.valid_from), "until": _day(f.valid_until)} for f in page]


def _day(at: datetime | None) -> str | None:
    return None if at is None else rfc3339(at)[:10]


async def timelines_score(brain: Brain, gold: Sequence[Row]) -> float:
    """Return the share of timelines that are exactly right."""
    right = 0
    for row in gold:
        found = await timeline(brain, row["subject"], row["predicate"])
        right += _periods(found) == _periods(row["timeline"])
    return right / len(gold)


def _periods(rows: Iterable[Row]) -> set[tuple[Any, ...]]:
    return {(r["object"], r["from"], r["until"]) for r in rows}


async def answers_score(brain: Brain, questions: Sequence[Row], known: Sequence[tuple[str, datetime]] = ()) -> float:
    """Return the share of questions with exactly right answers; `known` maps the stream's clock to the system's."""
    clock = [at for at, _ in known]
    right = 0
    for question in questions:
        known_at = None
        if "known_at" in question:
            position = bisect.bisect_right(clock, question["known_at"]) - 1
            if position < 0:
                right += not question["answers"]
                continue
            known_at = known[position][1]
        page = await brain.facts(
            subject=question["subject"],
            relation=question["predicate"],
            valid_at=question["at"],
            known_at=known_at,
            limit=1000,
        )
        right += {f.object for f in page} == set(question["answers"])
    return right / len(questions)


async def stream_scores(memory: Memory, folder: Path, name: str, order: str) -> Row:
    """Check timelines and bi-temporal questions of one order of arrival."""
    events = read(folder / f"{name}_stream_{'inorder' if order == 'inorder' else 'shuffled'}.jsonl.gz")
    brain = memory.brain(f"{name}-{order}-{uuid4().hex[:8]}")
    gold = read(folder / f"{name}_timelines_gold.jsonl.gz")
    if order == "parallel":
        await load_parallel(brain, events)
        return {f"{name}.parallel.timelines": await timelines_score(brain, gold)}
    known = await load(brain, events)
    questions = read(folder / f"{name}_bitemporal_{order}_questions.jsonl.gz")
    return {
        f"{name}.{order}.timelines": await timelines_score(brain, gold),
        f"{name}.{order}.bitemporal": await answers_score(brain, questions, known),
    }


async def load_facts(brain: Brain, folder: Path, name: str) -> int:
    """Import a set's facts as facts that do not exclude each other; return how many were rejected."""
    rows = read(folder / f"{name}_facts.jsonl.gz")
    for relation in sorted({row["predicate"] for row in rows}):
        await brain.ontology.set_relation(relation, cardinality="many")
    facts = [
        {
            "subject": r["subject"],
            "relation": r["predicate"],
            "object": r["object"],
            "object_is_entity": True,
            "valid_from": r["from"],
            "valid_until": r["until"],
            "cardinality": "many",
        }
        for r in rows
    ]
    return (await brain.transfer.import_facts(facts, resolve="exact", batch=500)).rejected


async def facts_scores(memory: Memory, folder: Path, name: str) -> Row:
    """Ask about moments, over facts that do not exclude each other."""
    brain = memory.brain(f"{name}-facts-{uuid4().hex[:8]}")
    rejected = await load_facts(brain, folder, name)
    score = await answers_score(brain, read(folder / f"{name}_questions.jsonl.gz"))
    return {f"{name}.answers": score, "rejected": rejected}


async def main(arguments: Sequence[str]) -> Row:
    """Run the requested parts and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--parts", default="inorder,shuffled,parallel,answers")
    options = parser.parse_args(arguments)
    figures: Row = {}
    info: Row = {"embedder": "hash", "seconds": {}, "rejected": {}}
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with own_memory(models, extractor="none") as memory:
        work = [(s, p) for s in options.sets.split(",") for p in options.parts.split(",")]
        for name, part in track(work, description="temporal", disable=not sys.stderr.isatty()):
            begun = time.perf_counter()
            job = (
                facts_scores(memory, options.data, name)
                if part == "answers"
                else stream_scores(memory, options.data, name, part)
            )
            found = await job
            info["rejected"][f"{name}.{part}"] = found.pop("rejected", 0)
            info["seconds"][f"{name}.{part}"] = round(time.perf_counter() - begun, 1)
            figures |= {key: round(value, 4) for key, value in found.items()}
            sys.stderr.write(f"{name} {part}: {found} in {info['seconds'][f'{name}.{part}']} s\n")
    return {**figures, "info": info}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
