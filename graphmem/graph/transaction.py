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
    """The rows of a named statement in a transaction, with driver times as Python datetimes."""
    with metrics.statement(name):
        result = await tx.run(*sent(name, parameters))
        return [native(record) for record in await result.fetch(_ALL)]


_ALL = 1_000_000_000


_PLAIN = frozenset({str, int, float, bool, type(None)})


def native(value: Any) -> Any:
    """Driver temporals as Python's, through records, lists and maps; nodes and edges are left as they are.

    Rows have thousands of values, nearly all of them plain: those are looked at once.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return [one if type(one) in _PLAIN else native(one) for one in value]
    if isinstance(value, dict | Record):
        return {key: native(one) for key, one in value.items()}
    if hasattr(value, "to_native") and hasattr(value, "iso_format"):
        return _in_utc(value.to_native())
    return value


def _in_utc(value: Any) -> Any:
    """With the plain offset Z: Neo4j orders equal instants by their zone, and the driver's own UTC is a named zone."""
    return value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo else value
