"""The layer rule of ARCHITECTURE.md, read from the imports: who may know whom."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STAGES = (
    "entity_extract", "entity_resolve", "fact_extract", "fact_dedup", "temporal", "contradiction", "commit",
)  # fmt: skip
FACADE = ("graphmem.memory", "graphmem.brain")
MUST_NOT = {
    "graphmem/ingest": (
        "graphmem.recall",
        "graphmem.embedded",
        "graphmem.cli",
        "graphmem.demo",
        "graphmem.memory",
        "graphmem.brain",
    ),
    "graphmem/recall": ("graphmem.embedded", "graphmem.cli", "graphmem.demo", *FACADE),
    "graphmem/graph": (
        "graphmem.recall",
        "graphmem.cli",
        "graphmem.demo",
        "graphmem.memory",
        "graphmem.brain",
        "graphmem.models",
    ),
    "graphmem/models": (
        "graphmem.recall",
        "graphmem.graph",
        "graphmem.cli",
        "graphmem.demo",
        "graphmem.memory",
        "graphmem.brain",
    ),
    "graphmem/embedded": (
        "graphmem.recall",
        "graphmem.ingest",
        "graphmem.models",
        "graphmem.cli",
        "graphmem.memory",
        "graphmem.brain",
    ),
    "graphmem/demo": ("graphmem.graph", "graphmem.ingest", "graphmem.recall", "graphmem.embedded"),
    "graphmem/mcp": (
        "graphmem.graph",
        "graphmem.ingest",
        "graphmem.recall",
        "graphmem.models",
        "graphmem.embedded",
        "graphmem.cli",
        "graphmem.demo",
    ),
    "api": ("graphmem.embedded", "graphmem.cli", "graphmem.demo", "neo4j"),
}
"""Folder: what nothing in it may import."""
AT_HOME = {
    "neo4j": ("graphmem/graph", "graphmem/embedded", "graphmem/ingest/commit.py"),
    "neomodel": ("graphmem/graph",),
    "openai": ("graphmem/models",),
    "spacy": ("graphmem/models/offline",),
    "typer": ("graphmem/cli",),
    "fastapi": ("api",),
    "mcp": ("graphmem/mcp",),
}
"""Library: the only places that import it."""
CYPHER = re.compile(
    r"^\s*(CYPHER \d+\s+)?(OPTIONAL MATCH|MATCH|MERGE|CREATE|UNWIND|CALL|RETURN|WITH|SHOW)\s+[\w({:`*$]", re.S
)
LONG: dict[str, int] = {}
"""The facade: signatures and docstrings, with hardly a body."""
NOT_A_STATEMENT = {
    "graphmem/embedded/ready.py": "asks whether the server answers at all, before there is anything to load",
    "graphmem/demo/run.py": "text for a person to paste into Neo4j Browser",
    "graphmem/graph/call_text.py": "tells what a call may say; its text is read here and never sent",
    "api/examples.py": "calls as somebody may send them",
    "api/schemas.py": "describes such a call",
}


def sources(folder: str) -> list[Path]:
    """The Python files of a folder."""
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, relative ones made absolute."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    package = list(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*above, *([node.module] if node.module else [])])


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@pytest.mark.parametrize("folder", MUST_NOT)
def test_a_layer_does_not_know_those_above_it(folder: str) -> None:
    for path in sources(folder):
        known = [m for m in imported(path) if any(is_within(m, other) for other in MUST_NOT[folder])]
        lazily = {"graphmem.graph.procedures"} if folder == "graphmem/embedded" else set()
        assert not set(known) - lazily, f"{path.relative_to(ROOT)} imports {known}"


def test_the_library_does_not_know_the_api() -> None:
    for path in sources("graphmem"):
        assert not [m for m in imported(path) if is_within(m, "api")], path


@pytest.mark.parametrize("library", AT_HOME)
def test_a_library_is_imported_in_its_own_place_only(library: str) -> None:
    for path in [*sources("graphmem"), *sources("api")]:
        where = path.relative_to(ROOT).as_posix()
        if any(is_within(m, library) for m in imported(path)):
            assert where.startswith(AT_HOME[library]), f"{where} imports {library}"


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_knows_only_the_stages_before_it(stage: str) -> None:
    known = {m.rpartition(".")[2] for m in imported(ROOT / "graphmem" / "ingest" / f"{stage}.py")}
    later = set(STAGES[STAGES.index(stage) :])
    assert not known & later
    assert not known & {"pipeline", "landing", "facts_by_hand", "memory", "brain"}


@pytest.mark.parametrize("stage", STAGES[:-1])
def test_only_commit_reaches_the_graph(stage: str) -> None:
    known = list(imported(ROOT / "graphmem" / "ingest" / f"{stage}.py"))
    assert not [m for m in known if is_within(m, "graphmem.graph") or is_within(m, "neo4j")]


def test_commit_asks_no_model() -> None:
    known = list(imported(ROOT / "graphmem" / "ingest" / "commit.py"))
    models = [m for m in known if is_within(m, "graphmem.models")]
    assert set(models) <= {"graphmem.models.ports"}
    names = re.findall(
        r"^from graphmem\.models\.ports import (.+)$", (ROOT / "graphmem/ingest/commit.py").read_text("utf8"), re.M
    )
    assert not {"Extractor", "Judge", "Embedder"} & {name.strip() for line in names for name in line.split(",")}


def test_there_is_no_cypher_in_python() -> None:
    found = {
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in [*sources("graphmem"), *sources("api")]
        for line in _cypher_lines(path)
        if path.relative_to(ROOT).as_posix() not in NOT_A_STATEMENT
    }
    assert not found


def _cypher_lines(path: Path) -> Iterator[int]:
    tree = ast.parse(path.read_text("utf8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if id(node) not in prose and CYPHER.match(text):
            yield node.lineno  # type: ignore[attr-defined]


def test_every_cypher_file_says_what_it_is_for() -> None:
    for path in sorted((ROOT / "cypher").rglob("*.cypher")):
        assert path.read_text("utf8").startswith("// "), f"{path.relative_to(ROOT)} has no header"


def test_files_and_functions_stay_small() -> None:
    for path in [*sources("graphmem"), *sources("api")]:
        text = path.read_text("utf8")
        limit = LONG.get(path.relative_to(ROOT).as_posix(), 500)
        assert len(text.splitlines()) < limit, f"{path.relative_to(ROOT)} is long"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or 0) - node.lineno + 1 - _docstring(node)
                assert size <= 60, f"{path.relative_to(ROOT)}: {node.name} has {size} lines"


def _docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    is_one = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return (first.end_lineno or 0) - first.lineno + 1 if is_one else 0
