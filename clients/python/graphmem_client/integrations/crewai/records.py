"""Records of CrewAI as items of a brain: their places and values."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from struct import pack, unpack
from typing import Any

from crewai.memory.types import MemoryRecord

from graphmem_client.integrations.crewai.embedder import vector_of

FOLDER = "crewai"
Path = tuple[str, ...]


def path_of(scope: str | None) -> Path:
    """Return the path of a scope: `/company/team` is `("crewai", "company", "team")`."""
    return (FOLDER, *(label for label in (scope or "").split("/") if label))


def scope_of(path: Sequence[str]) -> str:
    """Return the scope of a path."""
    return "/" + "/".join(path[1:])


def place_of(path: Path, record: MemoryRecord) -> dict[str, Any]:
    """Return the place of a record under a path."""
    return {"path": path, "key": record.id}


def value_of(record: MemoryRecord) -> dict[str, Any]:
    """Return the value of an item. A vector that only stands for the text is left out."""
    value = record.model_dump(mode="json", exclude={"embedding"})
    vector = record.embedding
    if vector and list(vector) != vector_of(record.content):
        value["vector"] = b64encode(pack(f"<{len(vector)}f", *vector)).decode()
    return value


def episode_of(record: MemoryRecord) -> dict[str, Any] | None:
    """Return a record as arguments of `remember`; None = it has no text."""
    metadata = {"scope": record.scope, "key": record.id}
    episode = {"content": record.content.strip(), "source": FOLDER, "metadata": metadata}
    return {**episode, "occurred_at": utc(record.created_at)} if episode["content"] else None


def record_of(value: dict[str, Any]) -> MemoryRecord:
    """Return the record of a value."""
    packed = b64decode(value.get("vector", ""))
    vector = list(unpack(f"<{len(packed) // 4}f", packed)) or None
    return MemoryRecord(**{key: part for key, part in value.items() if key != "vector"}, embedding=vector)


def fits(record: MemoryRecord, categories: Sequence[str] | None, metadata: dict[str, Any] | None) -> bool:
    """Return whether a record has one of the categories and all the metadata."""
    is_of_category = not categories or any(category in record.categories for category in categories)
    return is_of_category and all(record.metadata.get(key) == value for key, value in (metadata or {}).items())


def utc(moment: datetime) -> datetime:
    """Return a moment with its time zone. CrewAI leaves UTC out."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
