"""Rows of the graph as the statements of `explore/` return them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

DAY = datetime(2025, 3, 1, tzinfo=UTC)


def fact_row(id_: str = "f", **changes: Any) -> dict[str, Any]:
    """A row of explore/fact_row: Ana works at Acme since DAY."""
    return {
        "factId": id_, "subject": "Ana", "subjectId": "ana", "relation": "works_at", "object": "Acme", "objectId": "acme",
        "isEntity": True, "factText": "Ana works at Acme", "tValid": DAY, "tInvalid": None, "tValidPrecision": "day",
        "recordedAt": DAY, "expiredAt": None, "expiredBy": None, "expiredReason": None, "confidence": 0.9, "importance": 0.5,
        "category": "semantic", "kind": "state", "origin": "extracted", "episodeIds": ["e"], "evidence": None, "closedBy": None,
        "closedReason": None, "supersedes": None, "strength": 0.8, "timesStated": 1, "lastConfirmedAt": None, **changes,
    }  # fmt: skip


def entity_row(id_: str = "ana", **changes: Any) -> dict[str, Any]:
    """A row of explore/entity_row: the person Ana."""
    return {
        "id": id_, "key": f"person:{id_}", "name": "Ana", "type": "person", "aliases": [], "externalId": None, "summary": None,
        "properties": None, "firstSeenAt": DAY, "lastSeenAt": DAY, "factCount": 1, "mergedInto": None, **changes,
    }  # fmt: skip


def episode_row(id_: str = "e", **changes: Any) -> dict[str, Any]:
    """A row of explore/episode_row: a message of Ana."""
    return {
        "id": id_, "content": "I work at Acme", "kind": "message", "role": None, "source": None, "speaker": "Ana",
        "sessionId": None, "occurredAt": DAY, "recordedAt": DAY, "metadata": None, "tags": None, "externalId": None,
        "status": "extracted", "error": None, "entityCount": 2, "edgeCount": 1, **changes,
    }  # fmt: skip
