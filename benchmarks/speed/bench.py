"""All measurements in one run on one Neo4j: a JSON file, and the page and the pictures that are made from it.

usage: python -m benchmarks.speed.bench [--full] [--peers FOLDER] [--data FOLDER] [--only ingest,recall,…] [--page-only]
                                  [--sizes 0,2000,10000] [--recall-sizes 10000,30000] [--hub N] [--bulk-facts N]
                                  [--bulk-episodes N] [--minutes N] [--graph FOLDER] [--out docs/benchmarks.json]

Starts an embedded Neo4j of its own in a temporary folder, empties it before every part, and runs the parts one after the other.
Each part is a command of this folder that can be run alone and ends with one JSON object. `--peers` is the folder of the peers'
scripts (benchmarks/speed/peer_speed.py), `--data` that of the evaluation data (with locomo/ and temporal_kg/). The page lists a
part whose folder is not given as not measured. `--full` takes sizes up to a million facts. The memory of each part is measured
from outside. `--only` measures some parts again and keeps the others of the file; the page says so. `--only million --graph
FOLDER` asks a graph of a million facts that stays in its folder: loading it takes most of an hour, and a loaded graph is used
again.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil
from neo4j import Driver, GraphDatabase

from benchmarks.speed.bench_page import written
from graphmem.embedded import server as embedded
from graphmem.embedded.file_system import lacks_journal
from graphmem.embedded.server import Server
from graphmem.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
Row = dict[str, Any]
HEAP, PAGE_CACHE = "2g", "1g"
FOR_A_MILLION = "4g", "6g"
"""Heap and page cache for the graph of a million facts."""
PEERS_MOST = 30_000
"""Number of facts above which the peers take too long."""
EVERY_SEC = 0.5
"""Seconds between two measurements of memory."""


@dataclass(frozen=True, slots=True)
class BenchPart:
    """A command of the run; `needs` names the folder that it requires: peers or data."""

    name: str
    script: str
    arguments: tuple[str, ...] = ()
    needs: str = ""

    def command(self, folders: dict[str, str]) -> list[str]:
        """Return the command."""
        given = [one.format(**folders) for one in self.arguments]
        return [sys.executable, "-m", f"benchmarks.{self.script}", *given]

    def told(self) -> str:
        """Return the command for the page, with the folders by name."""
        names = {"peers": "PEERS", "data": "DATA"}
        given = [one.format(**names) for one in self.arguments]
        return f"python -m benchmarks.{self.script} {shlex.join(given)}".strip()


def parts(options: argparse.Namespace) -> list[BenchPart]:
    """Return the parts in their order: compared parts first, then the others; the graph of a million facts last."""
    full, sizes = options.full, options.sizes or ("0,2000,10000,30000,100000" if options.full else "0,2000,10000")
    recall = options.recall_sizes or ("10000,30000,100000,1000000" if full else "10000,30000")
    peer_sizes = options.peer_sizes or ",".join(one for one in sizes.split(",") if int(one) <= PEERS_MOST)
    same = ("--peers", "{peers}") if options.peers else ()
    peer_work = ("--episodes", "40", "--queries", "15") if full else ("--episodes", "20", "--queries", "6")
    peer = ("--peers", "{peers}", "--sizes", peer_sizes, *peer_work, "--wipe", "--warmup")
    episodes = options.episodes or (200 if full else 100)
    writers = 100 if full else 40
    hub = _chosen(options.hub, 100_000 if full else 20_000)
    recall_sizes = ("--sizes", recall, *(() if full else ("--queries", "50")), "--hub", hub)
    facts = _chosen(options.bulk_facts, 100_000 if full else 6000)
    stream = _chosen(options.bulk_episodes, 1_000_000 if full else 2000)
    first = [
        BenchPart(
            "ingest", "speed.ingest_speed", ("--sizes", sizes, "--episodes", f"{episodes}", "--warmup", "200", *same)
        ),
        BenchPart("graphiti", "speed.peer_speed", ("graphiti", *peer, "20"), "peers"),  # it takes a second per episode
        BenchPart("agent_memory", "speed.peer_speed", ("agent_memory", *peer, "200"), "peers"),
    ]
    rest = [
        BenchPart(
            "moments",
            "speed.ask_facts",
            ("{data}/temporal_kg", *(() if full else ("--sets", "yago11k", "--questions", "1000"))),
            "data",
        ),
        BenchPart("round_trips", "speed.count_round_trips"),
        BenchPart(
            "model_calls", "eval.count_model_calls", ("{data}/locomo", "--turns", "200" if full else "120"), "data"
        ),
        BenchPart("writers", "load.many_writers", ("--runs", "0", "--no-api", "--episodes", f"{writers}")),
        BenchPart("bulk", "load.bulk", ("--facts", facts, "--episodes", stream)),
        BenchPart("index", "speed.index_exact"),
    ]
    questions = BenchPart("recall", "speed.recall_speed", recall_sizes)
    if options.graph:
        many = (
            "--sizes",
            "10000,100000,1000000",
            "--warm",
            "150",
            "--hub",
            "0",
            "--no-exact",
            "--keep",
            options.graph.name,
        )
        return [BenchPart("million", "speed.recall_speed", many)]
    return [*first, *rest, questions] if full else [*first, questions, *rest]


def _chosen(given: int | None, default: int) -> str:
    """Return the given number, also 0 (which leaves the part out), else the default."""
    return str(default if given is None else given)


# --------------------------------------------------------------------------- the server


def _folder(kept: Path | None) -> AbstractContextManager[str]:
    if kept:
        return nullcontext(str(kept.resolve()))
    return tempfile.TemporaryDirectory(prefix="graphmem-bench-", ignore_cleanup_errors=True)


@contextmanager
def neo4j(kept: Path | None) -> Iterator[Server]:
    """Start a server of its own: every part deletes everything in the database, unless the graph is kept."""
    with _folder(kept) as folder:
        heap, cache = FOR_A_MILLION if kept else (HEAP, PAGE_CACHE)
        settings = Settings(_env_file=None, data_dir=Path(folder), heap=heap, page_cache=cache)  # type: ignore[call-arg]
        running = embedded.acquire(settings)
        try:
            yield running
        finally:
            embedded.release(running)


def emptied(driver: Driver) -> None:
    """Remove all indexes, constraints and nodes, so that the next system finds an empty database."""
    for kind, every in (("CONSTRAINT", "CONSTRAINTS"), ("INDEX", "INDEXES")):
        for row in driver.execute_query(f"SHOW {every} YIELD *").records:  # type: ignore[arg-type]
            if kind == "CONSTRAINT" or (row["type"] != "LOOKUP" and row["owningConstraint"] is None):
                driver.execute_query(f"DROP {kind} `{row['name']}` IF EXISTS")  # type: ignore[arg-type]
    for every in ("()-[x]->()", "(x)"):  # edges first: those of one hub may exceed a transaction
        while driver.execute_query(f"MATCH {every} WITH x LIMIT 5000 DELETE x RETURN count(*) AS n").records[0]["n"]:  # type: ignore[arg-type]
            pass


# --------------------------------------------------------------------------- a part


class MemoryWatch(threading.Thread):
    """The maximum memory of a process with its children, and of the server, in MB."""

    def __init__(self, process: int, server: int) -> None:
        super().__init__(daemon=True)
        self.watched = {"process": process, "server": server}
        self.most = dict.fromkeys(self.watched, 0.0)
        self.over = threading.Event()

    def run(self) -> None:
        """Measure until the part is over."""
        while not self.over.wait(EVERY_SEC):
            for name, pid in self.watched.items():
                self.most[name] = max(self.most[name], resident(pid, below=name == "process"))

    def ended(self) -> dict[str, int]:
        """Return the maximum values."""
        self.over.set()
        self.join()
        return {name: round(most) for name, most in self.most.items()}


def resident(pid: int, *, below: bool) -> float:
    """Return resident memory in MB, 0 if the process is gone."""
    try:
        process = psutil.Process(pid)
        every = [process, *(process.children(recursive=True) if below else ())]
        return sum(one.memory_info().rss for one in every) / 1e6
    except psutil.Error:
        return 0.0


def measured(part: BenchPart, running: Server, folders: dict[str, str], seconds: float | None) -> Row:
    """Run a part for a limited number of seconds: its command, its result or its failure, seconds and memory."""
    login = {"NEO4J_URI": running.uri, "NEO4J_USER": running.user, "NEO4J_PASSWORD": running.password}
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("GRAPHMEM_", "OPENAI_"))}
    begun = time.perf_counter()
    process = subprocess.Popen(part.command(folders), cwd=ROOT, env=clean | login, stdout=subprocess.PIPE, text=True)
    watch = MemoryWatch(process.pid, running.pid)
    watch.start()
    try:
        said, _ = process.communicate(timeout=seconds)
        why = f"ended with {process.returncode}"
    except subprocess.TimeoutExpired:
        for one in (*psutil.Process(process.pid).children(recursive=True), process):
            one.kill()
        said, why = process.communicate()[0], f"was not done after {seconds:.0f} s"
    memory = watch.ended()
    row: Row = {"command": part.told(), "seconds": round(time.perf_counter() - begun), "memory_mb": memory}
    lines = said.strip().splitlines()
    if process.returncode and not (lines and lines[-1].startswith("{")):
        return {**row, "failed": why}
    return {**row, "result": json.loads(lines[-1])}


# --------------------------------------------------------------------------- all of it


def made_by(arguments: Sequence[str]) -> str:
    """Return the make target and its variables for these arguments; folders by name only."""
    left, words = iter(arguments), ["make", "bench-full" if "--full" in arguments else "bench"]
    own = []
    for one in left:
        if one in ("--peers", "--data"):
            words.append(f"{one[2:].upper()}={one[2:].upper()}")
            next(left)
        elif one != "--full":
            own.append(one)
    return " ".join([*words, *([f'BENCH_ARGS="{shlex.join(own)}"'] if own else [])])


def data_on(folder: Path) -> str:
    """Return the kind of file system of Neo4j's data; TMPDIR names another folder."""
    above = [one for one in psutil.disk_partitions(all=True) if folder.resolve().is_relative_to(one.mountpoint)]
    kind = max(above, key=lambda one: len(one.mountpoint)).fstype if above else "a file system of unknown kind"
    return f"{kind} without a journal" if lacks_journal(folder) else kind


