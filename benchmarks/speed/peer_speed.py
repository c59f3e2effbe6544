"""Other memories on this Neo4j: run the peers' own scripts in an environment of their own and return their figures.

usage: python -m benchmarks.speed.peer_speed graphiti|agent_memory --peers FOLDER --wipe [--environment .venv-peers]
                                       [--sizes 0,2000,10000,30000] [--at-once 8] [--episodes 40] [--queries 15]

FOLDER holds `bench_graphiti.py`, `bench_agent_memory.py`, their shared module and `requirements.lock`. The environment is created
if it is missing, with exactly the packages of the lock. One episode at a time at every size; then several at once at the largest.
The scripts delete everything in the database of NEO4J_URI before they start; `--wipe` confirms that.
The last line of stdout is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

Row = dict[str, Any]
SCRIPTS = {"graphiti": "bench_graphiti.py", "agent_memory": "bench_agent_memory.py"}
PACKAGES = {"graphiti": "graphiti-core", "agent_memory": "neo4j-agent-memory"}


def environment(folder: Path, lock: Path) -> Path:
    """Return the interpreter of the environment; create the environment if it is missing."""
    python = folder / "bin" / "python"
    if (folder / ".ready").is_file():
        return python
    if uv := shutil.which("uv"):
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", _base(), str(folder)], check=True)
        install = [uv, "pip", "install", "--quiet", "--python", str(python)]
    else:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The lock is complete, and the further requirements of graphiti-core do not resolve.
    subprocess.run([*install, "--no-deps", "-r", str(lock)], check=True)
    (folder / ".ready").touch()
    return python


def _base() -> str:
    """Return the base interpreter of this environment; one made from another environment's interpreter is incomplete."""
    return str(Path(sys.executable).resolve())


def versions(lock: Path) -> dict[str, str]:
    """Return the pinned versions of the peers and the driver."""
    pins = dict(line.split("==", 1) for line in lock.read_text("utf8").splitlines() if "==" in line)
    return {name: pins[name].strip() for name in (*PACKAGES.values(), "neo4j") if name in pins}


def measured(python: Path, script: Path, options: argparse.Namespace, sizes: str, in_flight: int) -> list[Row]:
    """Run a script over some sizes; return its report for each, and the total time."""
    with tempfile.TemporaryDirectory(prefix="graphmem-peer-") as folder:
        out = Path(folder) / "out.json"
        command = [
            str(python),
            script.name,
            "--edges",
            sizes,
            "--concurrency",
            str(in_flight),
            "--wipe",
            "--out",
            str(out),
        ]
        command += [
            "--episodes",
            str(options.episodes),
            "--warmup",
            str(options.warmup),
            "--queries",
            str(options.queries),
        ]
        begun = time.perf_counter()
        ran = subprocess.run(
            command, cwd=script.parent, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}, stdout=subprocess.DEVNULL
        )
        if ran.returncode:
            raise SystemExit(f"{script.name} ended with {ran.returncode}; its output is above.")
        rows = [told(row) for row in json.loads(out.read_text("utf8"))["sizes"]]
    sys.stderr.write(f"{script.name} {sizes} at {in_flight} in flight: {time.perf_counter() - begun:.0f} s\n")
    return rows


def told(row: Row) -> Row:
    """Return the compared figures of a size."""
    ingest, graph = row["ingest"], row["graph"]
    calls = ingest.get("llm_calls_total_per_episode", ingest.get("extractor_calls_per_episode"))
    return {
        "facts": row["prefilled_edges"],
        "per_second": ingest["episodes_per_s"],
        "ms": ingest["latency_ms"],
        "transactions": ingest["transactions_per_episode"],
        "statements": ingest["statements_per_episode"],
        "model_calls": calls,
        "prompt_chars": ingest.get("prompt_chars_per_episode"),
        "duplicate_entities": graph["duplicate_entities"],
        "search": {name: {"p50": one["p50"], "p95": one["p95"]} for name, one in row["search_ms"].items()},
    }


def main(options: argparse.Namespace) -> Row:
    """Run one at a time at every size, then many at once at the largest."""
    folder: Path = options.peers.resolve()
    lock, script = folder / "requirements.lock", folder / SCRIPTS[options.peer]
    python = environment(options.environment.absolute(), lock)
    rows = measured(python, script, options, options.sizes, 1)
    largest = max(options.sizes.split(","), key=int)
    at_once = measured(python, script, options, largest, options.at_once) if options.at_once > 1 else []
    return {
        "peer": PACKAGES[options.peer],
        "versions": versions(lock),
        "episodes": options.episodes,
        "at_once": options.at_once,
        "rows": rows,
        "rows_at_once": at_once,
    }


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", choices=sorted(SCRIPTS))
    parser.add_argument("--peers", type=Path, required=True)
    parser.add_argument("--environment", type=Path, default=Path(".venv-peers"))
    parser.add_argument("--sizes", default="0,2000,10000,30000")
    parser.add_argument(
        "--at-once", type=int, default=8, help="episodes in flight at the largest size; 1 = no such measurement"
    )
    parser.add_argument("--episodes", type=int, default=40)
    parser.add_argument("--warmup", type=int, default=20)
    parser.add_argument("--queries", type=int, default=15)
    parser.add_argument(
        "--wipe", action="store_true", required=True, help="confirm that everything in the database is deleted"
    )
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(main(parsed())))
