"""Recall of evidence turns on conversations in the shape of LoCoMo, through the public API and without a model.

    python -m benchmarks.eval.locomo DATA_FOLDER [--sample conv-26]... [--k 20] [--keep PREFIX] [--ablation] [--rerank]

DATA_FOLDER holds turns.jsonl, scripted_extraction.jsonl and questions.jsonl. Every conversation becomes a brain. Every turn is
remembered with its supplied extraction. Every question is recalled, and its episodes are compared with the turns that answer it.
The last line of stdout is a flat JSON object: recall@5, recall@10, recall@20 overall and by category, model_calls, tokens of
the context, ms_p50, info.
With `--keep PREFIX` the brains are named PREFIX-conversation and stay; existing ones are used again.
The recipe was tuned on the conversations of `TUNED_ON`; `info` has these and the others apart. `--ablation` asks every question
again with one part of the recipe switched off at a time (`ABLATIONS`). One of the parts is the facts, that is, the graph.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.recalled import Recalled, rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.recall.recipes import RECIPES, EpisodeWeights, FactWeights, Recipe

DEPTHS = (5, 10, 20)
TUNED_ON = ("conv-26", "conv-30", "conv-41", "conv-42")
HYBRID, TURNS, FACTS = RECIPES["hybrid"], EpisodeWeights(), FactWeights()
ABLATIONS: Mapping[str, Recipe] = {
    "everything": HYBRID,
    "without words (full text)": replace(HYBRID, facts=replace(FACTS, text=0.0), episodes=replace(TURNS, text=0.0)),
    "without the vector of the turn": replace(HYBRID, episodes=replace(TURNS, turn=0.0)),
    "without surroundings: the vector of the turn with two before it": replace(
        HYBRID, episodes=replace(TURNS, context=0.0)
    ),
    "without surroundings: the turns beside it": replace(HYBRID, episodes=replace(TURNS, previous=0.0, following=0.0)),
    "without dates, speakers, time words, questions": replace(
        HYBRID, episodes=replace(TURNS, date=0.0, speaker=0.0, time_word=0.0, question=0.0)
    ),
    "without the walk": replace(HYBRID, facts=replace(FACTS, walk=0.0), walk=0),
    "without facts (the graph)": replace(HYBRID, episodes=replace(TURNS, facts=0.0), facts=None, walk=0),
    "rank fusion, k = 10, instead of standardised scores": RECIPES["fusion"],
}
"""The text that is searched for words holds the turn before and the facts drawn from the turn. It is made when the turn is
written, so it is the same in all of them.
"""
SESSIONS_AT_ONCE = 4
Row = dict[str, Any]


def extraction_of(record: Row | None) -> Row:
    """Return the supplied extraction of a turn, in the form of the API."""
    if record is None:
        return {"entities": [], "facts": []}
    names = {entity["name"] for entity in record["entities"]}
    facts = [
        {
            "subject": fact["subject"],
            "relation": fact["predicate"].lower(),
            "object": fact.get("object_entity") or fact["object_text"],
            "object_is_entity": fact.get("object_entity") in names,
            "text": fact["fact"],
        }
        for fact in record["facts"]
        if fact["subject"].strip() and (fact.get("object_entity") or fact["object_text"]).strip()
    ]
    return {"entities": [{"name": e["name"], "type": e["type"].lower()} for e in record["entities"]], "facts": facts}


def content_of(turn: Row) -> str:
    """Return the words of a turn, and the caption of its picture."""
    return f"{turn['text']} [picture: {turn['caption']}]" if turn.get("caption") else str(turn["text"])


async def ingest(brain: Brain, turns: Sequence[Row], extractions: Mapping[str, Row]) -> None:
    """Remember a conversation: sessions in parallel, the turns of each session in their order."""
    sessions: dict[int, list[Row]] = defaultdict(list)
    for turn in turns:
        sessions[turn["session"]].append(turn)
    gate = asyncio.Semaphore(SESSIONS_AT_ONCE)

    async def session(number: int) -> None:
        async with gate:
            for turn in sorted(sessions[number], key=lambda t: t["turn"]):
                await remember(brain, turn, extractions.get(turn["dia_id"]))

    await asyncio.gather(*(session(number) for number in sessions))


async def remember(brain: Brain, turn: Row, extraction: Row | None) -> None:
    """Remember one turn."""
    result = await brain.remember(
        content_of(turn), speaker=turn["speaker"], occurred_at=turn["time"], external_id=turn["dia_id"],
        session_id=f"{turn['sample_id']}/{turn['session']}", extraction=extraction_of(extraction), resolve="exact",
    )  # fmt: skip
    if not result.success:
        raise RuntimeError(f"{turn['dia_id']}: {result.error}")


async def ask(brain: Brain, question: Row, k: int, recipe: str | Recipe, rerank: bool = False) -> Recalled:
    """Recall one question; an episode is identified by the external id of its turn."""
    started = time.perf_counter()
    found = await brain.recall(question["question"], k=k, recipe=recipe, rerank=rerank)
    elapsed = 1000 * (time.perf_counter() - started)
    ids = tuple(dict.fromkeys(i.episode.external_id or "" for i in found.episodes if i.episode))
    return Recalled(
        question["sample_id"],
        question["category_name"],
        frozenset(question["evidence"]),
        ids,
        elapsed,
        len(found.context) / 4,
    )


def scored(asked: Iterable[Recalled]) -> dict[str, float]:
    """Return mean recall at every depth, overall and by category."""
    groups: dict[str, list[Recalled]] = defaultdict(list)
    for one in asked:
        groups[""].append(one)
        groups[f"{one.category}."].append(one)
    return {
        f"{group}recall@{depth}": round(sum(one.turns(depth) for one in members) / len(members), 4)
        for group, members in sorted(groups.items())
        for depth in DEPTHS
    }


async def run(
    folder: Path, samples: Sequence[str], k: int, recipe: str, keep: str | None, *, ablation: bool, rerank: bool
) -> dict[str, Any]:
    """Run the whole evaluation."""
    turns, questions = rows_of(folder / "turns.jsonl"), rows_of(folder / "questions.jsonl")
    scripted = rows_of(folder / "scripted_extraction.jsonl")
    wanted = list(samples) or list(dict.fromkeys(turn["sample_id"] for turn in turns))
    asked: list[Recalled] = []
    ablated: dict[str, list[Recalled]] = {name: [] for name in ABLATIONS} if ablation else {}
    seconds = {"ingest": 0.0, "questions": 0.0}
    async with own_memory(kept=keep is not None, extractor="none") as memory:
        for sample in wanted:
            brain = memory.brain(f"{keep or f'locomo-{uuid4()}'}-{sample}")
            started = time.perf_counter()
            if keep is None or not (await brain.episodes.list(limit=1)).items:
                extractions = {r["episode_id"]: r for r in scripted if r["sample_id"] == sample}
                await ingest(brain, [t for t in turns if t["sample_id"] == sample], extractions)
            written = time.perf_counter()
            own = [q for q in questions if q["sample_id"] == sample and q["evidence"]]
            new = [await ask(brain, question, k, recipe, rerank) for question in own]
            asked += new
            for name, answers in ablated.items():
                answers += [await ask(brain, question, k, ABLATIONS[name]) for question in own]
                print(f"{name}: {json.dumps(overall(answers))}", file=sys.stderr, flush=True)
            seconds["ingest"] += written - started
            seconds["questions"] += time.perf_counter() - written
            print(f"{sample}: {json.dumps(overall(new))}", file=sys.stderr, flush=True)
    told = report(asked, seconds)
    if ablation:
        told["info"]["ablation"] = {name: scored(answers) for name, answers in ablated.items()}
    return told


def overall(asked: Sequence[Recalled]) -> dict[str, float]:
    """Return recall over all categories."""
    return {name: value for name, value in scored(asked).items() if "." not in name.split("@")[0]}


def report(asked: Sequence[Recalled], seconds: Mapping[str, float]) -> dict[str, Any]:
    """Return the flat object of the last line."""
    samples = {s: overall([a for a in asked if a.of == s]) for s in dict.fromkeys(a.of for a in asked)}
    halves = {
        name: overall([a for a in asked if (a.of in TUNED_ON) is tuned])
        for name, tuned in (("tuned_on", True), ("held_out", False))
        if any((a.of in TUNED_ON) is tuned for a in asked)
    }
    tokens = [a.tokens for a in asked if a.tokens is not None]
    return {
        **scored(asked),
        "model_calls": 0,
        **({"tokens": round(statistics.fmean(tokens), 1)} if tokens else {}),
        "ms_p50": round(statistics.median(a.ms for a in asked), 2),
        "info": {
            "questions": len(asked),
            "samples": samples,
            **halves,
            **{f"{n}_s": round(s, 1) for n, s in seconds.items()},
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", action="append", default=[], help="only this conversation; may be repeated")
    parser.add_argument("--k", type=int, default=20, help="episodes per question; all figures need at least 20")
    parser.add_argument("--recipe", default="hybrid")
    parser.add_argument("--keep", help="prefix of brains that stay and are used again")
    parser.add_argument("--ablation", action="store_true", help="switch off one part of the recipe at a time")
    parser.add_argument("--rerank", action="store_true", help="rank again with the cross-encoder of GRAPHMEM_RERANKER")
    given = parser.parse_args()
    made = run(
        given.folder, given.sample, given.k, given.recipe, given.keep, ablation=given.ablation, rerank=given.rerank
    )
    print(json.dumps(asyncio.run(made)))


if __name__ == "__main__":
    main()
