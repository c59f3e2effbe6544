"""Pointers in the source are valid: every named rule of docs/time.md exists, and no page outside the repository is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = set(re.findall(r'<a id="(r\d+)"></a>', (ROOT / "docs" / "time.md").read_text("utf8")))
NAMED = re.compile(r"docs/time\.md, (R\d+(?:, R\d+)*)")
CHECKLIST = re.compile(r"\bS[0-4]-\d+\b")
NUMBERED = {
    "tests/coverage.md",
    "tests/docs/test_coverage.py",
    "tests/api/test_openapi.py",
    "tests/docs/test_pointers.py",
}
"""Files that may name checklist numbers: the page of coverage, and the tests about it."""
FOLDERS = (
    "contract",
    "extractors",
    "graphmem",
    "api",
    "cypher",
    "tests",
    "benchmarks",
    "docs",
    "scripts",
    "docker",
    "clients",
)
TEXT = {".py", ".cypher", ".java", ".md", ".sh"}


def texts() -> dict[str, str]:
    """Every text of the source, by its path."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in TEXT]
    files += [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf8") for path in files}


TEXTS = texts()


def test_the_page_of_time_has_sixteen_rules() -> None:
    assert {f"r{number}" for number in range(1, 17)} == RULES


@pytest.mark.parametrize("path", sorted(path for path, text in TEXTS.items() if NAMED.search(text)))
def test_a_rule_that_is_named_exists(path: str) -> None:
    named = {rule.lower() for rules in NAMED.findall(TEXTS[path]) for rule in rules.split(", ")}
    assert named <= RULES


def test_no_page_outside_the_repository_is_named() -> None:
    outside = "design " + "§"
    assert [path for path, text in TEXTS.items() if outside in text and path not in NUMBERED] == []


def test_checklist_numbers_stand_in_the_page_of_coverage_only() -> None:
    assert [path for path, text in TEXTS.items() if CHECKLIST.search(text) and path not in NUMBERED] == []
