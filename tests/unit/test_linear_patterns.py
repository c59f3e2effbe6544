"""Every compiled pattern of the package takes steps in proportion to the text, also of a text made against it.

`re` keeps the interpreter while it matches: a pattern that reads a text again from each of its places stops every request.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import api
import graphmem
import graphmem_offline
from tests.unit.counted_matching import CountingMatcher, superlinear

NOT_IMPORTED = ("graphmem.embedded.write_jar_manifest",)
"""Programs."""
_FORMS = {"match": r"\A(?:{})", "fullmatch": r"\A(?:{})\Z"}
Patterns = dict[tuple[str, int], str]


def modules() -> Iterator[Any]:
    for package in (graphmem, api, graphmem_offline):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name not in NOT_IMPORTED:
                yield importlib.import_module(found.name)


def collect(value: Any, where: str, found: Patterns, seen: set[int]) -> None:
    """Add the patterns in a value, its items and its attributes."""
    if id(value) in seen or isinstance(value, type):
        return
    seen.add(id(value))
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            found.setdefault((value.pattern, value.flags), where)
    elif isinstance(value, dict):
        for part in (*value.keys(), *value.values()):
            collect(part, where, found, seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            collect(part, where, found, seen)
    elif type(value).__module__.startswith(("graphmem.", "api.", "graphmem_offline.")):
        slots = [name for one in type(value).__mro__ for name in getattr(one, "__slots__", ())]
        for name in (*slots, *getattr(value, "__dict__", {})):
            collect(getattr(value, name, None), where, found, seen)


def written(module: Any) -> Iterator[str]:
    """The patterns that are written in a call such as `re.search("…", text)`."""
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            name, first = node.func, node.args[0]
            if isinstance(name.value, ast.Name) and name.value.id == "re" and isinstance(first, ast.Constant):
                yield _FORMS.get(name.attr, "{}").format(first.value)


def patterns() -> Patterns:
    found: Patterns = {}
    for module in modules():
        for name, value in vars(module).items():
            if not name.startswith("__"):
                collect(value, f"{module.__name__}.{name}", found, set())
        for pattern in written(module):
            found.setdefault((pattern, int(re.UNICODE)), f"{module.__name__}, in a call")
    return found


PATTERNS = patterns()


def test_the_patterns_of_dates_names_and_aliases_are_among_them() -> None:
    places = set(PATTERNS.values())
    assert len(PATTERNS) > 200
    for place in ("dates.parser._PAST", "dates.parser.RULES", "names.kinship._OF", "names.words._DIGITS"):
        assert f"graphmem.{place}" in places


@pytest.mark.parametrize("most", [15, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("part", sorted({place.split(".")[1] for place in PATTERNS.values()}))
def test_twice_the_text_takes_twice_the_steps(part: str, most: int | None) -> None:
    own = {key: place for key, place in PATTERNS.items() if place.split(".")[1] == part}
    bad = {
        f"{place}: {pattern[:80]}": texts
        for (pattern, flags), place in own.items()
        if (texts := superlinear(pattern, flags, most=most))
    }
    assert not bad


@pytest.mark.parametrize(
    "pattern", [r"\s*[,;]", r"^\s*x$", r"(?:\n|^)\s*1", r"(\w+)ing$", r"“[^”\n]+”", r"(?:a|aa)+b", r"x\s+y?\s+z"]
)
def test_a_pattern_that_reads_again_from_each_place_is_noticed(pattern: str) -> None:
    assert superlinear(pattern, int(re.UNICODE | re.MULTILINE))


@pytest.mark.parametrize(
    "pattern", [r"\w+", r"\bon\s+\w+", r"(?<!\s)\s+x", r"\s{1,20}x", r"(?<!\d)\d+$", r"“[^“”\n]+”"]
)
def test_a_pattern_that_reads_once_is_not(pattern: str) -> None:
    assert not superlinear(pattern, int(re.UNICODE | re.MULTILINE))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a|ab)(c|bcd)(d*)", "abcd abcd"),
        (r"\bx(?!y)\w*?z\b", "xyz xaz xz"),
        (r"(\d)\1(?<=11)|[^\W\d]{2,3}", "11 22 abcde f"),
    ],
)
def test_the_counting_matcher_finds_what_the_engine_finds(pattern: str, text: str) -> None:
    matcher, place, found = CountingMatcher(pattern, 0), 0, []
    matcher.search_all(text)
    while place <= len(text) and (span := matcher._first(place)):
        found.append(span)
        place = max(span[1], span[0] + 1)
    assert found == [match.span() for match in re.finditer(pattern, text)]
