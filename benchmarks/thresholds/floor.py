"""What the relevance floor of recall costs and saves on conversations in the shape of LoCoMo, through the public API.

    python -m benchmarks.thresholds.floor DATA_FOLDER [--sample conv-26]... [--turns N] [--keep PREFIX]

Every conversation becomes a brain, as in `benchmarks.eval.locomo`; with `--turns`, three pieces of it with so many turns do. It
is asked its own questions, and those of the next conversation in which nobody is called as one of its speakers. A piece is
asked the questions whose evidence it has, and a third of the foreign ones. Each answer tells its relevance.

For each floor of `FLOORS` the last line of stdout has `foreign_empty` (the share of the foreign questions below it: they get an
empty context), `own_empty`, `recall@10` and `loss@10`, the fall of recall@10 by this floor. The figures at the top are those of
the floors in use.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.locomo import ingest
from benchmarks.eval.recalled import Recalled, rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.names.nicknames import plain, variants
from graphmem.names.normalize import fold

FLOORS = (0.50, 0.54, 0.58, 0.60, 0.62, 0.64, 0.66, 0.68, 0.70, 0.74)
DEPTH = 10
PIECES = 3
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FloorAnswer:
    """The relevance of an answer, whether the floor in use empties it, and how much of the evidence it has without one."""

    relevance: float
    is_empty: bool
    recall: float = 0.0


async def ask(brain: Brain, question: Row, *, foreign: bool) -> FloorAnswer:
    """Ask a question with the floor in use, and one about the conversation also without it."""
    told = await brain.recall(question["question"], k=20)
    answer = FloorAnswer(1.0 if told.relevance is None else told.relevance, not told.context)
    if foreign:
        return answer
    found = await brain.recall(question["question"], k=20, min_relevance=0.0)
    ids = tuple(dict.fromkeys(i.episode.external_id or "" for i in found.episodes if i.episode))
    recalled = Recalled(question["sample_id"], question["category_name"], frozenset(question["evidence"]), ids, 0.0)
    return replace(answer, recall=recalled.turns(DEPTH))


def stranger(sample: str, speakers: Mapping[str, frozenset[str]]) -> str:
    """Return the next conversation in which nobody has a name, or a short form of it, of a speaker of this one."""
    every = list(speakers)
    at_ = every.index(sample)
    meant = {form for name in speakers[sample] for form in (plain(fold(name)), *variants(plain(fold(name))))}
    return next(
        one
        for one in (*every[at_ + 1 :], *every[:at_])
        if meant.isdisjoint(plain(fold(name)) for name in speakers[one])
    )


def mean(values: Sequence[float]) -> float:
    """Return the mean, rounded; 0 for no values."""
    return round(sum(values) / len(values), 4) if values else 0.0


def at(floor: float | None, own: Sequence[FloorAnswer], foreign: Sequence[FloorAnswer]) -> dict[str, float]:
    """Return the figures with a floor; None: with the floors in use."""

    def empty(answer: FloorAnswer) -> bool:
        return answer.is_empty if floor is None else answer.relevance < floor

    recall = mean([0.0 if empty(a) else a.recall for a in own])
    return {
        "foreign_empty": mean([float(empty(a)) for a in foreign]),
        "own_empty": mean([float(empty(a)) for a in own]),
        f"recall@{DEPTH}": recall,
        f"loss@{DEPTH}": round(mean([a.recall for a in own]) - recall, 4),
    }


def pieces_of(turns: Sequence[Row], length: int | None) -> list[Sequence[Row]]:
    """Return a conversation whole, or pieces of so many turns: from its beginning, its middle and its end."""
    if length is None:
        return [turns]
    last = max(0, len(turns) - length)
    return [turns[last * part // (PIECES - 1) :][:length] for part in range(PIECES)]


async def run(folder: Path, samples: Sequence[str], length: int | None, keep: str | None) -> dict[str, Any]:
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
        for sample in samples or speakers:
            extractions = {r["episode_id"]: r for r in scripted if r["sample_id"] == sample}
            other = [q for q in questions if q["sample_id"] == stranger(sample, speakers)]
            pieces = pieces_of([t for t in turns if t["sample_id"] == sample], length)
            for number, piece in enumerate(pieces):
                brain = memory.brain(f"{keep or f'floor-{uuid4()}'}-{sample}-{number}")
                if keep is None or not (await brain.episodes.list(limit=1)).items:
                    await ingest(brain, piece, extractions)
                has = {turn["dia_id"] for turn in piece}
                about = [
                    q for q in questions if q["sample_id"] == sample and q["evidence"] and has.issuperset(q["evidence"])
                ]
                own += [await ask(brain, q, foreign=False) for q in about]
                foreign += [await ask(brain, q, foreign=True) for q in other[number :: len(pieces)]]
            print(f"{sample}: {json.dumps(at(None, own, foreign))}", file=sys.stderr, flush=True)
    floors = {f"{floor:.2f}": at(floor, own, foreign) for floor in FLOORS}
    return {**at(None, own, foreign), "questions": len(own), "foreign": len(foreign), "floors": floors}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", action="append", default=[], help="only this conversation; may be repeated")
    parser.add_argument("--turns", type=int, help="pieces of so many turns instead of whole conversations")
    parser.add_argument("--keep", help="prefix of brains that stay and are used again")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, given.sample, given.turns, given.keep))))


if __name__ == "__main__":
    main()
