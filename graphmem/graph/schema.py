"""The graph schema: constraints, indexes and a version marker. Several processes may apply it at the same time."""

from __future__ import annotations

from collections.abc import Iterator

from neo4j import AsyncDriver, RoutingControl
from neo4j.exceptions import ClientError, TransientError
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random

from graphmem.graph.driver import database_errors
from graphmem.graph.statements import cypher_root, statement
from graphmem.graph.vectors.slot import FIRST, other
from graphmem_contract.errors import EmbeddingMismatch, SetupError

VERSION = 1
"""The schema version of this code. A graph with another one is refused."""


def schema_statements(dimensions: int, slot: str = FIRST) -> Iterator[str]:
    """Yield every schema statement in file order. Index options take no parameters, so the dimension is inserted as text.

    Args:
        slot: the vectors that are indexed.
    """
    for path in sorted((cypher_root() / "schema").glob("*.cypher")):
        yield from _with_dimensions(f"schema/{path.stem}", dimensions, slot)


def _with_dimensions(name: str, dimensions: int, slot: str) -> Iterator[str]:
    yield from _parts(statement(name, slot).replace("$dimensions", str(int(dimensions))))


def _parts(body: str) -> Iterator[str]:
    yield from (part.strip(" ;\n") for part in body.split(";\n") if part.strip(" ;\n"))


async def apply_schema(driver: AsyncDriver, database: str, embedder: str, dimensions: int) -> str:
    """Make the graph's schema where there is none. Return the slot of the vectors in use.

    Raises:
        EmbeddingMismatch: the vectors of the graph come from another embedder.
        SetupError: the graph has another schema version.
    """
    with database_errors():
        if marker := await _marker(driver, database):
            return _slot(marker, embedder, dimensions)
        for text in schema_statements(dimensions):
            await _apply(driver, database, text)
        await driver.execute_query(statement("setup/await_indexes"), database_=database)
        found, _, _ = await driver.execute_query(
            statement("setup/mark_schema"),
            version=VERSION,
            embedder=embedder,
            dimensions=dimensions,
            database_=database,
        )
        return _slot(dict(found[0]), embedder, dimensions)


async def make_vector_indexes(driver: AsyncDriver, database: str, dimensions: int, slot: str) -> None:
    """Create the vector indexes of a slot where they are not there yet, and wait until they are built.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    with database_errors():
        for text in _with_dimensions("schema/004_vectors", dimensions, slot):
            await _apply(driver, database, text)
        await driver.execute_query(statement("setup/await_indexes"), database_=database)


async def drop_vector_indexes(driver: AsyncDriver, database: str, slot: str) -> None:
    """Drop the vector indexes of a slot.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    with database_errors():
        for text in _parts(statement("schema/drop/vectors_beside", other(slot))):
            await _apply(driver, database, text)


@retry(
    retry=retry_if_exception_type((TransientError, ClientError)),
    stop=stop_after_attempt(5),
    wait=wait_random(0.1, 0.6),
    reraise=True,
)
async def _apply(driver: AsyncDriver, database: str, text: str) -> None:
    await driver.execute_query(text, database_=database)


async def _marker(driver: AsyncDriver, database: str) -> dict[str, object] | None:
    rows, _, _ = await driver.execute_query(
        statement("setup/read_schema"), database_=database, routing_=RoutingControl.READ
    )
    return dict(rows[0]) if rows else None


def _slot(marker: dict[str, object], embedder: str, dimensions: int) -> str:
    """Return the slot of the vectors in use, of a graph that fits."""
    if marker["version"] != VERSION:
        raise SetupError(other_version(marker["version"]))
    if marker["embedder"] != embedder or marker["dimensions"] != dimensions:
        raise EmbeddingMismatch(
            f"The graph's vectors come from {marker['embedder']} ({marker['dimensions']} dimensions), but {embedder} "
            f"({dimensions}) is configured. Set GRAPHMEM_EMBEDDER={marker['embedder']}, or run `graphmem reembed`, which "
            "makes the vectors of another embedder beside those in use and then switches to them."
        )
    return str(marker["slot"] or FIRST)


def other_version(version: object) -> str:
    """Say that a graph has another schema version, and how its brains come into this one."""
    return (
        f"This graph has schema {version}, this graphmem has {VERSION}. Open it with the graphmem that wrote it, or export its "
        "brains with that one (`graphmem export`) and load them into a new database (`graphmem import-brain`)."
    )
