"""Entity resolution: which names mean the same entity, through the public API and without a model.

    python -m benchmarks.eval.entities DATA_FOLDER [--sets pairs,text,people] [--split all|tune|rest] [--misses FILE]

DATA_FOLDER holds name_pairs.jsonl, text_mentions.jsonl.gz and people_clusters.jsonl.gz (see the data's README). Everything
goes through the public API, which also returns the entities that names resolved to:

- pairs: each pair has a brain of its own; the second name is remembered after the first, with supplied extractions. The same
  entity = a match.
- text: one brain; every triple is a record of `transfer.import_facts`, in the order of the file and with full resolution; its
  linked ends are entities without a type; a mention is the subject or object of the resulting fact. (The sentence would only
  help a judge.) A triple that becomes no fact, such as a thing related to itself, is remembered on its own.
- people: one brain; every record is an episode with a person, a birth date, a birth place and an occupation as facts.

Rules and thresholds were chosen on one half of the data (`tune`); the figures of the last line are those of the other half
(`rest`). A pair belongs to a half by its id, a mention by its gold entity, so no entity is in both halves. Both halves
share the brain.
The last line of stdout is one flat JSON object; B-cubed figures are F1.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import hashlib
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from rich.progress import Progress

from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.records import WriteResult

SETS = ("pairs", "text", "people")
PAIRS_AT_ONCE = 4
TRIPLES_AT_ONCE = 100
WHEN = "2024-01-01"
Row = dict[str, Any]


def rows_of(path: Path) -> list[Row]:
    """Return the rows of a JSONL file, gzipped or not."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in raw.decode("utf8").split("\n") if line.strip()]


def is_tune(key: str) -> bool:
    """Whether a pair or gold entity belongs to the half on which rules and thresholds were chosen."""
    return int(hashlib.sha1(key.encode(), usedforsecurity=False).hexdigest(), 16) % 2 == 0


def part_of(rows: Sequence[Row], split: str, field: str) -> list[Row]:
    """Return the rows of a half, or all rows."""
    return [row for row in rows if split == "all" or is_tune(row[field]) == (split == "tune")]


async def told(brain: Brain, content: str, entities: Sequence[Row], facts: Sequence[Row] = ()) -> WriteResult:
    """Remember one episode; a failure stops the run."""
    result = await brain.remember(
        content, occurred_at=WHEN, extraction={"entities": list(entities), "facts": list(facts)}
    )
    if not result.success:
        raise SystemExit(f"{content!r}: {result.error}")
    return result


# --------------------------------------------------------------------------- pairs


async def match_pairs(memory: Memory, rows: Sequence[Row], tick: Any) -> dict[str, bool]:
    """Return, for each pair, whether its two names became one entity."""
    gate = asyncio.Semaphore(PAIRS_AT_ONCE)

    async def one(row: Row) -> tuple[str, bool]:
        async with gate:
            brain = memory.brain(f"pair-{uuid4().hex}")
            ids = []
            for name in (row["name1"], row["name2"]):
                result = await told(brain, name, [{"name": name, "type": row["type"].lower()}])
                ids.append({e.id for e in result.entities_resolved})
            tick()
            return row["pid"], ids[0] == ids[1]

    return dict(await asyncio.gather(*map(one, rows)))


def pair_score(rows: Iterable[Row], matched: Mapping[str, bool]) -> dict[str, float]:
    """Return precision, recall and F1 of matches."""
    outcomes = Counter((row["match"], matched[row["pid"]]) for row in rows)
    hits, false, missed = outcomes[True, True], outcomes[False, True], outcomes[True, False]
    precision, recall = hits / (hits + false) if hits else 0.0, hits / (hits + missed) if hits else 0.0
    return {"precision": precision, "recall": recall, "f1": _f1(precision, recall)}


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


# --------------------------------------------------------------------------- clusters


async def cluster_text(brain: Brain, rows: Sequence[Row], tick: Any) -> dict[str, str]:
    """Return the entity of every mention: the subject or object of the fact of its triple."""
    triples: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        triples[tuple(row["triple"])].append(row)
    linked = {t: {m["mention"] for m in mentions} for t, mentions in triples.items()}
    usable = [t for t in triples if t[0] in linked[t] or t[2] in linked[t]]
    facts = [{"subject": t[0], "relation": t[1], "object": t[2], "object_is_entity": t[2] in linked[t]} for t in usable]
    report = await brain.transfer.import_facts(facts, resolve="full", batch=TRIPLES_AT_ONCE)
    ends = await ends_of_facts(brain)
    found: dict[str, str] = {}
    for triple, line in zip(usable, report.lines, strict=True):
        subject, object_ = ends.get(line.id or "", ("", ""))
        for mention in triples[triple]:
            tick()
            entity = subject if mention["mention"] == triple[0] else object_
            if entity:
                found[mention["mention_id"]] = entity
    for row in rows:
        if row["mention_id"] not in found:
            result = await told(brain, row["context"], [{"name": row["mention"]}])
            found[row["mention_id"]] = result.entities_resolved[0].id
    return found


async def ends_of_facts(brain: Brain) -> dict[str, tuple[str, str]]:
    """Return subject and object of every fact, by its id."""
    ends: dict[str, tuple[str, str]] = {}
    cursor: str | None = None
    while True:
        page = await brain.facts(include_closed=True, min_confidence=0, limit=1000, cursor=cursor)
        ends |= {fact.id: (fact.subject_id, fact.object_id) for fact in page}
        cursor = page.next_cursor
        if cursor is None:
            return ends


