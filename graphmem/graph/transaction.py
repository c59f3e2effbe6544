"""Run a named statement inside a transaction, and read its rows with Python datetimes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from neo4j import AsyncManagedTransaction, AsyncTransaction, Record

from graphmem.graph.statements import sent
from graphmem.observability import metrics

Transaction = AsyncManagedTransaction | AsyncTransaction
Row = dict[str, Any]


async def run(tx: Transaction, name: str, /, **parameters: Any) -> list[Row]:
    """The rows of a named statement inside a transaction, with driver times as Python datetimes in UTC."""
    with metrics.statement(name):
        result = await tx.run(*sent(name, parameters))
        return [native(record) for record in await result.fetch(_ALL)]


_ALL = 1_000_000_000


_PLAIN = frozenset({str, int, float, bool, type(None)})


def native(value: Any) -> Any:
    """A value with driver times as Python datetimes, through records, lists and maps; nodes and edges stay as they are.

    Rows have thousands of values, nearly all of them plain; those take one look each.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return [item if type(item) in _PLAIN else native(item) for item in value]
    if isinstance(value, dict | Record):
        return {key: native(item) for key, item in value.items()}
    if hasattr(value, "to_native") and hasattr(value, "iso_format"):
        return _in_utc(value.to_native())
    return value


def _in_utc(value: Any) -> Any:
    """With Python's UTC: Neo4j orders equal instants by their zone, and the driver's own UTC is a named zone."""
    return value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo else value
