"""Ingest and recall beside their bare statements, compared with the ratios of a known commit (`benchmarks/baseline.json`).

usage: python -m benchmarks.speed.baseline [--write COMMIT] [--tolerance 0.1] [--runs 3]

Runs `benchmarks.speed.ingest_speed` and `benchmarks.speed.recall_speed`, each on an embedded Neo4j of its own, and divides
what they measure by the bare statement of the same run, so that the speed of the machine cancels out. Run it with nothing
else running. One run may differ from the next by a fifth and more, so the median of
several counts; `runs` in the file has each one, those of 6a78671 with recall in the first only.
Exit status 1: a ratio is worse than that of the file by more than the tolerance.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

FILE = Path(__file__).resolve().parents[1] / "baseline.json"
INGEST = ("benchmarks.speed.ingest_speed", "--sizes", "2000", "--episodes", "300", "--warmup", "100")
RECALL = ("benchmarks.speed.recall_speed", "--sizes", "10000", "--hub", "0", "--no-exact")
MORE_IS_BETTER = ("ingest.1", "ingest.8")
"""Ratios of rates; the others are ratios of times."""


def measured(command: tuple[str, ...]) -> dict[str, Any]:
    """The last line of a benchmark that runs in a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="graphmem-baseline-", ignore_cleanup_errors=True) as folder:
        environment = os.environ | {"GRAPHMEM_DATA_DIR": folder}
        done = subprocess.run(
            [sys.executable, "-m", *command], env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
    return dict(json.loads(done.stdout.strip().splitlines()[-1]))


def ratios(ingest: dict[str, Any], recall: dict[str, Any]) -> dict[str, float]:
    """Episodes a second over bare statements a second; milliseconds of recall over those of the bare query."""
    row = ingest["rows"][-1]
    rates = {
        f"ingest.{n}": round(row["in_flight"][n]["per_second"] / row["bare"][n]["per_second"], 3) for n in ("1", "8")
    }
    return rates | {f"recall.{recipe}": recall[f"{recipe}.10000.x_bare"] for recipe in ("hybrid", "facts")}


def compared(now: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    """How much better (above 1) or worse (below 1) each ratio is than before."""
    return {
        name: round(now[name] / before[name] if name in MORE_IS_BETTER else before[name] / now[name], 3)
        for name in before
    }


def medians(runs: list[dict[str, float]]) -> dict[str, float]:
    """The median of each ratio."""
    return {name: median(run[name] for run in runs) for name in runs[0]}


def main() -> int:
    """Measure, and write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", metavar="COMMIT", help="write the file, as the ratios of this commit")
    parser.add_argument("--tolerance", type=float, default=0.1, help="how much worse a ratio may be")
    parser.add_argument("--runs", type=int, default=3, help="how often each is measured; the median counts")
    options = parser.parse_args()
    runs = [ratios(measured(INGEST), measured(RECALL)) for _ in range(options.runs)]
    now = medians(runs)
    if options.write:
        command = "make baseline"
        FILE.write_text(
            json.dumps({"commit": options.write, "command": command, "ratios": now}, indent=2) + "\n", "utf8"
        )
        return 0
    before = json.loads(FILE.read_text("utf8"))
    change = compared(now, before["ratios"])
    print(json.dumps({"commit": before["commit"], "before": before["ratios"], "now": now, "now_over_before": change}))
    return int(min(change.values()) < 1 - options.tolerance)


if __name__ == "__main__":
    raise SystemExit(main())
