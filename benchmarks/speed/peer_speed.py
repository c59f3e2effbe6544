"""What other memories do on this Neo4j: runs the peers' own scripts in an environment of their own and gives their figures.

usage: python -m benchmarks.speed.peer_speed graphiti|agent_memory --peers FOLDER --wipe [--environment .venv-peers]
                                       [--sizes 0,2000,10000,30000] [--at-once 8] [--episodes 40] [--queries 15]

FOLDER holds `bench_graphiti.py`, `bench_agent_memory.py`, what both share and `requirements.lock`. The environment is made where
it is missing, with exactly what the lock names. One episode at a time at every size; then so many at once at the largest.
The scripts delete everything in the database of NEO4J_URI before they begin; `--wipe` says that you know.
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
    """The interpreter of the environment, which is made where there is none."""
    python = folder / "bin" / "python"
    if (folder / ".ready").is_file():
        return python
    if uv := shutil.which("uv"):
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", _base(), str(folder)], check=True)
        install = [uv, "pip", "install", "--quiet", "--python", str(python)]
    else:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The lock is complete, and what graphiti-core asks for beside it does not resolve.
    subprocess.run([*install, "--no-deps", "-r", str(lock)], check=True)
    (folder / ".ready").touch()
    return python


def _base() -> str:
    """The interpreter that this environment was made from: one made from another environment is none by itself."""
    return str(Path(sys.executable).resolve())


def versions(lock: Path) -> dict[str, str]:
    """What the lock pins of the peers and the driver."""
    pins = dict(line.split("==", 1) for line in lock.read_text("utf8").splitlines() if "==" in line)
    return {name: pins[name].strip() for name in (*PACKAGES.values(), "neo4j") if name in pins}


def measured(python: Path, script: Path, options: argparse.Namespace, sizes: str, in_flight: int) -> list[Row]:
    """Runs a script over some sizes; what it says about each, and how long all of it took."""
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
            raise SystemExit(f"{script.name} ended with {ran.returncode}; what it said stands above.")
        rows = [told(row) for row in json.loads(out.read_text("utf8"))["sizes"]]
    sys.stderr.write(f"{script.name} {sizes} at {in_flight} in flight: {time.perf_counter() - begun:.0f} s\n")
    return rows


def told(row: Row) -> Row:
    """The figures of a size that are compared."""
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
    """One at a time at every size, then many at once at the largest."""
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
        "--at-once", type=int, default=8, help="episodes in flight at the largest size; 1 = leave it out"
    )
    parser.add_argument("--episodes", type=int, default=40)
    parser.add_argument("--warmup", type=int, default=20)
    parser.add_argument("--queries", type=int, default=15)
    parser.add_argument("--wipe", action="store_true", required=True, help="everything in the database goes")
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(main(parsed())))
