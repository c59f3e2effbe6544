"""Constraints and indexes, applied once and safely by several processes at a time, with a version marker."""

from __future__ import annotations

from collections.abc import Iterator

from neo4j import AsyncDriver, RoutingControl
from neo4j.exceptions import ClientError, TransientError
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random

from graphmem.errors import EmbeddingMismatch, SetupError
from graphmem.graph.driver import database_errors
from graphmem.graph.statements import cypher_root, statement

VERSION = 4
"""The schema this code writes. A graph with a higher one comes from a newer graphmem."""
TEXTS_WITHIN_COMMIT = 3
"""Up to this version the texts of facts and episodes came into their indexes within the commit: those are built anew."""


def schema_statements(dimensions: int) -> Iterator[str]:
    """Every schema statement, in the order of the files; index options take no parameters, so the dimension is filled in."""
    for path in sorted((cypher_root() / "schema").glob("*.cypher")):
        yield from _parts(statement(f"schema/{path.stem}").replace("$dimensions", str(int(dimensions))))


def _parts(body: str) -> Iterator[str]:
    yield from (part.strip(" ;\n") for part in body.split(";\n") if part.strip(" ;\n"))


async def apply_schema(driver: AsyncDriver, database: str, embedder: str, dimensions: int) -> None:
    """Brings the graph's schema up to date; does nothing where it is.

    Raises:
        EmbeddingMismatch: the graph's vectors come from another embedder.
        SetupError: the graph was written by a newer graphmem.
    """
    with database_errors():
        marker = await _marker(driver, database)
        _check(marker, embedder, dimensions)
        if marker and marker["version"] == VERSION:
            return
        if marker and int(str(marker["version"])) <= TEXTS_WITHIN_COMMIT:
            for text in _parts(statement("schema/before/004_texts")):
                await _apply(driver, database, text)
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
        _check(dict(found[0]), embedder, dimensions)


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


def _check(marker: dict[str, object] | None, embedder: str, dimensions: int) -> None:
    if not marker:
        return
    if int(str(marker["version"])) > VERSION:
        raise SetupError(f"This graph has schema {marker['version']}, this graphmem knows {VERSION}: upgrade graphmem.")
    if marker["embedder"] != embedder or marker["dimensions"] != dimensions:
        raise EmbeddingMismatch(
            f"The graph's vectors come from {marker['embedder']} ({marker['dimensions']} dimensions), but {embedder} "
            f"({dimensions}) is configured. Set GRAPHMEM_EMBEDDER={marker['embedder']}, or export the brains and load "
            "them into an empty database, which embeds them again."
        )
