"""`Store`: sends named statements to one database, in transactions of its own or the caller's, and returns their rows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from neo4j import READ_ACCESS, AsyncDriver, AsyncManagedTransaction, Query, Record, RoutingControl, unit_of_work
from neo4j.exceptions import DriverError, Neo4jError
from tenacity import retry, retry_if_exception, stop_after_attempt, wait_random_exponential

from graphmem.graph.driver import answered_within, unreachable
from graphmem.graph.planning import PlanningTurns
from graphmem.graph.statements import sent
from graphmem.graph.transaction import Row, native
from graphmem.graph.vectors.slot import FIRST, using
from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem_contract.errors import DatabaseBusy, DatabaseTimeout, DatabaseUnavailable

log = get_logger("graphmem.store")

T = TypeVar("T")
Work = Callable[[AsyncManagedTransaction], Awaitable[T]]
PING_SEC = 5.0
"""Time limit of a ping, beside that for a connection."""
MORE_TIME, LAST_TIME = (1.0, 2.0), 4.0
"""Multiples of the time limit for the tries of a call that the server has not planned yet. Any other call has one try."""


class _RollBack(Exception):
    def __init__(self, result: Any) -> None:
        self.result = result


class Store:
    """One database of a Neo4j server. Safe to share between tasks. `slot`: the vectors that its statements use.

    Every method raises DatabaseUnavailable where Neo4j cannot be reached, after the driver's own retries.
    """

    def __init__(
        self,
        driver: AsyncDriver,
        database: str,
        timeout: float = 60.0,
        bulk_timeout: float = 600.0,
        check_room: Callable[[], None] | None = None,
    ) -> None:
        """Use a database.

        Args:
            check_room: called before every write; raises DiskFull where the disk has no room for one.
        """
        self.driver = driver
        self.database = database
        self.timeout = timeout
        self.bulk_timeout = bulk_timeout
        self.check_room = check_room or _has_room
        self.slot = FIRST
        self._planning = PlanningTurns()

    @asynccontextmanager
    async def _answered(self, seconds: float) -> AsyncIterator[None]:
        """`answered_within`; after a failed connection, no plans are assumed."""
        try:
            async with answered_within(seconds):
                yield
        except DatabaseUnavailable as error:
            if not isinstance(error, DatabaseBusy | DatabaseTimeout):
                self._planning.forget()
            raise

    async def read(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a reading statement: one round trip, tried again after a retryable error."""
        return [native(record) for record in await self.plain(name, **parameters)]

    async def plain(self, name: str, /, **parameters: Any) -> list[Record]:
        """`read` for a statement that returns times as numbers: its values are not searched for driver times."""
        return await self._until_planned(name, lambda seconds: self._plain(name, parameters, seconds))

    async def _plain(self, name: str, parameters: dict[str, Any], seconds: float) -> list[Record]:
        async with self._planning.turn(name), self._answered(seconds):
            with metrics.statement(name):
                return await self._read(*sent(name, parameters, self.slot), seconds)

    async def _until_planned(self, kind: str, call: Callable[[float], Awaitable[T]]) -> T:
        """Carry out a call within the time limit; a call that the server plans for the first time may get more time.

        What took too long was rolled back whole, so it is tried again. Neo4j gives up a plan that it has not finished by the
        limit: each further try has a longer one.
        """
        for factor in MORE_TIME:
            try:
                return await call(factor * self.timeout)
            except DatabaseTimeout:
                if self._planning.is_planned(kind):
                    raise
                log.info("planning_took_too_long", kind=kind)
        return await call(LAST_TIME * self.timeout)

    @retry(
        retry=retry_if_exception(lambda error: isinstance(error, Neo4jError | DriverError) and error.is_retryable()),
        stop=stop_after_attempt(4),
        wait=wait_random_exponential(0.05, 1.0),
        reraise=True,
    )
    async def _read(self, text: str, parameters: dict[str, Any], seconds: float) -> list[Record]:
        async with self.driver.session(
            database=self.database,
            default_access_mode=READ_ACCESS,
            bookmark_manager=self.driver.execute_query_bookmark_manager,
        ) as session:
            result = await session.run(Query(text, timeout=seconds), parameters)
            return [record async for record in result]

    async def some(self, name: str, most: int, seconds: float, /, **parameters: Any) -> list[Row]:
        """The first rows of a reading statement, within its own time limit; the rest is not fetched."""
        text, packed = sent(name, parameters, self.slot)
        async with answered_within(seconds):
            with metrics.statement(name):
                return (await self._first(text, packed, most, seconds))[1]

    async def free(
        self, text: str, parameters: dict[str, Any], most: int, seconds: float
    ) -> tuple[Sequence[str], list[Row]]:
        """Columns and first rows of a statement that a caller wrote, in a reading transaction."""
        async with answered_within(seconds):
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
        """The plan of a statement that a caller wrote, and its kind: r, w, rw or s. It is not run."""
        async with answered_within(self.timeout):
            _, summary, _ = await self.driver.execute_query(
                f"EXPLAIN {text}", parameters, database_=self.database, routing_=RoutingControl.READ
            )
        return summary.plan or {"operatorType": "", "children": []}, summary.query_type

    async def write(self, name: str, /, **parameters: Any) -> list[Row]:
        """The rows of a writing statement, in a transaction of its own. Raises DiskFull."""
        self.check_room()
        return await self._until_planned(name, lambda seconds: self._write(name, parameters, seconds))

    async def _write(self, name: str, parameters: dict[str, Any], seconds: float) -> list[Row]:
        text, packed = sent(name, parameters, self.slot)
        async with self._planning.turn(name), self._answered(seconds):
            with metrics.statement(name):
                found, _, _ = await self.driver.execute_query(
                    Query(text, timeout=seconds), packed, database_=self.database
                )
        return [native(record) for record in found]

    async def transaction(self, work: Work[T], *, dry_run: bool = False, bulk: bool = False) -> T:
        """Run `work` in one write transaction; transient errors are retried, and a time limit that planning has met.

        Args:
            dry_run: roll back at the end.
            bulk: it may touch thousands of facts, and has a longer time limit.

        Raises:
            DiskFull: the disk has no room for a write.
        """
        if not dry_run:
            self.check_room()
        if bulk:
            return await self._transaction(work, self.bulk_timeout, dry_run=dry_run)
        kind = _kind(work)

        async def planned(seconds: float) -> T:
            async with self._planning.turn(kind):
                return await self._transaction(work, seconds, dry_run=dry_run)

        return await self._until_planned(kind, planned)

    async def _transaction(self, work: Work[T], seconds: float, *, dry_run: bool) -> T:
        limited = unit_of_work(timeout=seconds)
        bookmarks = self.driver.execute_query_bookmark_manager
        async with (
            self._answered(seconds),
            self.driver.session(database=self.database, bookmark_manager=bookmarks) as session,
        ):
            with using(self.slot):
                if not dry_run:
                    return await session.execute_write(limited(metrics.counted(work)))
                try:
                    return await session.execute_write(limited(_undone), work)
                except _RollBack as done:
                    return done.result  # type: ignore[no-any-return]

    async def ping(self, uri: str) -> None:
        """Return when the database answers for the first time. The error of one that does not names its address, `uri`."""
        try:
            async with answered_within(PING_SEC):
                await self.driver.verify_connectivity()
        except DatabaseUnavailable as error:
            raise unreachable(uri, error) from error


def _has_room() -> None:
    """Assume room: the disk of a server elsewhere is not ours to see."""


def _kind(work: Work[T]) -> str:
    """Return what transactions with the same statements have in common: the name of their function."""
    return str(getattr(work, "func", work).__qualname__)


async def _undone(tx: AsyncManagedTransaction, work: Work[T]) -> T:
    raise _RollBack(await work(tx))
