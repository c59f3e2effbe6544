"""The page of the benchmarks says what its file says, ratios first, and where each figure comes from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.samples import percentile, summary
from benchmarks.speed.bench_page import Ratio, missing, page, ratios

ROOT = Path(__file__).resolve().parents[2]
Row = dict[str, Any]


def speed(per_second: float) -> Row:
    return {"per_second": per_second, "ms": {"n": 1, "p50": 1000 / per_second, "p95": 9.0, "mean": 1.0}}


def ran(script: str, result: Row | None, **more: Any) -> Row:
    told = {"command": f"python -m benchmarks.{script}", "seconds": 1, "memory_mb": {"process": 100, "server": 900}}
    return told | ({"result": result} if result is not None else {}) | more


def ingest(**speeds: tuple[float, float]) -> Row:
    rows = [
        {
            "facts": int(size[1:]),
            "in_flight": {"1": speed(one), "8": speed(many)},
            "bare": {"1": speed(200), "8": speed(400)},
        }
        for size, (one, many) in speeds.items()
    ]
    return {"rows": rows}


def peer(name: str, **speeds: float) -> Row:
    search = {"edge_hybrid_rrf": {"p50": 400.0, "p95": 500.0}, "combined_hybrid_rrf": {"p50": 800.0, "p95": 900.0}}
    more = {"transactions": 14, "statements": 17, "model_calls": 5, "duplicate_entities": 0, "search": search}
    rows = [{"facts": int(size[1:]), **speed(one), **more} for size, one in speeds.items()]
    return {"peer": name, "rows": rows, "rows_at_once": rows[-1:]}


def run(**parts: Row) -> Row:
    versions = {"graphmem": "1", "neo4j": "6", "server": "Neo4j/1"}
    about = {
        "made": "make bench",
        "at": "2026-01-01",
        "full": False,
        "processors": 2,
        "load_before": 0.1,
        "heap": "2g",
        "page_cache": "1g",
        "data_on": "a disk",
    }
    return {"run": {**about, "versions": versions}, "parts": parts, "not_run": {}}


def values(found: Row) -> dict[str, Ratio]:
    return {one.what: one for one in ratios(found)}


def test_peers_are_compared_at_the_largest_size_that_both_have() -> None:
    found = run(
        ingest=ran("speed.ingest_speed", ingest(_0=(50, 80), _30000=(40, 70), _100000=(39, 69))),
        graphiti=ran("peer_speed.py graphiti", peer("graphiti-core", _0=3, _30000=2)),
        agent_memory=ran("peer_speed.py agent_memory", peer("neo4j-agent-memory", _0=30, _30000=80)),
    )
    told = values(found)
    assert told["episodes per second at 30,000 facts, one in flight / graphiti-core"].value == 20
    assert not told["episodes per second at 30,000 facts, one in flight / graphiti-core"].reached
    assert told["episodes per second at 30,000 facts, eight in flight / graphiti-core"].reached
    assert not told["episodes per second at 30,000 facts, eight in flight / neo4j-agent-memory"].reached
    assert told["time of an episode at 100,000 facts / at 0"].value == pytest.approx(50 / 39)


def test_the_index_is_told_with_the_vectors_it_held() -> None:
    exact = {"embedder": "bge", "facts": 31_000, "exact.1000.recall@20": 1.0, "exact.1000.wide@20": 0.9}
    found = run(recall=ran("speed.recall_speed", {"index.1000.recall@20": 0.8}), index=ran("speed.index_exact", exact))
    told = {what: one.reached for what, one in values(found).items() if "brain of 1,000 facts" in what}
    assert [(what.rsplit(", ", 1)[1], reached) for what, reached in told.items()] == [
        ("vectors of bge", True),
        ("vectors of hashed words", False),
    ]
    assert "31,000 facts in all, with vectors of bge" in page(found)
    assert "| 1,000 | 1.0 | 0.9 |" in page(found)


def test_recall_stands_beside_what_was_measured_at_the_same_size() -> None:
    recall = {f"{job}.30000.p50": ms for job, ms in (("bare", 5.0), ("hybrid", 35.0), ("facts", 8.0))}
    recall |= {key.replace("p50", "p95"): ms * 2 for key, ms in recall.items()}
    recall |= {"hybrid.30000.x_bare": 7.0, "facts.30000.x_bare": 1.6, "index.1000.recall@20": 0.99}
    told = values(
        run(recall=ran("speed.recall_speed", recall), graphiti=ran("speed.peer_speed", peer("graphiti-core", _30000=2)))
    )
    assert told["recall p50 at 30,000 facts, `hybrid` / graphiti's edge_hybrid_rrf"].reached
    assert not told["recall p50 at 30,000 facts, `hybrid` / one bare filtered vector query"].reached
    assert told[
        "share of exact search's first 20 that the filtered index finds, brain of 1,000 facts, vectors of hashed words"
    ].reached


def test_what_failed_or_was_left_out_is_said_and_has_no_figures() -> None:
    found = run(ingest=ran("speed.ingest_speed", None, failed="ended with 1")) | {
        "not_run": {"graphiti": "PEERS was not given"}
    }
    text = page(found)
    assert "`python -m benchmarks.speed.ingest_speed` (1 s): **ended with 1**" in text
    assert "graphiti-core: PEERS was not given." in text
    assert "Questions out: not part of this run." in text
    assert ratios(found) == []


def test_a_part_that_was_measured_later_says_so() -> None:
    text = page(run(ingest=ran("speed.ingest_speed", ingest(_0=(50, 80)), again="2026-01-02")))
    assert "measured again apart from the others on 2026-01-02" in text


def test_a_run_of_small_sizes_says_what_it_leaves_to_the_full_one() -> None:
    found = run()
    assert any("make bench-full" in one for one in missing(found))
    found["run"]["full"] = True
    assert not any("make bench-full" in one for one in missing(found))


def test_percentiles_are_samples() -> None:
    assert percentile([3.0, 1.0, 2.0, 4.0], 0.5) == 2.0
    assert percentile([1.0], 0.95) == 1.0
    assert summary([0.001, 0.003]) == {"n": 2, "p50": 1.0, "p95": 3.0, "mean": 2.0}


def test_the_page_in_the_documentation_is_that_of_its_file() -> None:
    """If it is not: `python -m benchmarks.speed.bench --page-only`."""
    docs = ROOT / "docs"
    found = json.loads((docs / "benchmarks.json").read_text("utf8"))
    pictures = sorted(one.name for one in (docs / "pictures").glob("bench-*.svg"))
    assert page(found, pictures) == (docs / "benchmarks.md").read_text("utf8")


def test_every_section_of_figures_names_the_command_they_come_from() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text("utf8")
    sections = {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}
    for title, body in sections.items():
        if title in ("Memory", "Not measured"):
            continue
        scripts = re.findall(r"`python -m (benchmarks\.[\w.]+)", body)
        assert scripts, title
        assert all((ROOT / f"{script.replace('.', '/')}.py").is_file() for script in scripts)