async def cluster_people(brain: Brain, rows: Sequence[Row], tick: Any) -> dict[str, str]:
    """Return the entity of every record; a record without a name stays alone."""
    found: dict[str, str] = {}
    for row in rows:
        tick()
        name = str(row.get("name") or "").strip()
        if not name:
            continue
        known = {"born_on": row.get("dob"), "born_in": row.get("birth_place"), "occupation": row.get("occupation")}
        facts = [
            {"subject": name, "relation": relation, "object": value, "object_is_entity": False}
            for relation, value in known.items()
            if value
        ]
        result = await told(brain, name, [{"name": name, "type": "person"}], facts)
        found[row["mention_id"]] = result.entities_resolved[0].id
    return found


def b_cubed(gold: Mapping[str, str], found: Mapping[str, str]) -> dict[str, float]:
    """Return B-cubed precision, recall and F1; a mention without an entity is alone."""
    own = {mention: found.get(mention, f"alone {mention}") for mention in gold}
    sizes, golden = Counter(own.values()), Counter(gold.values())
    both = Counter((own[m], gold[m]) for m in gold)
    precision = sum(n * n / sizes[a] for (a, _), n in both.items()) / len(gold)
    recall = sum(n * n / golden[b] for (_, b), n in both.items()) / len(gold)
    return {"precision": precision, "recall": recall, "f1": _f1(precision, recall)}


def halves(rows: Sequence[Row], field: str, found: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """Return B-cubed of each half and of all rows."""
    gold = {row["mention_id"]: row[field] for row in rows}
    parts = {
        "tune": {m: g for m, g in gold.items() if is_tune(g)},
        "rest": {m: g for m, g in gold.items() if not is_tune(g)},
        "all": gold,
    }
    return {name: b_cubed(part, found) for name, part in parts.items() if part}


def cluster_misses(rows: Sequence[Row], field: str, name: str, found: Mapping[str, str]) -> list[Row]:
    """Return entities with mentions of several gold entities, and gold entities that were split, biggest first."""
    merged: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    split: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for row in rows:
        if row["mention_id"] in found:
            merged[found[row["mention_id"]]][row[field], str(row.get(name))] += 1
            split[row[field]][found[row["mention_id"]], str(row.get(name))] += 1
    out = []
    for kind, groups in (("merged", merged), ("split", split)):
        for key, members in groups.items():
            if len({one for one, _ in members}) > 1:
                out.append({"kind": kind, "of": key, "members": [[*m, n] for m, n in members.most_common()]})
    return sorted(out, key=lambda one: -sum(m[2] for m in one["members"][1:]))


# --------------------------------------------------------------------------- the run


async def pairs(memory: Memory, folder: Path, split: str, progress: Progress) -> tuple[Row, Row, list[Row]]:
    rows = part_of(rows_of(folder / "name_pairs.jsonl"), split, "pid")
    task = progress.add_task("pairs", total=len(rows))
    matched = await match_pairs(memory, rows, lambda: progress.advance(task))
    scores = {part: pair_score(part_of(rows, part, "pid"), matched) for part in ("tune", "rest", "all")}
    wrong = [
        {**row, "kind": "missed" if row["match"] else "wrong"} for row in rows if matched[row["pid"]] != row["match"]
    ]
    shown = scores[_shown(split)]
    return {"name_pairs_f1": shown["f1"], "name_pairs_precision": shown["precision"]}, scores, wrong


async def text(memory: Memory, folder: Path, split: str, progress: Progress) -> tuple[Row, Row, list[Row]]:
    rows = part_of(rows_of(folder / "text_mentions.jsonl.gz"), split, "entity")
    task = progress.add_task("text", total=len(rows))
    found = await cluster_text(memory.brain(f"text-{uuid4().hex[:8]}"), rows, lambda: progress.advance(task))
    scores = halves(rows, "entity", found)
    return {"text_mentions_b3": scores[_shown(split)]["f1"]}, scores, cluster_misses(rows, "entity", "mention", found)


async def people(memory: Memory, folder: Path, split: str, progress: Progress) -> tuple[Row, Row, list[Row]]:
    rows = part_of(rows_of(folder / "people_clusters.jsonl.gz"), split, "cluster")
    task = progress.add_task("people", total=len(rows))
    found = await cluster_people(memory.brain(f"people-{uuid4().hex[:8]}"), rows, lambda: progress.advance(task))
    scores = halves(rows, "cluster", found)
    return {"people_clusters_b3": scores[_shown(split)]["f1"]}, scores, cluster_misses(rows, "cluster", "name", found)


def _shown(split: str) -> str:
    return "rest" if split == "all" else split


async def main(arguments: Sequence[str]) -> Row:
    """Run the requested sets and return the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--split", choices=("all", "tune", "rest"), default="all")
    parser.add_argument("--misses", type=Path, help="file for the errors, one JSON line each")
    options = parser.parse_args(arguments)
    jobs = {"pairs": pairs, "text": text, "people": people}
    figures: Row = {}
    info: Row = {"embedder": "hash", "split": f"reported: {_shown(options.split)}; run: {options.split}", "seconds": {}}
    wrong: list[Row] = []
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with own_memory(models, extractor="none") as memory:
        with Progress(disable=not sys.stderr.isatty()) as progress:
            for name in options.sets.split(","):
                begun = time.perf_counter()
                found, scores, misses = await jobs[name](memory, options.data, options.split, progress)
                figures |= {key: round(value, 4) for key, value in found.items()}
                info[name] = {p: {k: round(v, 4) for k, v in score.items()} for p, score in scores.items()}
                info[f"{name}_misses"] = dict(Counter(one["kind"] for one in misses))
                info["seconds"][name] = round(time.perf_counter() - begun, 1)
                wrong += [{"set": name, **one} for one in misses]
                sys.stderr.write(f"{name}: {info[name]} in {info['seconds'][name]} s\n")
    if options.misses:
        options.misses.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in wrong), "utf8")
    return {**figures, "info": info}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
