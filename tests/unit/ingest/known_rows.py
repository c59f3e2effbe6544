"""Rows of ingest/read_context: known entities and facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any


def fact_row(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    """A known fact, since May 2024."""
    return {
        "id": f"{subject} {relation} {object_}",
        "subjectId": subject,
        "subject": subject,
        "subjectType": "person",
        "relation": relation,
        "objectId": object_,
        "object": object_,
        "objectType": None,
        "text": f"{subject} {relation} {object_}",
        "from": datetime(2024, 5, 1, tzinfo=UTC),
        "fromPrecision": "day",
        "fromStated": True,
        "until": None,
        "untilPrecision": None,
        "score": 0.5,
        **more,
    }


def entity_row(name: str, *, facts: Sequence[dict[str, Any]] = (), **more: Any) -> dict[str, Any]:
    """A known person."""
    return {
        "id": name,
        "name": name,
        "type": "person",
        "aliases": [name],
        "profile": None,
        "facts": list(facts),
        **more,
    }
