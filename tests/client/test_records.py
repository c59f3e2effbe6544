"""New fields of a newer service do no harm to a client; what it sends is strict."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

import graphmem_client
import graphmem_client.problems

RECORDS = sorted(
    name
    for name in dir(graphmem_client)
    if inspect.isclass(kind := getattr(graphmem_client, name)) and issubclass(kind, BaseModel)
)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_frozen_and_refuses_unknown_fields(name: str) -> None:
    kind = getattr(graphmem_client, name)
    assert (kind.model_config["extra"], kind.model_config["frozen"]) == ("forbid", True)


def test_new_fields_of_a_newer_service_are_left_out_at_every_depth() -> None:
    page = {"fact": {"id": "f", "odd": 1}, "rank": 1, "score": 0.5, "odd": {}}
    with pytest.raises(ValidationError):
        graphmem_client.RecallItem.model_validate(page)  # the fact lacks its fields, which counts
    detail = {
        "name": "a",
        "revision": 1,
        "created_at": None,
        "last_recorded_at": None,
        "settings": {"mode": "raw", "odd": 1},
        "effective_settings": {"mode": {"value": "raw", "set_by": "brain", "odd": 1}},
        "stats": _stats(),
        "odd": 2,
    }
    read = graphmem_client.BrainDetail.model_validate_json(json.dumps(detail), extra="ignore")
    assert (read.settings.mode, read.stats.facts) == ("raw", 1)
    with pytest.raises(ValidationError):
        graphmem_client.BrainSettings.model_validate({"mode": "raw", "odd": 1})


def _stats() -> dict[str, Any]:
    counts = dict.fromkeys(
        ("revision", "entities", "facts", "facts_holding", "facts_closed", "events", "values", "statements"), 1
    )
    return {"brain": "a", **counts, "episodes": {}, "relations": {}, "entity_types": {}, "odd": 3}


def kinds(base: type[Exception], module: str) -> dict[str, type[Exception]]:
    """The classes below an error that a module defines."""
    found = {base.__name__: base} if base.__module__ == module else {}
    for below in base.__subclasses__():
        found |= kinds(below, module)
    return found


def test_every_public_name_can_be_got() -> None:
    for name in dir(graphmem_client):
        assert getattr(graphmem_client, name) is not None
    assert {"GraphmemClient", "Fact", "NotFound", "__version__"} <= set(dir(graphmem_client))
    with pytest.raises(AttributeError):
        _ = graphmem_client.Nothing  # type: ignore[attr-defined]


def test_the_errors_are_all_public() -> None:
    defined = {
        name
        for module in ("graphmem_contract.errors", "graphmem_contract.http_errors", "graphmem_client.problems")
        for name in kinds(graphmem_client.GraphmemError, module)
    }
    assert defined <= set(dir(graphmem_client))
