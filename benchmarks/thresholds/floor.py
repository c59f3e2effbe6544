"""What the relevance floor of recall costs and saves on conversations in the shape of LoCoMo, through the public API.

    python -m benchmarks.thresholds.floor DATA_FOLDER [--sample conv-26]... [--keep PREFIX]

Every conversation becomes a brain, as in `benchmarks.eval.locomo`. It is asked its own questions, and those of the next
conversation in which nobody has the name of one of its speakers. No floor is set, and each answer tells its relevance.

For each floor of `FLOORS` the last line of stdout has `foreign_empty` (the share of the foreign questions below it: they get an
empty context), `own_empty`, `recall@10` and `loss@10`, the fall of recall@10 by this floor. The figures at the top are those of
the floor of the embedder, `in_use`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.locomo import ingest
from benchmarks.eval.recalled import Recalled, rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.models.embedder_scale import scale_of

FLOORS = (0.50, 0.54, 0.58, 0.60, 0.62, 0.64, 0.66, 0.68, 0.70, 0.74)
DEPTH = 10
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FloorAnswer:
    """The relevance of an answer, and how much of the evidence is in it; a foreign question has none."""

    relevance: float
    recall: float | None


async def ask(brain: Brain, question: Row, *, foreign: bool) -> FloorAnswer:
    """Ask a question without a floor."""
    found = await brain.recall(question["question"], k=20, min_relevance=0.0)
    relevance = found.relevance if found.relevance is not None else 1.0
    if foreign:
        return FloorAnswer(relevance, None)
    ids = tuple(dict.fromkeys(i.episode.external_id or "" for i in found.episodes if i.episode))
    recalled = Recalled(question["sample_id"], question["category_name"], frozenset(question["evidence"]), ids, 0.0)
    return FloorAnswer(relevance, recalled.turns(DEPTH))


def stranger(sample: str, speakers: Mapping[str, frozenset[str]]) -> str:
    """Return the next conversation that shares no speaker with this one."""
    every = list(speakers)
    at_ = every.index(sample)
    return next(one for one in (*every[at_ + 1 :], *every[:at_]) if not speakers[one] & speakers[sample])


def mean(values: Sequence[float]) -> float:
    """Return the mean, rounded; 0 for no values."""
    return round(sum(values) / len(values), 4) if values else 0.0


def at(floor: float, own: Sequence[FloorAnswer], foreign: Sequence[FloorAnswer]) -> dict[str, float]:
    """Return the figures with a floor."""
    without = mean([a.recall or 0.0 for a in own])
    recall = mean([(a.recall or 0.0) if a.relevance >= floor else 0.0 for a in own])
    return {
        "foreign_empty": mean([float(a.relevance < floor) for a in foreign]),
        "own_empty": mean([float(a.relevance < floor) for a in own]),
        f"recall@{DEPTH}": recall,
        f"loss@{DEPTH}": round(without - recall, 4),
    }


async def run(folder: Path, samples: Sequence[str], keep: str | None) -> dict[str, Any]:
    """Run the whole evaluation."""
    turns, questions = rows_of(folder / "turns.jsonl"), rows_of(folder / "questions.jsonl")
    scripted = rows_of(folder / "scripted_extraction.jsonl")
    named: dict[str, set[str]] = defaultdict(set)
    for turn in turns:
        named[turn["sample_id"]].add(turn["speaker"])
    speakers = {sample: frozenset(names) for sample, names in named.items()}
    own: list[FloorAnswer] = []
    foreign: list[FloorAnswer] = []
    async with own_memory(kept=keep is not None, extractor="none") as memory:
        in_use = scale_of(memory.models.embedder.name).relevance
        for sample in samples or speakers:
            brain = memory.brain(f"{keep or f'floor-{uuid4()}'}-{sample}")
            if keep is None or not (await brain.episodes.list(limit=1)).items:
                extractions = {r["episode_id"]: r for r in scripted if r["sample_id"] == sample}
                await ingest(brain, [t for t in turns if t["sample_id"] == sample], extractions)
            other = stranger(sample, speakers)
            own += [await ask(brain, q, foreign=False) for q in questions if q["sample_id"] == sample and q["evidence"]]
            foreign += [await ask(brain, q, foreign=True) for q in questions if q["sample_id"] == other]
            print(f"{sample}: {json.dumps(at(in_use, own, foreign))}", file=sys.stderr, flush=True)
    floors = {f"{floor:.2f}": at(floor, own, foreign) for floor in sorted({*FLOORS, in_use})}
    return {
        **at(in_use, own, foreign),
        "in_use": in_use,
        "questions": len(own),
        "foreign": len(foreign),
        "floors": floors,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", action="append", default=[], help="only this conversation; may be repeated")
    parser.add_argument("--keep", help="prefix of brains that stay and are used again")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, given.sample, given.keep))))


if __name__ == "__main__":
    main()
