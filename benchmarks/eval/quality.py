"""All evaluations of recall without a model, one after the other: a JSON file, and the page and the table that are made from it.

    python -m benchmarks.eval.quality DATA_FOLDER [--only locomo]... [--page-only] [--out docs/quality.json]

DATA_FOLDER holds a folder for each set (`SETS`), in the form that its module describes. Every command is a module that can be run
alone and ends with one JSON object. `--only` runs some sets anew and keeps the stored figures of the others. `--page-only` runs
nothing. The run writes docs/quality.json, docs/quality.md, and the table of README.md. `NEO4J_URI` names the Neo4j; without it
each command starts one of its own. Settings of graphmem and of models in the environment are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.eval.quality_page import page, with_table

ROOT = Path(__file__).resolve().parents[2]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EvalSet:
    """A set: its folder below DATA, and the commands that give its figures, as module and arguments (`{data}` is the folder)."""

    folder: str
    commands: tuple[tuple[str, ...], ...]


def _with_words(module: str, *arguments: str) -> EvalSet:
    """Return a set whose module knows nothing of BM25."""
    most = arguments[-2:] if "--questions" in arguments else ()
    return EvalSet(module, ((module, "{data}", *arguments), ("words_alone", module, "{data}", *most)))


SETS = {
    "fact_consolidation": EvalSet("fact_consolidation", (("fact_consolidation", "{data}", "--sizes", "300,1500"),)),
    "precision_mem_bench": EvalSet(
        "precisionmembench",
        tuple(
            ("precision_mem_bench", "{data}", "--store", store, *scope)
            for store in ("messages", "facts")
            for scope in ((), ("--scope",))
        ),
    ),
    "state_bench": EvalSet("statebench", (("state_bench", "{data}"),)),
    "real_mem": EvalSet("realmem", (("real_mem", "{data}"),)),
    "relations": _with_words("relations"),
    "locomo": _with_words("locomo"),
    "longmemeval": _with_words("longmemeval", "--set", "s", "--questions", "20"),
    "beam": _with_words("beam", "--no-extraction"),
}


def ran(command: tuple[str, ...], folder: Path) -> Row:
    """Run a command: what it is called on the page, its seconds, and its result or its failure."""
    module, *arguments = command
    told = shlex.join(one.format(data=f"DATA/{folder.name}") for one in arguments)
    given = [one.format(data=folder) for one in arguments]
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("GRAPHMEM_", "OPENAI_"))}
    print(f"benchmarks.eval.{module} {told}", file=sys.stderr, flush=True)
    begun = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-m", f"benchmarks.eval.{module}", *given],
        cwd=ROOT, env=clean, stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    row = {"command": f"python -m benchmarks.eval.{module} {told}", "seconds": round(time.perf_counter() - begun)}
    if ended.returncode:
        return {**row, "failed": f"ended with {ended.returncode}"}
    return {**row, "result": json.loads(ended.stdout.splitlines()[-1])}


def stored(file: Path) -> Row:
    """Return the figures of the file; empty if there is none."""
    return json.loads(file.read_text("utf8")) if file.is_file() else {"graphmem": "", "sets": {}}


def measure(data: Path, names: list[str], out: Path) -> None:
    """Run the sets, and write the file after each."""
    for name in names:
        runs = [ran(command, data / SETS[name].folder) for command in SETS[name].commands]
        found = stored(out)
        sets = {**found["sets"], name: {"at": datetime.now(UTC).date().isoformat(), "runs": runs}}
        ordered = {one: sets[one] for one in SETS if one in sets}
        out.write_text(json.dumps({"graphmem": version("graphmem"), "sets": ordered}, indent=1) + "\n", "utf8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="the folder of the evaluation data")
    parser.add_argument("--only", action="append", choices=SETS, help="only this set; may be repeated")
    parser.add_argument("--page-only", action="store_true", help="run nothing; write the page and the table again")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "quality.json")
    given = parser.parse_args()
    if not given.page_only:
        if given.folder is None:
            parser.error("the folder of the evaluation data is missing")
        measure(given.folder.resolve(), given.only or list(SETS), given.out)
    found = stored(given.out)
    given.out.with_suffix(".md").write_text(page(found), "utf8")
    readme = ROOT / "README.md"
    readme.write_text(with_table(readme.read_text("utf8"), found), "utf8")


if __name__ == "__main__":
    main()
