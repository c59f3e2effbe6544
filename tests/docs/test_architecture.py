"""ARCHITECTURE.md agrees with the code: the tour, the import rule, the glossary and the table of places."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.unit.test_import_rule import LAYERS, LONGEST_CHAIN, PACKAGES
from tests.unit.test_layers import AT_HOME

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf8")
CODE = re.compile(r"`([^`]+)`")
FOREIGN = ("graphmem/compat/", "graphmem/clients/")
"""Where class names are those of other projects."""
TERMS = 25
QUESTIONS = 17


def section(title: str) -> str:
    """The text under a heading, up to the next heading of the same level or a higher one."""
    heading = re.search(rf"^(#+) {re.escape(title)}$", PAGE, re.MULTILINE)
    assert heading, f"there is no heading {title!r}"
    body = PAGE[heading.end() :]
    following = re.search(rf"^#{{1,{len(heading[1])}}} ", body, re.MULTILINE)
    return body[: following.start()] if following else body


def block(title: str) -> str:
    """The first fenced block under a heading."""
    found = re.search(r"^```text\n(.*?)^```$", section(title), re.MULTILINE | re.DOTALL)
    assert found, f"there is no block under {title!r}"
    return found[1]


def table(title: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    found = re.search(r"(?:^\|.*\n)+", section(title), re.MULTILINE)
    assert found, f"there is no table under {title!r}"
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in found[0].splitlines()[2:]]


def toured() -> list[str]:
    """The path of each module that the tour names."""
    folder, paths = "", []
    for line in block("graphmem, api, benchmarks").splitlines():
        name, _, words = line.strip().partition(" ")
        if line and not line.startswith(" "):
            folder = name
        elif line:
            assert words.strip(), f"the tour says nothing about {folder}{name}"
            paths.append(folder + name)
    return paths


def modules() -> Iterator[Path]:
    """Every module of the three packages."""
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


@cache
def defined(path: Path) -> frozenset[str]:
    """The names that a module defines at its top level, and `Class.member` for the members of its classes."""
    names = set()
    for node in ast.parse(path.read_text("utf8")).body:
        names |= set(_names(node))
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{name}" for inner in node.body for name in _names(inner)}
    return frozenset(names)


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def assert_place_exists(cell: str) -> None:
    """A cell names one file, and for a Python file one symbol that the file defines."""
    path, *symbols = CODE.findall(cell)
    assert (ROOT / path).is_file(), path
    assert len(symbols) == path.endswith(".py"), cell
    assert set(symbols) <= (defined(ROOT / path) if symbols else set()), cell


def test_the_tour_names_every_module_once() -> None:
    counted = Counter(toured())
    assert [path for path, times in counted.items() if times > 1] == []
    existing = {path.relative_to(ROOT).as_posix() for path in modules() if path.name != "__init__.py"}
    assert existing - set(counted) == set(), "the tour does not name these"
    assert set(counted) - existing == set(), "these do not exist"


@pytest.mark.parametrize("title", ["cypher", "tests"])
def test_the_tour_names_every_folder(title: str) -> None:
    named = {line.split()[0] for line in block(title).splitlines()[1:]}
    folders = {f"{path.name}/" for path in (ROOT / title).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {name for name in named if name.count("/") == 1} == folders
    assert {name for name in named if not (ROOT / title / name).is_dir()} == set()


def test_the_import_rule_is_the_one_that_is_checked() -> None:
    assert tuple(block("The import rule").splitlines()) == LAYERS
    assert f"at most {LONGEST_CHAIN} modules" in " ".join(PAGE.split())


def test_each_library_has_the_places_that_are_checked() -> None:
    places = {CODE.findall(name)[0]: tuple(CODE.findall(homes)) for name, homes in table("The import rule")}
    assert places == AT_HOME


def test_the_glossary_has_its_terms_once() -> None:
    terms = [term.strip() for row in table("Glossary") for term in row[0].split(",")]
    assert len(table("Glossary")) >= TERMS
    assert [term for term, times in Counter(terms).items() if times > 1] == []


@pytest.mark.parametrize("row", table("Glossary"), ids=lambda row: row[0])
def test_a_term_of_the_glossary_stands_in_the_code(row: list[str]) -> None:
    assert_place_exists(row[2])


def test_the_table_of_places_answers_seventeen_questions() -> None:
    assert len(table("Where do I find …")) == QUESTIONS


@pytest.mark.parametrize("row", table("Where do I find …"), ids=lambda row: row[0])
def test_an_answer_leads_to_a_symbol(row: list[str]) -> None:
    assert_place_exists(row[1])


def test_every_decision_has_a_choice_and_a_reason() -> None:
    decisions = re.split(r"^\*\*(.+)\*\*$", section("Decisions"), flags=re.MULTILINE)[1:]
    questions, answers = decisions[::2], decisions[1::2]
    assert [question for question in questions if not question.endswith("?")] == []
    forms = [re.findall(r"^- (\w+): ", answer, re.MULTILINE) for answer in answers]
    assert [question for question, form in zip(questions, forms, strict=True) if form != ["Choice", "Reason"]] == []


def test_every_path_of_the_page_exists() -> None:
    prose = re.sub(r"^```.*?^```$", "", PAGE, flags=re.MULTILINE | re.DOTALL)
    paths = [name for name in CODE.findall(prose) if re.fullmatch(r"[\w./]+\.(py|cypher|md|sh|toml|lock)", name)]
    bases = [
        ROOT,
        ROOT / "graphmem",
        *(ROOT / "graphmem" / name for name in ("ingest", "recall", "ingest/transactions")),
    ]
    assert [path for path in paths if not any((base / path).exists() for base in bases)] == []


def test_every_public_class_name_occurs_once() -> None:
    homes: dict[str, list[str]] = {}
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(FOREIGN):
            for node in ast.parse(path.read_text("utf8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(name)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
