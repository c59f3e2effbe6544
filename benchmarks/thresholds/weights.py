"""Fit the weights of ranking on sets of questions, and tell what they are worth on a set that they were not fitted on.

    python -m benchmarks.thresholds.weights DATA_FOLDER CASES [--kind episodes|facts]

DATA_FOLDER holds a folder for each set, as for `benchmarks.eval.quality`. CASES is a file: the first run searches for each
question and writes the candidates there, and later runs read it. Then the weights are changed one after the other. A change
stays if it makes the goal larger and leaves no set worse than the weights in use. The goal is the mean over the sets, so a large
set counts as much as a small one: of episodes the share of the wanted ones among the first five, ten and twenty; of facts one by
the rank of the first wanted that is told.

The weights are those of the recipe hybrid. The last line of stdout is a JSON object:

- in_use, fitted: the weights, and the goal on each set.
- left_out: by set, the goal on it in use, and with the weights that were fitted on the other sets alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import pickle
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.own_graph import own_memory
from benchmarks.thresholds.weight_cases import OF_EPISODES, OF_FACTS, WeightCase
from graphmem.recall.ranking import is_gone, rank_episodes, rank_facts
from graphmem.recall.recipes import EpisodeWeights, FactWeights

DEPTHS = (5, 10, 20)
STEPS = (0.5, 0.8, 1.25, 2.0)
"""A weight is tried at so many times itself."""
LEAST = 0.0005
"""A change that makes the goal larger by less is chance."""
Weights = TypeVar("Weights", bound=EpisodeWeights | FactWeights)


def episodes_told(case: WeightCase, weights: EpisodeWeights) -> float:
    """Return the share of the wanted episodes among the first five, ten and twenty, their mean."""
    ranked = rank_episodes(case.episodes, case.by_fact, case.question, weights, max(DEPTHS))
    ids = [one.id for one in ranked]
    return statistics.fmean(len(case.wanted.intersection(ids[:depth])) / len(case.wanted) for depth in DEPTHS)


def fact_told(case: WeightCase, weights: FactWeights) -> float:
    """Return one by the rank of the first wanted fact among those that are told; 0 without one."""
    ranked = rank_facts(case.facts, case.question, weights, case.at, case.linked, case.by_relation)
    over = {fact.id for fact in case.facts if is_gone(fact, case.question, case.at)}
    told = [one.id for one in ranked if one.id not in over]
    return next((1 / rank for rank, id_ in enumerate(told, 1) if id_ in case.wanted), 0.0)


def by_set(cases: Sequence[WeightCase], told: Callable[[WeightCase], float]) -> dict[str, float]:
    """Return the mean of a figure over the questions of each set."""
    values: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        values[case.of].append(told(case))
    return {name: statistics.fmean(some) for name, some in values.items()}


def climbed(weights: Weights, goal: Callable[[Weights], float]) -> Weights:
    """Return weights of which no single one can be changed by a step to make a goal larger.

    Args:
        weights: where to begin.
    """
    best, before = goal(weights), -math.inf
    while best > before:
        before = best
        for name, value in asdict(weights).items():
            for step in STEPS if value else ():
                other = replace(weights, **{name: round(value * step, 3)})
                reached = goal(other)
                if reached > best + LEAST:
                    weights, best = other, reached
    return weights


def fitted(kind: str, cases: Sequence[WeightCase]) -> EpisodeWeights | FactWeights:
    """Return the weights that fit some cases best, of those that are worse for no set than the weights in use."""
    used = EpisodeWeights() if kind == "episodes" else FactWeights()
    before = _told(cases, used)

    def goal(weights: EpisodeWeights | FactWeights) -> float:
        reached = _told(cases, weights)
        if any(reached[name] < value - LEAST for name, value in before.items()):
            return -math.inf
        return statistics.fmean(reached.values())

    return climbed(used, goal)


def _told(cases: Sequence[WeightCase], weights: EpisodeWeights | FactWeights) -> dict[str, float]:
    if isinstance(weights, EpisodeWeights):
        return by_set(cases, lambda case: episodes_told(case, weights))
    return by_set(cases, lambda case: fact_told(case, weights))


def report(kind: str, cases: Sequence[WeightCase]) -> dict[str, Any]:
    """Fit on all sets, and on all but each, in processes of their own."""
    sets = list(dict.fromkeys(case.of for case in cases))
    parts = [cases, *([case for case in cases if case.of != name] for name in sets)]
    with ProcessPoolExecutor() as pool:
        whole, *without = pool.map(fitted, [kind] * len(parts), parts)
    used = EpisodeWeights() if kind == "episodes" else FactWeights()
    now = _told(cases, used)
    left_out = {
        name: {"in_use": now[name], "fitted_on_others": _told([c for c in cases if c.of == name], other)[name]}
        for name, other in zip(sets, without, strict=True)
    }
    return {
        "questions": {name: sum(case.of == name for case in cases) for name in sets},
        "in_use": {"weights": asdict(used), "goal": now},
        "fitted": {"weights": asdict(whole), "goal": _told(cases, whole)},
        "left_out": left_out,
        "left_out_mean": {
            name: statistics.fmean(row[name] for row in left_out.values()) for name in ("in_use", "fitted_on_others")
        },
    }


async def searched(data: Path) -> Mapping[str, list[WeightCase]]:
    """Return the cases of every set, by kind. Questions without anything wanted are left out."""
    found: dict[str, list[WeightCase]] = {"episodes": [], "facts": []}
    async with own_memory(extractor="none") as memory:
        for kind, sources in (("episodes", OF_EPISODES), ("facts", OF_FACTS)):
            for source in sources:
                found[kind] += [case async for case in source(memory, data) if case.wanted]
                print(f"{source.__name__}: {len(found[kind])} questions so far", file=sys.stderr, flush=True)
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--kind", choices=("episodes", "facts"), default="episodes")
    given = parser.parse_args()
    if not given.cases.exists():
        given.cases.write_bytes(pickle.dumps(asyncio.run(searched(given.data))))
    print(json.dumps(report(given.kind, pickle.loads(given.cases.read_bytes())[given.kind])))


if __name__ == "__main__":
    main()
