"""ARCHITECTURE.md agrees with the code: the rooms and their picture, the import rule, the table of places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.docs.pages import CODE, ROOT, assert_place_exists, block, section, table, text_of
from tests.unit.test_import_rule import LAYERS, LONGEST_CHAIN, MODULES, graph

PAGE = ROOT / "ARCHITECTURE.md"
MOST_BYTES = 14_000
PICTURE = block(PAGE, "The rooms", "mermaid")
ROOMS = {room: [folder.rstrip("/") for folder in CODE.findall(cell)] for room, cell, _ in table(PAGE, "The rooms")}
LABELS = dict(re.findall(r'^ +(\w+)\["<b>([^<]+)</b>', PICTURE, re.MULTILINE))
"""The rooms of the picture: id, name."""


def arrows() -> Iterator[tuple[str, str]]:
    """Each arrow of the picture between two rooms."""
    for left, right in re.findall(r"^ +([\w &]+) --> ([\w &]+)$", PICTURE, re.MULTILINE):
        for one in left.split(" & "):
            yield from ((LABELS[one], LABELS[other]) for other in right.split(" & ") if other in LABELS)


def room_of(module: str) -> str | None:
    """The room of a module; the modules of `Memory` and `Brain` are a part of the doors."""
    path = module.replace(".", "/")
    if re.match(r"graphmem/(memory|brain|brain_(?!settings|parts)\w+)$", path):
        return "doors"
    return next((room for room, folders in ROOMS.items() if any(path.startswith(f"{one}/") for one in folders)), None)


def imports() -> set[tuple[str, str]]:
    """Each pair of rooms of which one imports the other."""
    pairs = {(room_of(module), room_of(other)) for module, others in graph().items() for other in others}
    return {(one, other) for one, other in pairs if one and other and one != other}


def behind(room: str) -> set[str]:
    """The rooms to which arrows lead from a room, over any number of steps."""
    found, fresh = set(), {room}
    while fresh:
        fresh = {other for one, other in arrows() if one in fresh} - found
        found |= fresh
    return found


def test_the_page_stays_short() -> None:
    assert PAGE.stat().st_size <= MOST_BYTES


def test_the_picture_has_the_rooms_of_the_table() -> None:
    assert sorted(LABELS.values()) == sorted(ROOMS)


def test_an_arrow_is_an_import() -> None:
    assert set(arrows()) - imports() == set()


def test_nothing_is_imported_against_the_arrows() -> None:
    assert {(one, other) for one, other in imports() if one in behind(other)} == set()


@pytest.mark.parametrize("row", table(PAGE, "The rooms"), ids=lambda row: row[0])
def test_a_room_has_its_folders_and_a_first_module_in_one_of_them(row: list[str]) -> None:
    name, folders, first = row
    assert [folder for folder in CODE.findall(folders) if not (ROOT / folder).is_dir()] == []
    module = CODE.findall(first)[0]
    assert (ROOT / module).is_file()
    assert room_of(module.removesuffix(".py").replace("/", ".")) == name


def test_the_import_rule_is_the_one_that_is_checked() -> None:
    assert tuple(block(PAGE, "The import rule", "text").splitlines()) == LAYERS
    told = " ".join(section(PAGE, "The import rule").split())
    assert f"at most {LONGEST_CHAIN} modules." in told


@pytest.mark.parametrize("row", table(PAGE, "Where do I find …"), ids=lambda row: row[0])
def test_an_answer_leads_to_a_symbol(row: list[str]) -> None:
    assert_place_exists(row[1])


def test_every_module_says_what_it_does() -> None:
    """The docstrings are the tour."""
    silent = [
        name
        for name, path in MODULES.items()
        if path.name != "__init__.py" and not (ast.get_docstring(ast.parse(text_of(path))) or "").strip()
    ]
    assert silent == []


def test_every_public_class_name_occurs_once() -> None:
    homes: dict[str, list[str]] = {}
    for path in MODULES.values():
        name = path.relative_to(ROOT).as_posix()
        for node in ast.parse(text_of(path)).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(name)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
