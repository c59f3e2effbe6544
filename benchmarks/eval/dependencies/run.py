"""Facts that rest on others, and facts that wait: what is told before and after a change.

usage: python -m benchmarks.eval.dependencies.run DATA_FOLDER [--modes supplied,model,offline,conditions] [--episodes N]
       [--eval FOLDER] [--told FILE]

The folder holds `turns.jsonl.gz`, `probes.jsonl` and `conditions.jsonl`; the scorers stand in the folder `eval` beside the data,
or where --eval says. Everything goes through the public API with hashed embeddings. Three modes tell the turns of conversations,
one brain each, and ask the questions at their moments: `supplied` with the facts of each turn, `model` with the answers of a
scripted good model through the HTTP client, `offline` with the extractor that needs no key. `conditions`: scenarios of
conditional facts, supplied. --told keeps what was told for each question. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import importlib.util
import json
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.progress import track

from benchmarks.eval.dependencies.conversations import conversation
from benchmarks.eval.dependencies.good_model import GoodModel
from benchmarks.eval.dependencies.scenarios import scenario
from benchmarks.own_graph import own_graph
from graphmem.memory import Memory
from graphmem.testing.scripted_server import ScriptedServer

AT_ONCE = 4
"""Brains that are told and asked at the same time."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for, and the conversations of the folder by their names."""

    data: Path
    scorers: Path
    episodes: int | None
    told: Path | None
    turns: dict[str, list[Row]]
    probes: dict[str, list[Row]]


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


def by_episode(rows: Sequence[Row], most: int | None) -> dict[str, list[Row]]:
    """Return the rows of the first conversations, by their names."""
    grouped = defaultdict[str, list[Row]](list)
    for row in rows:
        grouped[row["episode"]].append(row)
    return {name: grouped[name] for name in sorted(grouped)[:most]}


async def each(jobs: Sequence[Awaitable[Any]], name: str) -> list[Any]:
    """Run jobs, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def run(job: Awaitable[Any]) -> Any:
        async with gate:
            return await job

    done = asyncio.as_completed([run(job) for job in jobs])
    return [await one for one in track(done, description=name, total=len(jobs), disable=not sys.stderr.isatty())]


async def conversations_scores(mode: str, options: Options, **settings: Any) -> Row:
    """Score the conversations, with the extractor of the settings."""
    with own_graph(embedder="hash", **settings) as chosen:
        async with Memory.open(settings=chosen) as memory:
            jobs = [
                conversation(memory, turns, options.probes[name], supplied=mode == "supplied")
                for name, turns in options.turns.items()
            ]
            told = await each(jobs, mode)
    predictions = {row["pid"]: row for rows in told for row in rows}
    if options.told:
        rows = (json.dumps({"mode": mode, **row}, ensure_ascii=False) for row in predictions.values())
        with options.told.open("a", encoding="utf8") as file:
            file.writelines(f"{row}\n" for row in rows)
    wanted = [probe for probes in options.probes.values() for probe in probes]
    return dict(scorer(options.scorers, "score_dependencies").score(wanted, predictions))


async def model_scores(options: Options) -> Row:
    """Score the conversations with the answers of a good model."""
    model = GoodModel(turn for turns in options.turns.values() for turn in turns)
    with ScriptedServer(model.reply) as server:
        return await conversations_scores(
            "model",
            options,
            extractor="openai",
            openai_base_url=server.base_url,
            openai_api_key="none",
            model="scripted",
        )


async def conditions_scores(options: Options) -> Row:
    """Score the scenarios."""
    scenarios = read(options.data / "conditions.jsonl")[: options.episodes]
    with own_graph(embedder="hash", extractor="none") as settings:
        async with Memory.open(settings=settings) as memory:
            told = await each([scenario(memory, one) for one in scenarios], "conditions")
    predictions = {row["id"]: row["answers"] for row in told}
    wrong = [
        one["id"]
        for one in scenarios
        if any(a != p["expect"] for a, p in zip(predictions[one["id"]], one["probes"], strict=True))
    ]
    sys.stderr.write(f"not exact: {', '.join(wrong) or 'none'}\n")
    return dict(scorer(options.scorers, "score_conditions").score(scenarios, predictions))


MODES: dict[str, Callable[[Options], Awaitable[Row]]] = {
    "supplied": partial(conversations_scores, "supplied", extractor="none"),
    "model": model_scores,
    "offline": partial(conversations_scores, "offline", extractor="offline"),
    "conditions": conditions_scores,
}


def parsed(arguments: Sequence[str]) -> tuple[list[str], Options]:
    """Return the modes and the options of a command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--episodes", type=int, default=None, help="only the first conversations or scenarios")
    parser.add_argument("--eval", type=Path, default=None, help="the folder of the scorers")
    parser.add_argument("--told", type=Path, default=None, help="the file to which the answers are added")
    given = parser.parse_args(arguments)
    modes = given.modes.split(",")
    if unknown := set(modes) - set(MODES):
        parser.error(f"unknown mode {', '.join(sorted(unknown))}; the modes are {', '.join(MODES)}")
    folder, most = given.data, given.episodes
    turns, probes = read(folder / "turns.jsonl.gz"), read(folder / "probes.jsonl")
    scorers = given.eval or folder.resolve().parents[1] / "eval"
    return modes, Options(folder, scorers, most, given.told, by_episode(turns, most), by_episode(probes, most))


async def main(arguments: Sequence[str]) -> Row:
    """Run the requested modes and return the figures."""
    modes, options = parsed(arguments)
    figures: Row = {}
    for mode in modes:
        found = await MODES[mode](options)
        sys.stderr.write(f"{mode}: {found}\n")
        figures |= {f"{mode}.{key}": value for key, value in found.items()}
    return figures


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
