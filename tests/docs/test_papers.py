"""README, ARCHITECTURE, CONTRIBUTING, the decisions and the glossary: what they name exists, and what they promise is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import platformdirs
import pytest

from graphmem import ontology
from graphmem.settings import Settings
from tests.docs.pages import (
    CODE,
    FENCE,
    PAGES,
    PAPERS,
    ROOT,
    anchors,
    assert_place_exists,
    block,
    links,
    section,
    table,
    text_of,
    words_of_the_source,
)

README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
GLOSSARY, DECISIONS = ROOT / "docs" / "glossary.md", ROOT / "docs" / "decisions"
DECIDED = sorted(DECISIONS.glob("[0-9]*.md"))
NAMING = [*PAPERS, GLOSSARY, *DECIDED]
"""Pages about the code: every path and identifier that they name exists."""
PATH = re.compile(
    r"(?<![\w/.-])(?:graphmem|contract|extractors|api|cypher|tests|docs|clients|benchmarks|scripts|docker)/[\w./-]*\w/?"
)
IDENTIFIER = re.compile(r"\.?[A-Za-z_]\w*(?:\.\w+)*")
MOST_OWN_WORDS = 15
IN_A_WHEEL = {"graphmem/_cypher", "graphmem/_api"}
OTHERS = {
    *("cleanco", "limits", "loky", "pebble", "croniter", "leidenalg", "igraph", "reset_time"),
    *("uk", "eu", "sc"),
}
"""Libraries that a decision is against, and what they contain."""


@pytest.mark.parametrize("page", NAMING, ids=lambda page: page.name)
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    text = re.sub(r"\]\([^)]*\)", "", text_of(page))
    named = {path.rstrip(".") for path in PATH.findall(text)} - IN_A_WHEEL
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", NAMING, ids=lambda page: page.name)
def test_every_identifier_that_a_page_names_is_in_the_source(page: Path) -> None:
    named = {name for name in CODE.findall(FENCE.sub("", text_of(page))) if IDENTIFIER.fullmatch(name)} - OTHERS
    known = words_of_the_source()
    assert [name for name in sorted(named) if name not in known and not set(re.findall(r"\w+", name)) <= known] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_anchor_exists(page: Path) -> None:
    away = [(path, anchor) for path, anchor in links(page) if anchor and path.suffix == ".md"]
    there = {(path, name) for path, anchor in links(page) if anchor and path.suffix == ".md" for name in anchors(path)}
    assert [one for one in away if one not in there] == []


def test_every_page_is_reached_from_the_first_one() -> None:
    found, fresh = set(), {README}
    while fresh:
        found |= fresh
        fresh = {path for page in fresh for path, _ in links(page) if path.suffix == ".md" and path.exists()} - found
    assert {page.relative_to(ROOT).as_posix() for page in set(PAGES) - found} == set()


def test_the_readme_is_a_first_page() -> None:
    assert len(text_of(README).splitlines()) <= 110
    doors = re.findall(r"^\*\*(\w+)\.\*\* ", section(README, "Three doors"), re.MULTILINE)
    assert doors == ["Start", "Agents", "Operate"]
    assert section(README, "A model").count("export ") == 2


def test_the_line_of_figures_is_that_of_the_benchmarks() -> None:
    page = ROOT / "docs" / "benchmarks.md"
    rows = {row[0]: row for row in table(page, "Messages in")}["100,000"]
    alone, together = (round(float(cell.split()[0])) for cell in rows[1:3])
    asked = {row[0]: row for row in table(page, "Questions out")}["100,000"][2]
    median = round(float(asked.split(" / ")[0]))
    told = " ".join(text_of(README).split())
    assert (
        f"100,000 facts takes {alone} messages a second one after the other and {together} with eight in flight" in told
    )
    assert f"answers a question in {median} ms (median)" in told
    (calls,) = [row[1] for row in table(page, "Benchmarks") if row[0] == "model calls per episode, on average"]
    assert f"{calls} calls a message on average" in told


@pytest.mark.parametrize(
    ("told", "page"),
    [
        ("173 MB", "operations.md"),
        ("25 MB", "operations.md"),
        ("about 370 MB", "operations.md"),
        ("about a minute", "python.md"),
        ("12–22", "offline.md"),
    ],
)
def test_a_cost_of_the_readme_stands_in_its_page(told: str, page: str) -> None:
    assert told in section(README, "What it costs")
    assert told in text_of(ROOT / "docs" / page)


def test_the_memory_of_the_readme_is_that_of_the_settings() -> None:
    heap, cache = Settings.model_fields["heap"].default, Settings.model_fields["page_cache"].default
    assert f"a heap of `{heap}` and a page cache of `{cache}`" in section(README, "What it costs")


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_the_folders_to_remove_are_those_that_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    made = [platformdirs.user_data_dir("graphmem"), platformdirs.user_cache_dir("graphmem")]
    (told,) = re.findall(r"`rm -r ([^`]+)`", section(README, "What it costs"))
    assert [os.path.expanduser(folder) for folder in told.split()] == made  # noqa: PTH111


def test_each_decision_is_a_question_a_choice_and_a_reason() -> None:
    form = re.compile(r"# [^\n]+\?\n\n\*\*Choice\.\*\* \S.*\n\n\*\*Reason\.\*\* \S.*\n", re.DOTALL)
    assert [page.name for page in DECIDED if not form.fullmatch(text_of(page))] == []
    assert [page.name for page in DECIDED if len(text_of(page)) > 1_500] == []


def test_decisions_are_numbered_and_listed_with_their_questions() -> None:
    numbers = [page.name[:4] for page in DECIDED]
    assert len(set(numbers)) == len(numbers)
    listed = re.findall(r"^- \[(\d{4})\]\(([\w.-]+)\) (.+)$", text_of(DECISIONS / "README.md"), re.MULTILINE)
    there = [(page.name[:4], page.name, text_of(page).splitlines()[0].removeprefix("# ")) for page in DECIDED]
    assert sorted(listed) == there


OWN, FIELD = table(GLOSSARY, "Words of graphmem"), table(GLOSSARY, "Words of the field")


def test_the_glossary_has_each_term_once_and_few_of_its_own() -> None:
    terms = [term.strip() for row in (*OWN, *FIELD) for term in row[0].split(",")]
    assert [term for term, times in Counter(terms).items() if times > 1] == []
    assert len(OWN) <= MOST_OWN_WORDS


@pytest.mark.parametrize("row", [*OWN, *FIELD], ids=lambda row: row[0])
def test_a_term_of_the_glossary_stands_in_the_code(row: list[str]) -> None:
    assert_place_exists(row[2])
    source = re.sub(r"[\s_]+", " ", text_of(ROOT / CODE.findall(row[2])[0])).lower()
    assert any(term.strip().lower()[:6] in source for term in row[0].split(","))


def commands() -> list[str]:
    """The commands of CONTRIBUTING.md that need no database."""
    return re.findall(r"^\.venv/bin/python (-m pytest .+)$", text_of(CONTRIBUTING), re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_first_hour_runs(command: str) -> None:
    assert run_tests(command.split()) == 0


def test_the_first_hour_has_a_command() -> None:
    assert commands()


def run_tests(arguments: list[str]) -> int:
    """The exit status of a run of tests in a process of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    told = [sys.executable, *arguments, "-p", "no:cacheprovider"]
    return subprocess.run(told, cwd=ROOT, env=own, capture_output=True, timeout=120, check=False).returncode


def test_the_first_change_is_still_to_be_made_and_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    told = section(CONTRIBUTING, "One change")
    word, relation = re.search(r"add `(\w+)` to the words of\s+`(\w+)`", told).groups()  # type: ignore[union-attr]
    test, file = re.search(r"`(test_\w+)` in `([\w/.]+)`", told).groups()  # type: ignore[union-attr]
    assert f"def {test}(" in text_of(ROOT / file)
    assert f'"{word.replace("_", " ")}"' in told
    assert ontology.relation_name(word) != relation
    monkeypatch.setitem(ontology.SYNONYMS, word, relation)
    assert ontology.relation_name(word.replace("_", " ")) == relation


def test_a_folder_of_tests_has_its_row() -> None:
    named = set(re.findall(r"`tests/(\w+)/`", section(CONTRIBUTING, "One test")))
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}
    assert folders - named == set()


def test_the_block_of_set_up_has_make_targets_only() -> None:
    lines = block(CONTRIBUTING, "Set up", "sh").splitlines()
    assert lines
    assert all(line.startswith("make ") for line in lines)
