"""The JSON schemas of the answers stay within the strict subset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from graphmem.models.response_schemas import (
    JUDGEMENTS,
    NAMES,
    claims,
    informed,
    limit_for,
    mentions,
)

SCHEMAS = {
    "informed": informed(8, profiles=True),
    "mentions": mentions(8),
    "claims": claims(8),
    "transcript": informed(8, 5, profiles=True),
    "transcript_mentions": mentions(8, 5),
    "transcript_claims": claims(8, told=True),
    "names": NAMES,
    "judgements": JUDGEMENTS,
}


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_is_required_and_no_other_allowed(name: str) -> None:
    objects = [part for part in parts(SCHEMAS[name]) if part.get("type") == "object"]
    assert objects
    assert all(part["required"] == list(part["properties"]) for part in objects)
    assert all(part["additionalProperties"] is False for part in objects)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_list_has_a_limit(name: str) -> None:
    lists = [part for part in parts(SCHEMAS[name]) if part.get("type") == "array"]
    assert lists
    assert all(part["maxItems"] > 0 for part in lists)


def test_profiles_come_last_and_only_where_they_are_asked_for() -> None:
    assert list(informed(8)["properties"]) == ["entities", "facts", "emotion"]
    assert list(informed(8, profiles=True)["properties"]) == ["entities", "facts", "emotion", "profiles"]


@pytest.mark.parametrize(
    ("text", "limit"), [("", 8), ("w " * 8, 8), ("w " * 9, 16), ("w " * 33, 64), ("w " * 900, 64), ("漢" * 100, 32)]
)
def test_the_limit_grows_in_steps_with_the_words(text: str, limit: int) -> None:
    assert limit_for(text) == limit
