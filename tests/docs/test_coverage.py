"""tests/coverage.md gives every line of the checklist one place, and everything that it names exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "tests" / "coverage.md").read_text("utf8")
LINES = {"S0": 71, "S1": 23, "S2": 23, "S3": 19, "S4": 14}
"""The number of lines of each source system in the checklist."""
NUMBERS = {f"{system}-{n}" for system, count in LINES.items() for n in range(1, count + 1)}
DEFECTS = {
    *("S0-6", "S0-9", "S0-15", "S0-18", "S0-24", "S0-30", "S0-50", "S0-53", "S0-54", "S0-57", "S0-58", "S0-64"),
    *("S1-9", "S1-16", "S1-18", "S2-9", "S2-15", "S2-19", "S3-2", "S3-10", "S3-15", "S4-2", "S4-6", "S4-7"),
}
"""Lines that say that the package does something else than its document."""
CODE = re.compile(r"`([^`]+)`")
NUMBER = re.compile(r"\bS[0-4]-\d+\b")
ANSWERS = {"success: false"}
"""Text of an answer, not a name."""
FOLDERS = ("contract", "extractors", "graphmem", "api", "cypher", "tests", "benchmarks", "docs")


def tables() -> dict[str, list[list[str]]]:
    """The rows of each section's table: cells, without the head."""
    found = {}
    for section in PAGE.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        rows = [
            [cell.strip() for cell in line.strip("|").split(" | ")] for line in body.splitlines() if line[:3] == "| S"
        ]
        found[title] = rows
    return found


TABLES = tables()
HOMES = [(title, row) for title, rows in TABLES.items() if title != "Defects of the sources" for row in rows]


def numbers(cell: str) -> list[str]:
    """The numbers at the start of a row."""
    begun = re.match(r"(?:S[0-4]-\d+(?:, )?)+", cell)
    return NUMBER.findall(begun[0]) if begun else []


def functions_by_file() -> dict[str, set[str]]:
    """Test functions by file."""
    files = (ROOT / "tests").rglob("test_*.py")
    return {
        path.relative_to(ROOT).as_posix(): set(re.findall(r"def (test_\w+)", path.read_text("utf8"))) for path in files
    }


TESTS = functions_by_file()
EVERY_TEST = {name for names in TESTS.values() for name in names}


def test_every_line_has_one_home() -> None:
    counts = Counter(number for _, row in HOMES for number in numbers(row[0]))
    assert {number for number in NUMBERS if not counts[number]} == set(), "these have no home"
    assert {number for number, count in counts.items() if count > 1} == set(), "these have several"
    assert set(counts) <= NUMBERS


def test_every_defect_has_its_row() -> None:
    rows = Counter(number for row in TABLES["Defects of the sources"] for number in numbers(row[0]))
    assert rows == Counter(DEFECTS)


def test_a_number_that_is_mentioned_is_one() -> None:
    assert set(NUMBER.findall(PAGE)) <= NUMBERS


def test_every_home_exists() -> None:
    assert all(len(row) == 3 for _, row in HOMES)
    named = {name for _, row in HOMES for name in CODE.findall(row[1])}
    paths = {name for name in named if name.startswith(tuple(f"{folder}/" for folder in FOLDERS))}
    assert {name for name in paths if not (ROOT / name).exists()} == set()
    assert {name for name in named - paths - ANSWERS if not is_defined(name)} == set()


def test_what_shows_it_exists() -> None:
    rows = [row for rows in TABLES.values() for row in rows]
    assert [row for row in rows if not CODE.findall(row[2])] == [], "nothing shows these"
    named = {name for row in rows for name in CODE.findall(row[2])}
    assert {name for name in named if not is_test(name)} == set()


def is_test(name: str) -> bool:
    """Whether a name is a test file, a function in one, or a function of any test file."""
    path, _, function = name.partition("::") if "/" in name else ("", "", name)
    return (not path or path in TESTS) and (not function or function in (TESTS[path] if path else EVERY_TEST))


class Definitions(ast.NodeVisitor):
    """The definitions of the Python source: names, members of classes, members of modules."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.members: set[tuple[str, str]] = set()
        self.owners: list[str] = []

    def read(self, path: Path) -> None:
        """Add a module."""
        self.owners = [path.stem]
        self.visit(ast.parse(path.read_text("utf8")))

    def _define(self, name: str) -> None:
        self.names.add(name)
        self.members.add((self.owners[-1], name))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._define(node.name)
        self.members |= {(node.name, base.id) for base in node.bases if isinstance(base, ast.Name)}
        self.owners.append(node.name)
        self.generic_visit(node)
        self.owners.pop()

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._define(node.name)
        self.names |= {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
        self.owners.append(node.name)
        self.generic_visit(node)
        self.owners.pop()

    visit_FunctionDef = _visit_function
    visit_AsyncFunctionDef = _visit_function

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    self._define(name.id)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._define(node.target.id)

    def has(self, owner: str, name: str) -> bool:
        """Whether a class, one of its base classes, or a module defines a name."""
        if (owner, name) in self.members:
            return True
        bases = {base for own, base in self.members if own == owner and base[:1].isupper()}
        return any(self.has(base, name) for base in bases - {owner})


DEFINED = Definitions()
for _folder in ("contract", "extractors", "graphmem", "api"):
    for _path in (ROOT / _folder).rglob("*.py"):
        DEFINED.read(_path)
CYPHER = "\n".join(path.read_text("utf8") for path in (ROOT / "cypher").rglob("*.cypher"))


def is_defined(name: str) -> bool:
    """Whether Python defines a dotted name, or the graph has that label, edge type or property."""
    owner, _, member = name.rpartition(".")
    if owner and "." not in owner and DEFINED.has(owner, member):
        return True
    in_graph = all(re.search(rf"[:.$|{{ ]{re.escape(part.lstrip('$'))}(?!\w)", CYPHER) for part in name.split("."))
    return in_graph or (not owner and name in DEFINED.names)


def test_a_name_that_does_not_exist_is_found_out() -> None:
    assert is_defined("EpisodeProcessor.fail")
    assert is_defined("Brain.remember")
    assert not is_defined("Pipeline._failed")
    assert not is_defined("EpisodeProcessor.fails")
    assert not is_defined("no_such_name")
