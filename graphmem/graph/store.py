"""The store: the graph's statements, one method each. Nothing here decides; it sends and returns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from neo4j import AsyncDriver, AsyncManagedTransaction, RoutingControl

from graphmem.graph.driver import database_errors
from graphmem.graph.settle import Row, native
from graphmem.graph.statements import statement

T = TypeVar("T")
Work = Callable[[AsyncManagedTransaction], Awaitable[T]]


class _RollBack(Exception):  # noqa: N818 - not an error, a way out of a transaction
    def __init__(self, result: Any) -> None:
        self.result = result


class Store:
    """One database of a Neo4j server. Safe to share between tasks.

    Every method raises DatabaseUnavailable where Neo4j cannot be reached, after the driver's own retries.
    """

    def __init__(self, driver: AsyncDriver, database: str, timeout: float = 60.0) -> None:
        self.driver = driver
        self.database = database
        self.timeout = timeout

    async def read(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a reading statement."""
        with database_errors():
            found, _, _ = await self.driver.execute_query(
                statement(name),
                parameters,
                database_=self.database,
                routing_=RoutingControl.READ,
            )
        return [native(record.data()) for record in found]

    async def write(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a writing statement in a transaction of its own."""
        with database_errors():
            found, _, _ = await self.driver.execute_query(
                statement(name),
                parameters,
                database_=self.database,
            )
        return [native(record.data()) for record in found]

    async def transaction(self, work: Work[T], *, dry_run: bool = False) -> T:
        """Runs `work` in one write transaction; transient errors are retried. With `dry_run` it is rolled back at the end."""
        with database_errors():
            async with self.driver.session(
                database=self.database, bookmark_manager=self.driver.execute_query_bookmark_manager
            ) as session:
                if not dry_run:
                    return await session.execute_write(work)
                try:
                    return await session.execute_write(_undone, work)
                except _RollBack as done:
                    return done.result  # type: ignore[no-any-return]

    async def ping(self) -> None:
        """Returns when the database answers."""
        with database_errors():
            await self.driver.verify_connectivity()


async def _undone(tx: AsyncManagedTransaction, work: Work[T]) -> T:
    raise _RollBack(await work(tx))
