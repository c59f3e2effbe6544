"""The store: the graph's statements, one method each. Nothing here decides; it sends and returns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from neo4j import READ_ACCESS, AsyncDriver, AsyncManagedTransaction, Query, unit_of_work
from neo4j.exceptions import DriverError, Neo4jError
from tenacity import retry, retry_if_exception, stop_after_attempt, wait_random_exponential

from graphmem import metrics
from graphmem.graph.driver import database_errors
from graphmem.graph.settle import Row, native
from graphmem.graph.statements import sent

T = TypeVar("T")
Work = Callable[[AsyncManagedTransaction], Awaitable[T]]


class _RollBack(Exception):
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
        """The rows of a reading statement: one round trip, tried again where the driver says that helps."""
        with database_errors(), metrics.statement(name):
            return await self._read(*sent(name, parameters))

    @retry(
        retry=retry_if_exception(lambda error: isinstance(error, Neo4jError | DriverError) and error.is_retryable()),
        stop=stop_after_attempt(4),
        wait=wait_random_exponential(0.05, 1.0),
        reraise=True,
    )
    async def _read(self, text: str, parameters: dict[str, Any]) -> list[Row]:
        async with self.driver.session(
            database=self.database,
            default_access_mode=READ_ACCESS,
            bookmark_manager=self.driver.execute_query_bookmark_manager,
        ) as session:
            result = await session.run(Query(text, timeout=self.timeout), parameters)
            return [native(record.data()) async for record in result]

    async def write(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a writing statement in a transaction of its own."""
        text, packed = sent(name, parameters)
        with database_errors(), metrics.statement(name):
            found, _, _ = await self.driver.execute_query(
                Query(text, timeout=self.timeout), packed, database_=self.database
            )
        return [native(record.data()) for record in found]

    async def transaction(self, work: Work[T], *, dry_run: bool = False) -> T:
        """Runs `work` in one write transaction; transient errors are retried. With `dry_run` it is rolled back at the end."""
        limited = unit_of_work(timeout=self.timeout)
        with database_errors():
            async with self.driver.session(
                database=self.database, bookmark_manager=self.driver.execute_query_bookmark_manager
            ) as session:
                if not dry_run:
                    return await session.execute_write(limited(metrics.counted(work)))
                try:
                    return await session.execute_write(limited(_undone), work)
                except _RollBack as done:
                    return done.result  # type: ignore[no-any-return]

    async def warm(self) -> None:
        """Has the server plan the biggest statements, with nothing to do in them."""
        nothing: dict[str, Any] = {"brain": "", "names": [], "embeddings": [], "externalIds": [], "k": 1}
        await self.read("ingest/read_names", **nothing)
        await self.write("procedures/settle", brain="", pairs=[], vectors={}, deferred=True)
        await self.read("ingest/read_facts", brain="", keys=[], valueKeys=[], relations=[], claims=[], k=1)

    async def ping(self) -> None:
        """Returns when the database answers."""
        with database_errors():
            await self.driver.verify_connectivity()


async def _undone(tx: AsyncManagedTransaction, work: Work[T]) -> T:
    raise _RollBack(await work(tx))
