"""The client has the methods of the library: names, arguments, defaults and records, read from the code."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from graphmem import Brain
from graphmem_client import ClientBrain, ClientBrainSync
from graphmem_client.protocol import BrainLike

ONLY_CLIENT = {
    "overview.detail": "the times, settings and counts in one call; the library has them apart",
    "transfer.stream_facts": "an import in constant memory; the library's import_facts takes as many as fit into memory",
    "transfer.stream_episodes": "POST …/episodes:import; the library has remember and store_verbatim",
}
OTHER_ARGUMENTS = {
    ("transfer.import_facts", "batch"): "the service sizes its commits itself",
    ("transfer.import_facts", "origin"): "what comes through REST is imported; a fact by hand comes by add_fact",
    ("transfer.import_facts", "keys"): "the service makes the keys of the lines from their content",
    ("transfer.import_facts", "progress"): "how far a long upload is",
    ("contradictions.accept", "by"): "the service takes the name of the key",
    ("proposals.approve", "by"): "the service takes the name of the key",
    ("proposals.decline", "by"): "the service takes the name of the key",
    ("facts", "hidden"): "the service tells what is hidden to keys with the scope admin",
    ("history", "hidden"): "the service tells what is hidden to keys with the scope admin",
}
"""Arguments that one of the two does not have."""
NOT_LIKE = {
    "episodes.submit": "it takes a record of its package",
    "entities.ensure": "it takes a record of its package",
    "episodes.store_verbatim": "it takes records of its package",
    "retention.set": "it takes records of its package",
    "upkeep.set_schedule": "it takes records of its package",
}
"""Methods of both that `BrainLike` leaves out."""
ONLY_PYTHON = {
    "entities.ensure", "episodes.submit", "episodes.store_verbatim", "episodes.by_ids", "episodes.check_queue",
    "graph.as_of", "graph.facts_by_ids", "graph.neighbours_page", "overview.summary", "overview.activity",
}  # fmt: skip
"""Methods that the TypeScript client does not have: they read by pages what it lists, or take a record that it takes anyway."""
DOCS = Path(__file__).resolve().parents[2] / "docs"
FIELDS_ONLY = {
    ("add_fact", "fact"): "a record of its package",
    ("graph.rehearse", "fact"): "a record of its package",
    ("entities.add", "entity"): "a record of its package",
    ("entities.change", "change"): "a record of its package",
    ("create", "settings"): "a record of its package; configure takes fields",
}
"""Arguments of both that `BrainLike` leaves out."""


def subjects(kind: type) -> dict[str, type]:
    """The subjects of a brain: their names and their classes."""
    if kind is BrainLike:
        asked = {name: get_type_hints(member.fget)["return"] for name, member in inspect.getmembers(kind, is_property)}
        return {name: subject for name, subject in asked.items() if subject is not str}
    parts = vars(kind(None, "b"))
    return {
        name: type(part) for name, part in parts.items() if name not in ("engine", "name") and not name.startswith("_")
    }


def is_property(member: object) -> bool:
    return isinstance(member, property)


def methods(kind: type) -> dict[str, Callable[..., Any]]:
    """The public methods of a brain and of its subjects, such as `recall` and `entities.add`."""
    return own("", kind) | {
        at: method for name, one in subjects(kind).items() for at, method in own(f"{name}.", one).items()
    }


def own(prefix: str, kind: type) -> dict[str, Callable[..., Any]]:
    found = inspect.getmembers(kind, inspect.isfunction)
    return {f"{prefix}{name}": method for name, method in found if not name.startswith("_")}


COMMON = sorted(methods(Brain).keys() & methods(ClientBrain).keys())


@pytest.mark.parametrize(("page", "left_out"), [("python.md", set()), ("typescript.md", ONLY_PYTHON)])
def test_the_pages_list_the_methods_of_a_brain(page: str, left_out: set[str]) -> None:
    rows = re.findall(r"^\| (`brain.*?) \| `([\w, ]+)` \|$", (DOCS / page).read_text("utf8"), re.MULTILINE)
    listed = {
        re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", f"{subject}.{name}".removeprefix("."))
        for told, names in rows
        for subject in (found.removeprefix("brain").removeprefix(".") for found in re.findall(r"`(brain[.\w]*)`", told))
        for name in names.split(", ")
    }
    wanted = set(COMMON) - left_out
    assert listed - wanted <= {"overview.detail", "transfer.import_episodes"}
    assert wanted <= listed


def test_the_client_has_every_public_name_of_a_brain() -> None:
    assert list(subjects(Brain)) == list(subjects(ClientBrain)) == list(subjects(ClientBrainSync))
    here, there = set(methods(Brain)), set(methods(ClientBrain))
    assert here - there == set()
    assert there - here == set(ONLY_CLIENT)
    assert len(COMMON) >= 90


@pytest.mark.parametrize("name", COMMON)
def test_a_method_has_the_same_arguments_and_returns_the_same_record(name: str) -> None:
    here, there = (inspect.signature(methods(kind)[name]) for kind in (Brain, ClientBrain))
    assert _arguments(name, here) == _arguments(name, there)
    assert here.return_annotation == there.return_annotation
    assert inspect.iscoroutinefunction(methods(Brain)[name]) == inspect.iscoroutinefunction(methods(ClientBrain)[name])


def _arguments(name: str, signature: inspect.Signature) -> list[tuple[str, Any, Any]]:
    """The arguments with their kinds and defaults, in order, except those that are known to differ."""
    return [
        (one.name, one.kind, one.default)
        for one in signature.parameters.values()
        if (name, one.name) not in OTHER_ARGUMENTS
    ]


def test_every_known_difference_is_one() -> None:
    for name, argument in OTHER_ARGUMENTS:
        has = [argument in inspect.signature(methods(kind)[name]).parameters for kind in (Brain, ClientBrain)]
        assert sorted(has) == [False, True], (name, argument)


@pytest.mark.parametrize("name", sorted(methods(ClientBrain)))
def test_the_synchronous_client_has_the_same_methods(name: str) -> None:
    here, there = (inspect.signature(methods(kind)[name]) for kind in (ClientBrain, ClientBrainSync))
    assert [(one.name, one.kind, one.default) for one in here.parameters.values()] == [
        (one.name, one.kind, one.default) for one in there.parameters.values()
    ]
    assert str(there.return_annotation) == str(here.return_annotation).replace("Async", "")
    assert not inspect.iscoroutinefunction(methods(ClientBrainSync)[name])


def test_the_protocol_has_the_methods_of_both() -> None:
    assert set(methods(BrainLike)) == set(COMMON) - set(NOT_LIKE)
    for name, method in methods(BrainLike).items():
        wanted = inspect.signature(method).parameters
        for kind in (Brain, ClientBrain):
            given = inspect.signature(methods(kind)[name]).parameters
            assert {(one.name, one.default) for one in wanted.values()} <= {
                (one.name, one.default) for one in given.values()
            }, (name, kind)
            missing = {
                one.name for one in given.values()
                if one.name not in wanted and (name, one.name) not in OTHER_ARGUMENTS and (name, one.name) not in FIELDS_ONLY
            }  # fmt: skip
            assert missing == set(), (name, kind)


def test_the_brains_of_both_are_like_a_brain(brain: Brain, remote: ClientBrain) -> None:
    assert isinstance(brain, BrainLike)
    assert isinstance(remote, BrainLike)
    assert not isinstance(object(), BrainLike)