def surroundings(full: bool) -> Row:
    """Return what the figures depend on."""
    return {
        "at": datetime.now(UTC).date().isoformat(),
        "made": made_by(sys.argv[1:]),
        "full": full,
        "processors": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 1),
        "heap": HEAP,
        "page_cache": PAGE_CACHE,
        "data_on": data_on(Path(tempfile.gettempdir())),
        "versions": {name: version(name) for name in ("graphmem", "neo4j")},
    }


def main(options: argparse.Namespace) -> None:
    """Measure, and write the file after every part; then write the page."""
    out: Path = options.out
    found: Row = json.loads(out.read_text("utf8")) if out.is_file() and (options.only or options.page_only) else {}
    if not options.page_only:
        again = bool(found)
        found = found or {"run": surroundings(options.full), "parts": {}, "not_run": {}}
        measure_all(options, found, again=again)
        out.write_text(json.dumps(found, indent=1) + "\n", "utf8")
    written(found, out.with_suffix(".md"))


def measure_all(options: argparse.Namespace, found: Row, *, again: bool) -> None:
    """Run every requested part; `again`: the other parts are of an earlier run."""
    folders = {name: str(Path(given).resolve()) for name in ("peers", "data") if (given := getattr(options, name))}
    wanted = options.only.split(",") if options.only else None
    last = time.monotonic() + 60 * options.minutes if options.minutes else None
    with (
        neo4j(options.graph) as running,
        GraphDatabase.driver(running.uri, auth=(running.user, running.password)) as driver,
    ):
        found["run"]["versions"]["server"] = driver.get_server_info().agent
        for part in parts(options):
            if wanted is not None and part.name not in wanted:
                continue
            if part.needs and part.needs not in folders:
                found["not_run"][part.name] = f"{part.needs.upper()} was not given"
                continue
            left = None if last is None else last - time.monotonic()
            if left is not None and left <= 0:
                found["not_run"][part.name] = f"the {options.minutes} minutes of the run were over"
                continue
            if not options.graph:
                emptied(driver)
            sys.stderr.write(f"\n{part.name}: {part.told()}\n")
            later = {"again": datetime.now(UTC).date().isoformat()} if again else {}
            found["not_run"].pop(part.name, None)
            found["parts"][part.name] = {**measured(part, running, folders, left), **later}
            options.out.write_text(json.dumps(found, indent=1) + "\n", "utf8")


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--peer-sizes", help="sizes for the peers; default: those of --sizes up to 30,000 facts")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--only")
    parser.add_argument("--page-only", action="store_true", help="measure nothing; write the page again from the file")
    parser.add_argument(
        "--minutes", type=float, help="time limit: no part starts after it, and a running part is stopped"
    )
    parser.add_argument("--sizes")
    parser.add_argument("--recall-sizes")
    parser.add_argument("--episodes", type=int, help="episodes per measurement of ingest")
    parser.add_argument("--hub", type=int, help="edges of a hub; 0 = no walks")
    parser.add_argument("--bulk-facts", type=int, help="facts of the bulk import")
    parser.add_argument("--bulk-episodes", type=int, help="episodes of the stream; 0 = no stream")
    parser.add_argument("--graph", type=Path, help="folder of a graph that stays; only with --only million")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "benchmarks.json")
    given = parser.parse_args()
    if (given.graph is None) is (given.only == "million"):
        parser.error("--graph needs --only million, and the reverse: the other parts delete everything in the database")
    return given


if __name__ == "__main__":
    main(parsed())
