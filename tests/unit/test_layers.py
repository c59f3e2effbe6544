"""Each library, each stage and each statement has its place; files and functions stay small."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = ("graphmem", "api", "extractors")
"""The folders of what runs in a service."""
INGEST = ROOT / "graphmem" / "ingest"
EXECUTION = (
    "entity_extract", "fact_extract", "entity_resolve", "fact_dedup", "temporal", "contradiction", "commit",
)  # fmt: skip
"""The stages in the order in which they run."""
AT_HOME = {
    "neo4j": ("graphmem/graph", "graphmem/embedded", "graphmem/explore"),
    "neomodel": ("graphmem/nodes",),
    "openai": ("graphmem/models",),
    "spacy": ("extractors/offline",),
    "networkx": ("graphmem/upkeep/clusters",),
    "typer": ("graphmem/cli",),
    "fastapi": ("api",),
    "mcp": ("graphmem/mcp",),
    "phonenumbers": ("graphmem/pii",),
    "validators": ("graphmem/pii",),
}
"""Library: the only places that import it."""
FACADE = (
    "memory", "brain", "settings", "access", "observability", "version",
    "ontology", "ingest.episodes.request", "ingest.episodes.apart",
    "ingest.batch_size", "ingest.import_keys", "processes.owners", "processes.fair_turns",
)  # fmt: skip
"""What the API may import of graphmem, beside the public names of the package itself."""
CYPHER = re.compile(
    r"^\s*(CYPHER \d+\s+)?(OPTIONAL MATCH|MATCH|MERGE|CREATE|UNWIND|CALL|RETURN|WITH|SHOW)\s+[\w({:`*$]", re.S
)
NOT_A_STATEMENT = {
    "graphmem/embedded/readiness.py": "asks whether the server answers at all, before there is anything to load",
    "graphmem/demo/run.py": "text for a person to paste into Neo4j Browser",
    "graphmem/explore/call_grammar.py": "tells what a call may say; its text is read here and never sent",
    "api/examples.py": "calls as somebody may send them",
    "api/schemas.py": "describes such a call",
}


def sources(*folders: str) -> list[Path]:
    """The Python files of folders."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in files if "__pycache__" not in path.parts)


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


def test_the_library_does_not_know_the_api() -> None:
    for path in sources("graphmem"):
        assert not [m for m in imported(path) if is_within(m, "api")], path


def test_the_api_imports_the_facade_only() -> None:
    beyond = {
        (path.relative_to(ROOT).as_posix(), module)
        for path in sources("api")
        for module in imported(path)
        if is_within(module, "graphmem") and module != "graphmem"
        if not any(is_within(module, f"graphmem.{name}") for name in FACADE)
    }
    assert beyond == set()


@pytest.mark.parametrize("library", AT_HOME)
def test_a_library_is_imported_in_its_own_place_only(library: str) -> None:
    for path in sources(*CODE):
        where = path.relative_to(ROOT).as_posix()
        if any(is_within(m, library) for m in imported(path)):
            assert where.startswith(AT_HOME[library]), f"{where} imports {library}"


@pytest.mark.parametrize("stage", EXECUTION)
def test_a_stage_imports_only_the_stages_before_it(stage: str) -> None:
    known = {m.rpartition(".")[2] for m in imported(INGEST / "stages" / f"{stage}.py")}
    later = set(EXECUTION[EXECUTION.index(stage) :])
    assert not known & later


@pytest.mark.parametrize("stage", EXECUTION[:-1])
def test_only_commit_reaches_the_graph(stage: str) -> None:
    known = list(imported(INGEST / "stages" / f"{stage}.py"))
    assert not [m for m in known if is_within(m, "graphmem.graph") or is_within(m, "neo4j")]


def test_commit_asks_no_model() -> None:
    known = list(imported(INGEST / "stages" / "commit.py"))
    assert not [m for m in known if is_within(m, "graphmem.models")]


def test_there_is_no_cypher_in_python() -> None:
    found = {
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in sources(*CODE)
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
    for path in sources(*CODE):
        text = path.read_text("utf8")
        limit = 500
        assert len(text.splitlines()) < limit, f"{path.relative_to(ROOT)} is long"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or 0) - node.lineno + 1 - _docstring(node)
                assert size <= 60, f"{path.relative_to(ROOT)}: {node.name} has {size} lines"


def _docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    is_one = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return (first.end_lineno or 0) - first.lineno + 1 if is_one else 0
