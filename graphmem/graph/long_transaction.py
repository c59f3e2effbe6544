"""Transactions that take long: a whole brain is read, or its lock is held while others write. They have no time limit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from neo4j import READ_ACCESS, WRITE_ACCESS, AsyncTransaction

from graphmem.graph.driver import database_errors
from graphmem.graph.statements import sent
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, run
from graphmem.observability import metrics

AT_ONCE = 200
"""Rows that the server sends ahead."""


@dataclass(frozen=True, slots=True)
class LongTransaction:
    """A transaction that is tried once; what is not committed is rolled back."""

    tx: AsyncTransaction

    async def stream(self, name: str, /, **parameters: Any) -> AsyncIterator[Row]:
        """The rows of a statement as they come, with the driver's own times (nanoseconds, zones)."""
        with database_errors(), metrics.statement(name):
            result = await self.tx.run(*sent(name, parameters))
            async for record in result:
                yield dict(record)

    async def run(self, name: str, /, **parameters: Any) -> list[Row]:
        """All rows of a statement."""
        with database_errors():
            return await run(self.tx, name, **parameters)

    async def commit(self) -> None:
        """Makes it lasting."""
        with database_errors():
            await self.tx.commit()


@asynccontextmanager
async def long_transaction(store: Store, *, reading: bool = False) -> AsyncIterator[LongTransaction]:
    """Raises DatabaseUnavailable and its kin."""
    with database_errors():
        async with (
            store.driver.session(
                database=store.database,
                fetch_size=AT_ONCE,
                default_access_mode=READ_ACCESS if reading else WRITE_ACCESS,
                bookmark_manager=store.driver.execute_query_bookmark_manager,
            ) as session,
            await session.begin_transaction(timeout=0) as tx,
        ):
            yield LongTransaction(tx)
