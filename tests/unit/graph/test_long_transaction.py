"""A long transaction has no time limit, and ends with a commit or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j import READ_ACCESS, WRITE_ACCESS
from neo4j.exceptions import ServiceUnavailable
from neo4j.time import DateTime

from graphmem.graph.long_transaction import long_transaction
from graphmem_contract.errors import DatabaseUnavailable
from tests.unit.graph.fake_driver import FakeStore


@pytest.mark.parametrize(("reading", "access"), [(True, READ_ACCESS), (False, WRITE_ACCESS)])
async def test_it_has_no_time_limit_and_the_access_that_is_asked_for(reading: bool, access: str) -> None:
    store = FakeStore()
    async with long_transaction(store, reading=reading):  # type: ignore[arg-type]
        pass
    ((session, options),) = store.driver.sessions
    assert (session.timeouts, options["default_access_mode"], options["database"]) == ([0], access, "neo4j")


async def test_rows_stream_with_the_times_of_the_driver_and_are_fetched_as_datetimes() -> None:
    moment = DateTime(2025, 6, 1, 12, 0, 0, 123_456_789)
    store = FakeStore({"transfer/export_nodes": [{"kind": "A", "at": moment}, {"kind": "B", "at": moment}]})
    async with long_transaction(store) as tx:  # type: ignore[arg-type]
        streamed = [row async for row in tx.stream("transfer/export_nodes", brain="b", embeddings=False)]
        fetched = await tx.run("transfer/export_nodes", brain="b", embeddings=False)
    assert [row["at"] for row in streamed] == [moment, moment]
    assert [row["at"] for row in fetched] == [moment.to_native()] * 2


@pytest.mark.parametrize("commits", [False, True])
async def test_only_a_commit_commits(commits: bool) -> None:
    store = FakeStore()
    async with long_transaction(store) as tx:  # type: ignore[arg-type]
        if commits:
            await tx.commit()
    assert (store.calls["BEGIN"], store.calls["COMMIT"]) == (1, int(commits))


async def test_errors_of_the_driver_are_mapped() -> None:
    def gone(_: Any) -> Any:
        raise ServiceUnavailable("gone")

    async def hold(store: FakeStore) -> None:
        async with long_transaction(store) as tx:  # type: ignore[arg-type]
            await tx.run("transfer/load_lock", brain="b")

    with pytest.raises(DatabaseUnavailable):
        await hold(FakeStore({"transfer/load_lock": gone}))
