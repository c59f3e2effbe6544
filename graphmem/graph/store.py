"""The store: the graph's statements, one method each. Nothing here decides; it sends and returns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from neo4j import READ_ACCESS, AsyncDriver, AsyncManagedTransaction, Query, Record, RoutingControl, unit_of_work
from neo4j.exceptions import DriverError, Neo4jError
from tenacity import retry, retry_if_exception, stop_after_attempt, wait_random_exponential

from graphmem.graph.driver import database_errors
from graphmem.graph.statements import sent
from graphmem.graph.transaction import Row, native, run
from graphmem.observability import metrics

T = TypeVar("T")
Work = Callable[[AsyncManagedTransaction], Awaitable[T]]


class _RollBack(Exception):
    def __init__(self, result: Any) -> None:
        self.result = result


class Store:
    """One database of a Neo4j server. Safe to share between tasks.

    Every method raises DatabaseUnavailable where Neo4j cannot be reached, after the driver's own retries.
    """

    def __init__(self, driver: AsyncDriver, database: str, timeout: float = 60.0, bulk_timeout: float = 600.0) -> None:
        self.driver = driver
        self.database = database
        self.timeout = timeout
        self.bulk_timeout = bulk_timeout

    async def read(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a reading statement: one round trip, tried again where the driver says that helps."""
        return [native(record) for record in await self.plain(name, **parameters)]

    async def plain(self, name: str, /, **parameters: Any) -> list[Record]:
        """The same, of a statement that tells times as numbers: its thousands of values are not looked at for times."""
        with database_errors(), metrics.statement(name):
            return await self._read(*sent(name, parameters))

    @retry(
        retry=retry_if_exception(lambda error: isinstance(error, Neo4jError | DriverError) and error.is_retryable()),
        stop=stop_after_attempt(4),
        wait=wait_random_exponential(0.05, 1.0),
        reraise=True,
    )
    async def _read(self, text: str, parameters: dict[str, Any]) -> list[Record]:
        async with self.driver.session(
            database=self.database,
            default_access_mode=READ_ACCESS,
            bookmark_manager=self.driver.execute_query_bookmark_manager,
        ) as session:
            result = await session.run(Query(text, timeout=self.timeout), parameters)
            return [record async for record in result]

    async def some(self, name: str, most: int, seconds: float, /, **parameters: Any) -> list[Row]:
        """The first rows of a reading statement, within a time limit of its own; what is left is not fetched."""
        text, packed = sent(name, parameters)
        with database_errors(), metrics.statement(name):
            return (await self._first(text, packed, most, seconds))[1]

    async def free(
        self, text: str, parameters: dict[str, Any], most: int, seconds: float
    ) -> tuple[Sequence[str], list[Row]]:
        """Columns and first rows of a statement that is not ours, in a reading transaction."""
        with database_errors():
            return await self._first(text, parameters, most, seconds)

    async def _first(
        self, text: str, parameters: dict[str, Any], most: int, seconds: float
    ) -> tuple[Sequence[str], list[Row]]:
        async with self.driver.session(
            database=self.database,
            default_access_mode=READ_ACCESS,
            fetch_size=most,
            bookmark_manager=self.driver.execute_query_bookmark_manager,
        ) as session:
            result = await session.run(Query(text, timeout=min(seconds, self.timeout)), parameters)
            return result.keys(), [native(record) for record in await result.fetch(most)]

    async def explain(self, text: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
        """The plan of a statement that is not ours, and its kind: r, w, rw or s. It is not run."""
        with database_errors():
            _, summary, _ = await self.driver.execute_query(
                f"EXPLAIN {text}", parameters, database_=self.database, routing_=RoutingControl.READ
            )
        return summary.plan or {"operatorType": "", "children": []}, summary.query_type

    async def write(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a writing statement in a transaction of its own."""
        text, packed = sent(name, parameters)
        with database_errors(), metrics.statement(name):
            found, _, _ = await self.driver.execute_query(
                Query(text, timeout=self.timeout), packed, database_=self.database
            )
        return [native(record) for record in found]

    async def transaction(self, work: Work[T], *, dry_run: bool = False, bulk: bool = False) -> T:
        """Runs `work` in one write transaction; transient errors are retried. With `dry_run` it is rolled back at the end.

        Args:
            bulk: it may touch thousands of facts at once, and has a time limit of its own.
        """
        limited = unit_of_work(timeout=self.bulk_timeout if bulk else self.timeout)
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
        """Has the server plan the biggest statements, with nothing to do in them; what a commit writes is rolled back."""
        nothing: dict[str, Any] = {"brain": "", "names": [], "embeddings": [], "externalIds": [], "k": 1}
        await self.read("ingest/read_names", **nothing)
        await self.transaction(partial(_nothing_committed, records=1, commits=0), dry_run=True)
        await self.read("ingest/read_facts", brain="", keys=[], valueKeys=[], relations=[], claims=[], k=1)
        await self.write("procedures/settle", brain="", pairs=[], vectors={}, deferred=True)

    async def ping(self) -> None:
        """Returns when the database answers."""
        with database_errors():
            await self.driver.verify_connectivity()


async def _nothing_committed(tx: AsyncManagedTransaction, **numbers: int) -> list[Row]:
    lists = "episodes entities seen aliases values relations types mentioned withdrawals statements said pairs boosted"
    nothing: dict[str, Any] = {name: [] for name in lists.split()}
    return await run(
        tx, "ingest/commit", brain="", token="", revision=None, vectors={}, deferred=True, **numbers, **nothing
    )


async def _undone(tx: AsyncManagedTransaction, work: Work[T]) -> T:
    raise _RollBack(await work(tx))
