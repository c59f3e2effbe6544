"""The cost of upkeep: time and statements of each job on brains of several sizes, of a second run, and recall beside it.

usage: python -m benchmarks.load.upkeep [--facts 10000 --facts 100000] [--job conflicts] [--questions 200] [--limit 0.02]
    [--recall-limit 1.5] [--directives 20] [--importance 0.9]

The brain is that of `benchmarks.load.large_brain`: imported facts, and some hundred messages. Each job runs once over all of
it, as on the first day of a memory, and then once more with nothing changed in between. A small brain comes first and is not
measured: Neo4j plans each statement there. A job reads again what was written up to two minutes before its last run, for a
clock may lag; so the first run waits until the import is older. There is no model; `profiles` writes an extract of each
entity, all of them in one run. Then questions are asked while nothing else runs, and again while the jobs run
over the brain as on later days. At last a user states `--directives` standing instructions, and each question is asked twice, one
time with them and one time with none told.

The last line of stdout is one flat JSON object. Exit status 1: a second run takes more than `--limit` of the first, or the 95th
percentile of recall beside upkeep, or of one that tells standing instructions, is more than `--recall-limit` times that without.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.load.large_brain import filled, person
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.upkeep.job_run import OVERLAP
from graphmem.upkeep.tick import checked_jobs, tick
from graphmem_contract.upkeep import JobName, JobReport

WARM = 500
"""Facts of the brain on which Neo4j plans the statements."""
WARM_QUESTIONS = 20
"""Questions that are asked before those that are measured."""
say = Console(stderr=True).print
Figures = dict[str, float]


async def run_of(brain: Brain, job: JobName) -> tuple[float, JobReport]:
    """Run a job; return its seconds and its report."""
    started = time.perf_counter()
    (report,) = (await brain.upkeep.tick([job])).jobs
    return time.perf_counter() - started, report


async def jobs_of(brain: Brain, size: int, jobs: Sequence[JobName]) -> Figures:
    """Run every job twice; return the figures of both runs."""
    figures: Figures = {}
    for job in jobs:
        first, report = await run_of(brain, job)
        second, again = await run_of(brain, job)
        found = {
            "first_s": first,
            "done": report.done,
            "statements": report.statements,
            "model_calls": report.model_calls,
            "second_s": second,
            "second_done": again.done,
            "second_statements": again.statements,
            "second_share": second / first,
        }
        figures |= {f"{size}.{job}.{name}": round(value, 4) for name, value in found.items()}
        say(f"{size:,} facts, {job}: {report.done:,} done in {first:.1f} s, then {again.done} in {second:.3f} s")
    return figures


async def asked(brain: Brain, questions: int, *, until: asyncio.Event | None = None) -> float:
    """Ask questions one after the other; return the 95th percentile in milliseconds."""
    took = []
    for n in range(questions):
        started = time.perf_counter()
        await brain.recall(f"Where does {person(n)} work?")
        took.append(time.perf_counter() - started)
    if until:
        until.set()
    return float(np.percentile(took, 95)) * 1000


async def recall_beside(brain: Brain, size: int, questions: int, jobs: Sequence[JobName]) -> Figures:
    """Ask alone, and while every job runs again and again as on later days."""
    await asked(brain, WARM_QUESTIONS)
    alone, ended, runs = await asked(brain, questions), asyncio.Event(), 0

    async def upkeep() -> None:
        nonlocal runs
        for day in itertools.count(1):
            for job in jobs:
                if ended.is_set():
                    return
                await tick(brain.engine, brain.name, [job], now=datetime.now(UTC) + timedelta(days=day))
                runs += 1

    beside, _ = await asyncio.gather(asked(brain, questions, until=ended), upkeep())
    say(f"{size:,} facts, recall p95: {alone:.1f} ms alone, {beside:.1f} ms beside {runs} runs of jobs")
    found = {"alone_p95_ms": alone, "beside_p95_ms": beside, "ratio": beside / alone, "runs": runs}
    return {f"{size}.recall.{name}": round(value, 3) for name, value in found.items()}


async def recall_with_directives(brain: Brain, size: int, questions: int, directives: int) -> Figures:
    """State standing instructions, and ask each question with and without them, now the one first and now the other."""
    for n in range(directives):
        await brain.remember(f"Never suggest Company {n} to me.", role="user", extraction={"facts": []})
    await brain.upkeep.tick(["directives"])
    stored = len((await brain.directives.list(limit=1000)).items)
    assert stored == directives, f"{stored} of {directives} standing instructions are stored"
    unset = brain.engine.settings.model_copy(update={"directive_tokens": 0})
    asked_of = {False: Brain(replace(brain.engine, settings=unset), brain.name), True: brain}
    took: dict[bool, list[float]] = {False: [], True: []}
    told = 0
    for n in range(-WARM_QUESTIONS, questions):
        for is_told in (n % 2 == 0, n % 2 == 1):
            started = time.perf_counter()
            result = await asked_of[is_told].recall(f"Where does {person(abs(n))} work?")
            if n >= 0:
                took[is_told].append(time.perf_counter() - started)
            told = max(told, len(result.directives))
    without, beside = (float(np.percentile(took[is_told], 95)) * 1000 for is_told in (False, True))
    say(f"{size:,} facts, recall p95: {without:.1f} ms without standing instructions, {beside:.1f} ms with {told}")
    found = {"without_p95_ms": without, "with_p95_ms": beside, "ratio": beside / without, "told": told}
    return {f"{size}.standing.recall.{name}": round(value, 3) for name, value in found.items()}


async def main(options: argparse.Namespace) -> Figures:
    """Measure every size; return the figures as one flat object."""
    models = Models(NoneExtractor(), None, HashEmbedder())
    figures: Figures = {}
    async with own_memory(models, extractor="none", profiles_per_run=1_000_000, digests_per_run=1_000_000) as memory:
        jobs = checked_jobs(options.job)
        await jobs_of(await filled(memory, WARM), WARM, jobs)
        for size in options.facts or (10_000, 100_000):
            brain = await filled(memory, size, importance=options.importance)
            await asyncio.sleep(OVERLAP.total_seconds())
            figures |= await jobs_of(brain, size, jobs)
            figures |= await recall_beside(brain, size, options.questions, jobs)
            if options.directives:
                figures |= await recall_with_directives(brain, size, options.questions, options.directives)
    say(table(figures))
    return figures


def table(figures: Figures) -> Table:
    """The figures for people."""
    made = Table("facts", "job", "first run, s", "changed", "statements", "second run, s", "share")
    for name in (name.removesuffix(".first_s") for name in figures if name.endswith(".first_s")):
        size, job = name.split(".")
        first, done, sent, second, share = (
            figures[f"{name}.{key}"] for key in ("first_s", "done", "statements", "second_s", "second_share")
        )
        made.add_row(
            f"{int(size):,}", job, f"{first:.1f}", f"{done:,.0f}", f"{sent:,.0f}", f"{second:.3f}", f"{share:.2%}"
        )
    return made


def exceeded(figures: Figures, options: argparse.Namespace) -> list[str]:
    """Return the figures that are above their limits."""
    limits: dict[str, Any] = {".second_share": options.limit, ".recall.ratio": options.recall_limit}
    return [
        name for name, value in figures.items() for end, limit in limits.items() if name.endswith(end) and value > limit
    ]


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, action="append")
    parser.add_argument("--job", action="append", help="measure this job alone; may be given again")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--limit", type=float, default=0.02)
    parser.add_argument("--recall-limit", type=float, default=1.5)
    parser.add_argument("--importance", type=float, help="of each imported fact; from .7 on `conflicts` compares it")
    parser.add_argument("--directives", type=int, default=20, help="standing instructions; 0 = do not measure them")
    return parser.parse_args()


if __name__ == "__main__":
    command = parsed()
    measured = asyncio.run(main(command))
    print(json.dumps(measured))
    above = exceeded(measured, command)
    if above:
        say(f"above the limit: {', '.join(above)}")
    sys.exit(1 if above else 0)
