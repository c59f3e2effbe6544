"""The client has the methods of the library: names, arguments, defaults and records, read from the code."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from graphmem import Brain
from graphmem_client import ClientBrain, ClientBrainSync
from graphmem_client.protocol import BrainLike

ONLY_EMBEDDED = {"engine": "the graph, the models and the workers of this process"}
ONLY_CLIENT = {
    "detail": "the times, settings and counts in one call; the library has them apart",
    "stream_facts": "an import in constant memory; the library's import_facts takes as many as fit into memory",
    "stream_episodes": "POST …/episodes:import; the library has remember and store_verbatim",
}
OTHER_ARGUMENTS = {
    ("import_facts", "batch"): "the service sizes its commits itself",
    ("import_facts", "origin"): "what comes through REST is imported; a fact by hand comes by add_fact",
    ("import_facts", "keys"): "the service makes the keys of the lines from their content",
    ("import_facts", "progress"): "how far a long upload is",
    ("accept_contradiction", "by"): "the service takes the name of the key",
    ("approve_proposal", "by"): "the service takes the name of the key",
    ("decline_proposal", "by"): "the service takes the name of the key",
    ("facts", "hidden"): "the service tells what is hidden to keys with the scope admin",
    ("history", "hidden"): "the service tells what is hidden to keys with the scope admin",
}
"""Arguments that one of the two does not have."""
NOT_LIKE = {
    "submit": "it takes a record of its package",
    "ensure_entity": "it takes a record of its package",
    "store_verbatim": "it takes records of its package",
    "set_retention": "it takes records of its package",
    "set_upkeep_schedule": "it takes records of its package",
}
"""Methods of both that `BrainLike` leaves out."""
FIELDS_ONLY = {
    ("add_fact", "fact"): "a record of its package",
    ("rehearse_fact", "fact"): "a record of its package",
    ("add_entity", "entity"): "a record of its package",
    ("change_entity", "change"): "a record of its package",
    ("create", "settings"): "a record of its package; configure takes fields",
}
"""Arguments of both that `BrainLike` leaves out."""


def surface(kind: type) -> dict[str, Any]:
    return {name: member for name, member in inspect.getmembers(kind) if not name.startswith("_")}


def methods(kind: type) -> dict[str, Callable[..., Any]]:
    return {name: member for name, member in surface(kind).items() if inspect.isfunction(member)}


COMMON = sorted(methods(Brain).keys() & methods(ClientBrain).keys())


def test_the_client_has_every_public_name_of_a_brain() -> None:
    here, there = set(surface(Brain)), set(surface(ClientBrain))
    assert here - there == set(ONLY_EMBEDDED)
    assert there - here == set(ONLY_CLIENT)
    assert len(COMMON) >= 40


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
