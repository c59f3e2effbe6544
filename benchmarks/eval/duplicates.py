"""The job `duplicates`: which pairs of people it proposes to merge, through the public API and without a model.

    python -m benchmarks.eval.duplicates DATA_FOLDER [--split all|tune|rest] [--people 250] [--misses FILE]

DATA_FOLDER holds people_clusters.jsonl.gz (see the data's README): records of people whose names are written in several ways,
often wrongly. Every spelling becomes an entity of its own, without resolution; birth date, birth place and occupation are its
facts. Then the job runs once over all of them. Two entities are one person if they have records of one cluster. A spelling that
records of several clusters share is one of all of them.

The rules of resolution were chosen on one half of the people (`tune`); the figures of the last line are those of the other half
(`rest`). Both halves share the brain; a pair belongs to a half by its clusters, and a wrong pair between the halves counts in
both. The last line of stdout is one flat JSON object: precision and recall of the proposals that score at least as much as each
of `THRESHOLDS`. Recall is over all pairs of spellings of one person. `--people` takes so many of the people, chosen by a hash: a
smaller brain has fewer names that are wrongly alike, so its precision is the upper limit of that of all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any
from uuid import uuid4

from rich.progress import Progress

from benchmarks.eval.entities import is_tune, rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.proposals import Proposal

THRESHOLDS = (0.5, 0.85, 0.95)
"""From where pairs are proposed, from where resolution makes them one, and stricter."""
AT_ONCE, WRITERS = 500, 8
RELATIONS = {"dob": "born_on", "birth_place": "born_in", "occupation": "occupation"}
Row = dict[str, Any]
Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """Two entities, and how alike the job finds them."""

    pair: Pair
    score: float


def sampled(rows: Sequence[Row], people: int | None) -> list[Row]:
    """Return the records of so many people, always the same ones; None = all."""
    if people is None:
        return list(rows)
    order = sorted({row["cluster"] for row in rows}, key=lambda cluster: sha256(str(cluster).encode()).hexdigest())
    kept = frozenset(order[:people])
    return [row for row in rows if row["cluster"] in kept]


def name_of(row: Row) -> str:
    """Return the name of a record; empty for none."""
    return str(row.get("name") or "").strip()


async def people(brain: Brain, rows: Sequence[Row], progress: Progress) -> dict[str, str]:
    """Make an entity of every spelling; return their ids by spelling."""
    names = sorted({name_of(row) for row in rows} - {""})
    task = progress.add_task("people", total=len(names))
    gate = asyncio.Semaphore(WRITERS)

    async def one(name: str) -> tuple[str, str]:
        async with gate:
            entity = await brain.entities.add(name=name, type="person")
            progress.advance(task)
            return name, entity.id

    return dict(await asyncio.gather(*map(one, names)))


async def told(brain: Brain, rows: Sequence[Row], ids: Mapping[str, str], progress: Progress) -> None:
    """Import what the records tell of their people."""
    facts = [
        {
            "subject": ids[name_of(row)], "relation": relation, "object": str(row[field]), "object_is_entity": False,
            "cardinality": "many",
        }
        for row in rows
        for field, relation in RELATIONS.items()
        if name_of(row) and row.get(field)
    ]  # fmt: skip
    task = progress.add_task("facts", total=len(facts))
    for start in range(0, len(facts), AT_ONCE):
        report = await brain.transfer.import_facts(facts[start : start + AT_ONCE], resolve="exact")
        if wrong := [line for line in report.lines if line.error]:
            raise SystemExit(f"{len(wrong)} facts were refused, the first: {wrong[0]}")
        progress.advance(task, AT_ONCE)


def clusters_of(rows: Sequence[Row], ids: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the clusters of every entity, by its id."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if name := name_of(row):
            found[ids[name]].add(row["cluster"])
    return found


async def proposed(brain: Brain) -> list[ScoredPair]:
    """Run the job and return the pairs that it proposes."""
    await brain.upkeep.tick(["duplicates"])
    found: list[Proposal] = []
    cursor: str | None = None
    while True:
        page = await brain.proposals.list(status="open", limit=1000, cursor=cursor)
        found += page
        cursor = page.next_cursor
        if cursor is None:
            return [ScoredPair(frozenset(one.id for one in proposal.items), proposal.score) for proposal in found]


def same_pairs(clusters: Mapping[str, set[str]]) -> set[Pair]:
    """Return the pairs of entities that are one person."""
    members: dict[str, set[str]] = defaultdict(set)
    for id_, of in clusters.items():
        for cluster in of:
            members[cluster].add(id_)
    return {frozenset(pair) for group in members.values() for pair in combinations(sorted(group), 2)}


def figures(clusters: Mapping[str, set[str]], found: Sequence[ScoredPair]) -> dict[str, float]:
    """Return precision and recall at each threshold, of all pairs with an entity of these clusters."""
    golden = same_pairs(clusters)
    scores: dict[str, float] = {"pairs": float(len(golden))}
    for threshold in THRESHOLDS:
        some = [one.pair for one in found if one.score >= threshold and one.pair & clusters.keys()]
        hits = sum(pair in golden for pair in some)
        scores[f"proposed_{threshold:g}"] = float(len(some))
        scores[f"precision_{threshold:g}"] = round(hits / len(some), 4) if some else 1.0
        scores[f"recall_{threshold:g}"] = round(hits / len(golden), 4) if golden else 1.0
    return scores


def half_of(clusters: Mapping[str, set[str]], part: str) -> dict[str, set[str]]:
    """Return the entities that have a cluster of a half, or all of them."""
    if part == "all":
        return dict(clusters)
    return {id_: of for id_, of in clusters.items() if any(is_tune(one) == (part == "tune") for one in of)}


async def misses_of(brain: Brain, clusters: Mapping[str, set[str]], found: Sequence[ScoredPair]) -> list[Row]:
    """Return the pairs that were proposed wrongly, best score first."""
    golden = same_pairs(clusters)
    wrong = sorted((one for one in found if one.pair not in golden), key=lambda one: -one.score)
    return [
        {"score": one.score, "names": sorted([(await brain.entities.get(id_)).name for id_ in one.pair])}
        for one in wrong
    ]


async def main(arguments: Sequence[str]) -> Row:
    """Import the people, run the job, and return the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", choices=("all", "tune", "rest"), default="rest", help="whose figures to print")
    parser.add_argument("--people", type=int, help="how many people; default all")
    parser.add_argument("--misses", type=Path, help="file for the wrong proposals, one JSON line each")
    options = parser.parse_args(arguments)
    rows = sampled(rows_of(options.data / "people_clusters.jsonl.gz"), options.people)
    async with own_memory(Models(NoneExtractor(), None, HashEmbedder()), extractor="none") as memory:
        brain = memory.brain(f"duplicates-{uuid4().hex[:8]}")
        with Progress(disable=not sys.stderr.isatty()) as progress:
            ids = await people(brain, rows, progress)
            await told(brain, rows, ids, progress)
        print(f"{len(ids):,} people and their facts are stored; the job begins", file=sys.stderr)
        clusters = clusters_of(rows, ids)
        found = await proposed(brain)
        if options.misses:
            wrong = await misses_of(brain, clusters, found)
            options.misses.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in wrong), "utf8")
    info = {part: figures(half_of(clusters, part), found) for part in ("tune", "rest", "all")}
    return {
        **info[options.split],
        "info": {"embedder": "hash", "entities": len(ids), "reported": options.split, **info},
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
