"""Facts that rest on others, and facts that wait: what is told before and after a change.

usage: python -m benchmarks.eval.dependencies DATA_FOLDER [--modes supplied,conditions] [--episodes N] [--eval FOLDER]

The folder holds `turns.jsonl.gz`, `probes.jsonl` and `conditions.jsonl`; the scorers stand in the folder `eval` beside the data,
or where --eval says. Everything goes through the public API with supplied facts and hashed embeddings. `supplied`: the turns of
conversations, one brain each, and the questions at their moments. `conditions`: scenarios of conditional facts. A request to
forget is left out, as long as supplied facts cannot state one. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import importlib.util
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

from rich.progress import track

from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.contract.recall import RecallItem
from graphmem.contract.records import Fact, SuppliedExtraction
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor

MODES = ("supplied", "conditions")
AT_ONCE = 4
"""Brains that are told and asked at the same time."""
ACTIONS = ("holds", "ends", "never")
Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    """Return the rows of a JSONL file, gzipped or not."""
    with gzip.open(path, "rt", encoding="utf8") if path.suffix == ".gz" else path.open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def scorer(folder: Path, name: str) -> ModuleType:
    """Load a scorer from its file."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"There is no {name}.py in {folder}.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def extraction(facts: Iterable[Row]) -> SuppliedExtraction:
    """Return the facts of a turn as supplied facts."""
    return SuppliedExtraction.model_validate({"facts": [f for f in facts if f.get("action", "holds") in ACTIONS]})


# --------------------------------------------------------------------------- conversations


async def conversation(memory: Memory, turns: Sequence[Row], probes: Sequence[Row]) -> list[Row]:
    """Tell a conversation to a brain of its own, and ask each question when its turns are told."""
    brain = memory.brain(f"dependencies-{uuid4().hex[:12]}")
    waiting = sorted(probes, key=lambda probe: probe["after_seq"])
    told: list[Row] = []
    for turn in turns:
        while waiting and waiting[0]["after_seq"] < turn["seq"]:
            told.append(await asked(brain, waiting.pop(0)))
        await brain.remember(
            turn["text"],
            role=turn["role"],
            speaker=turn["speaker"],
            session_id=str(turn["session"]),
            occurred_at=turn["time"],
            extraction=extraction(turn["facts"]),
        )
    return [*told, *[await asked(brain, probe) for probe in waiting]]


async def asked(brain: Brain, probe: Row) -> Row:
    """Return what a recall tells for a question."""
    found = await brain.recall(probe["question"], valid_at=probe["at"], tell_ended=True)
    facts = [item.fact for item in found.facts if item.fact]
    return {
        "pid": probe["pid"],
        "told": [fact.text for fact in facts],
        "ended": [item.fact.text for item in found.ended if item.fact],
        "timeline": await timeline(brain, probe) if probe["task"] == "tracking" else [],
        "episodes": [text for item in found.episodes if (text := words(item))],
        "context": found.context,
    }


def words(item: RecallItem) -> str:
    """Return the text of an episode."""
    return item.passage or (item.episode.content if item.episode else "")


async def timeline(brain: Brain, probe: Row) -> list[str]:
    """Return the values of the subject and relation of the best fact, earliest first."""
    found = await brain.recall(probe["question"], valid_at=probe["at"], include_closed=True)
    best = next((item.fact for item in found.facts if item.fact), None)
    if best is None:
        return []
    page = await brain.facts(subject=best.subject_id, relation=best.relation, include_closed=True, limit=1000)
    return [fact.text for fact in sorted(page, key=_start)]


def _start(fact: Fact) -> str:
    return fact.valid_from.isoformat() if fact.valid_from else ""


# --------------------------------------------------------------------------- conditional facts


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


# --------------------------------------------------------------------------- the run


async def each(jobs: Sequence[Any], name: str) -> list[Any]:
    """Run jobs, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def run(job: Any) -> Any:
        async with gate:
            return await job

    done = asyncio.as_completed([run(job) for job in jobs])
    return [await one for one in track(done, description=name, total=len(jobs), disable=not sys.stderr.isatty())]


async def supplied_scores(memory: Memory, options: argparse.Namespace) -> Row:
    """Score the conversations."""
    turns, probes = defaultdict[str, list[Row]](list), defaultdict[str, list[Row]](list)
    for turn in read(options.data / "turns.jsonl.gz"):
        turns[turn["episode"]].append(turn)
    for probe in read(options.data / "probes.jsonl"):
        probes[probe["episode"]].append(probe)
    chosen = sorted(turns)[: options.episodes]
    told = await each([conversation(memory, turns[name], probes[name]) for name in chosen], "supplied")
    predictions = {row["pid"]: row for rows in told for row in rows}
    wanted = [probe for name in chosen for probe in probes[name]]
    return dict(scorer(options.eval, "score_dependencies").score(wanted, predictions))


async def conditions_scores(memory: Memory, options: argparse.Namespace) -> Row:
    """Score the scenarios."""
    scenarios = read(options.data / "conditions.jsonl")[: options.episodes]
    told = await each([scenario(memory, one) for one in scenarios], "conditions")
    predictions = {row["id"]: row["answers"] for row in told}
    wrong = [
        one["id"]
        for one in scenarios
        if any(a != p["expect"] for a, p in zip(predictions[one["id"]], one["probes"], strict=True))
    ]
    sys.stderr.write(f"not exact: {', '.join(wrong) or 'none'}\n")
    return dict(scorer(options.eval, "score_conditions").score(scenarios, predictions))


async def main(arguments: Sequence[str]) -> Row:
    """Run the requested modes and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--episodes", type=int, default=None, help="only the first conversations or scenarios")
    parser.add_argument("--eval", type=Path, default=None, help="the folder of the scorers")
    options = parser.parse_args(arguments)
    options.eval = options.eval or options.data.resolve().parents[1] / "eval"
    parts = {"supplied": supplied_scores, "conditions": conditions_scores}
    figures: Row = {}
    async with own_memory(Models(NoneExtractor(), None, HashEmbedder()), extractor="none") as memory:
        for mode in options.modes.split(","):
            found = await parts[mode](memory, options)
            sys.stderr.write(f"{mode}: {found}\n")
            figures |= {f"{mode}.{key}": value for key, value in found.items()}
    return figures


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
