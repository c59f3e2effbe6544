"""Transactions without a time limit, to read a whole brain or to hold its lock."""

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
from graphmem.graph.vectors.slot import FIRST, using
from graphmem.observability import metrics

AT_ONCE = 200
"""Rows that the server sends per batch."""


@dataclass(frozen=True, slots=True)
class LongTransaction:
    """A transaction without retries. Without a commit it is rolled back. `slot`: the vectors that its statements use."""

    tx: AsyncTransaction
    slot: str = FIRST

    async def stream(self, name: str, /, **parameters: Any) -> AsyncIterator[Row]:
        """Yield the rows of a statement as they arrive, with the driver's own times (nanoseconds, zones)."""
        with database_errors(), metrics.statement(name):
            result = await self.tx.run(*sent(name, parameters, self.slot))
            async for record in result:
                yield dict(record)

    async def run(self, name: str, /, **parameters: Any) -> list[Row]:
        """Return all rows of a statement."""
        with database_errors(), using(self.slot):
            return await run(self.tx, name, **parameters)

    async def commit(self) -> None:
        """Commit the transaction."""
        with database_errors():
            await self.tx.commit()


@asynccontextmanager
async def long_transaction(store: Store, *, reading: bool = False) -> AsyncIterator[LongTransaction]:
    """Open a transaction without a time limit.

    Args:
        reading: use read access.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
        DatabaseError: Neo4j refuses a statement.
        DiskFull: the disk has no room for a write.
    """
    if not reading:
        store.check_room()
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
            yield LongTransaction(tx, store.slot)
