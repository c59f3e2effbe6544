"""A store sends statements by name, tries reads again, and rolls a dry run back; the driver is a fake."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from neo4j import READ_ACCESS, Query
from neo4j.exceptions import ClientError, Neo4jError, ServiceUnavailable

from graphmem.graph.driver import ACQUISITION_SEC
from graphmem.graph.statements import sent
from graphmem.graph.store import Store
from graphmem_contract.errors import DatabaseError, DatabaseTimeout, DatabaseUnavailable

TRANSIENT = Neo4jError._hydrate_neo4j(code="Neo.TransientError.General.OutOfMemoryError", message="busy")
SYNTAX = Neo4jError._hydrate_neo4j(code="Neo.ClientError.Statement.SyntaxError", message="wrong")


class Result:
    """Rows with their columns."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.rows = list(rows)

    def keys(self) -> list[str]:
        return list(self.rows[0]) if self.rows else []

    async def fetch(self, most: int) -> list[dict[str, Any]]:
        return self.rows[:most]

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        for row in self.rows:
            yield row


class Driver:
    """Fails as often as it is told to, and then answers."""

    execute_query_bookmark_manager = object()

    def __init__(self, rows: Sequence[dict[str, Any]] = (), failures: Sequence[Exception] = ()) -> None:
        self.rows, self.failures = rows, list(failures)
        self.queries: list[tuple[Query, Mapping[str, Any]]] = []
        self.options: list[Mapping[str, Any]] = []
        self.outcome = ""

    @asynccontextmanager
    async def session(self, **options: Any) -> AsyncIterator[Driver]:
        self.options.append(options)
        yield self

    async def run(self, query: Query, parameters: Mapping[str, Any]) -> Result:
        self.queries.append((query, parameters))
        if self.failures:
            raise self.failures.pop(0)
        return Result(self.rows)

    async def execute_query(
        self, query: Query, parameters: Mapping[str, Any], **options: Any
    ) -> tuple[Sequence[dict[str, Any]], None, None]:
        await self.run(query, parameters)
        return self.rows, None, None

    async def execute_write(self, work: Any, *args: Any) -> Any:
        self.options.append({"timeout": work.timeout})
        try:
            result = await work(self, *args)
        except Exception:
            self.outcome = "rolled back"
            raise
        self.outcome = "committed"
        return result


def store(driver: Driver) -> Store:
    return Store(driver, "neo4j", timeout=7.0, bulk_timeout=70.0)  # type: ignore[arg-type]


async def test_a_read_sends_the_statement_with_its_parameters_and_time_limit() -> None:
    driver = Driver([{"a": 1}])
    assert await store(driver).read("explore/fact", brain="b", ids=["f"]) == [{"a": 1}]
    ((query, parameters),) = driver.queries
    text, packed = sent("explore/fact", {"brain": "b", "ids": ["f"]})
    assert (query.text, query.timeout, parameters) == (text, 7.0, packed)
    assert driver.options[0]["default_access_mode"] == READ_ACCESS


async def test_a_read_is_tried_again_after_a_transient_error() -> None:
    driver = Driver([{"a": 1}], [TRANSIENT, ServiceUnavailable("gone")])
    assert await store(driver).read("explore/fact", brain="b", ids=[]) == [{"a": 1}]
    assert len(driver.queries) == 3


async def test_a_refused_read_is_not_tried_again() -> None:
    driver = Driver(failures=[SYNTAX])
    assert isinstance(SYNTAX, ClientError)
    with pytest.raises(DatabaseError, match="wrong"):
        await store(driver).read("explore/fact", brain="b", ids=[])
    assert len(driver.queries) == 1


async def test_a_read_gives_up_after_four_attempts() -> None:
    driver = Driver(failures=[TRANSIENT] * 9)
    with pytest.raises(DatabaseUnavailable):
        await store(driver).read("explore/fact", brain="b", ids=[])
    assert len(driver.queries) == 4


async def test_reads_of_one_statement_wait_for_the_first_of_them_again_after_the_server_was_away() -> None:
    driver = Driver([{"a": 1}])
    reader, answer = store(driver), asyncio.Event()

    async def held(query: Query, parameters: Mapping[str, Any]) -> Result:
        driver.queries.append((query, parameters))
        await answer.wait()
        return Result(driver.rows)

    async def sent_at_once() -> int:
        """Return how many of two reads are sent before one is answered."""
        answer.clear()
        driver.queries.clear()
        driver.run = held  # type: ignore[method-assign]
        reads = [asyncio.create_task(reader.read("explore/fact", brain="b", ids=[])) for _ in range(2)]
        for _ in range(20):
            await asyncio.sleep(0)
        under_way = len(driver.queries)
        answer.set()
        await asyncio.gather(*reads)
        del driver.run  # type: ignore[method-assign]
        return under_way

    assert await sent_at_once() == 1
    assert await sent_at_once() == 2
    driver.failures = [ServiceUnavailable("gone")] * 4
    with pytest.raises(DatabaseUnavailable):
        await reader.read("explore/fact", brain="b", ids=[])
    assert await sent_at_once() == 1


@pytest.mark.parametrize(("seconds", "limit"), [(3.0, 3.0), (30.0, 7.0)])
async def test_some_rows_are_read_within_the_shorter_of_two_limits(seconds: float, limit: float) -> None:
    driver = Driver([{"n": 1}, {"n": 2}, {"n": 3}])
    assert await store(driver).some("explore/fact", 2, seconds, brain="b", ids=[]) == [{"n": 1}, {"n": 2}]
    assert (driver.queries[0][0].timeout, driver.options[0]["fetch_size"]) == (limit, 2)


async def test_free_cypher_has_its_columns_and_first_rows() -> None:
    driver = Driver([{"n": 1, "m": 2}, {"n": 3, "m": 4}])
    assert await store(driver).free("RETURN 1", {"x": 1}, 1, 3.0) == (["n", "m"], [{"n": 1, "m": 2}])
    assert driver.queries[0][1] == {"x": 1}


async def test_a_write_is_sent_once() -> None:
    driver = Driver([{"a": 1}])
    assert await store(driver).write("procedures/lock", brain="b") == [{"a": 1}]
    refused = Driver(failures=[TRANSIENT])
    with pytest.raises(DatabaseUnavailable):
        await store(refused).write("procedures/lock", brain="b")
    assert len(refused.queries) == 1


@pytest.mark.parametrize(("bulk", "limit"), [(False, 7.0), (True, 70.0)])
async def test_a_transaction_commits_within_its_time_limit(bulk: bool, limit: float) -> None:
    driver = Driver()

    async def work(_: Any) -> str:
        return "done"

    assert await store(driver).transaction(work, bulk=bulk) == "done"
    assert (driver.outcome, driver.options[-1]) == ("committed", {"timeout": limit})


async def test_a_dry_run_returns_its_result_and_is_rolled_back() -> None:
    driver = Driver()

    async def work(_: Any) -> str:
        return "would be done"

    assert await store(driver).transaction(work, dry_run=True) == "would be done"
    assert driver.outcome == "rolled back"


@pytest.mark.parametrize("way", ["read", "write", "transaction", "some", "free"])
async def test_a_server_that_stands_still_is_unavailable_and_not_waited_for_ever(way: str) -> None:
    class Silent(Driver):
        async def run(self, query: Query, parameters: Mapping[str, Any]) -> Result:
            await asyncio.Event().wait()
            raise AssertionError

    async def work(tx: Any) -> None:
        await tx.run("RETURN 1", {})

    soon = 0.05 - ACQUISITION_SEC
    silent = Store(Silent(), "neo4j", timeout=soon, bulk_timeout=soon)  # type: ignore[arg-type]
    calls = {
        "read": lambda: silent.read("explore/fact", brain="b", ids=[]),
        "write": lambda: silent.write("procedures/lock", brain="b"),
        "transaction": lambda: silent.transaction(work),
        "some": lambda: silent.some("explore/fact", 2, soon, brain="b", ids=[]),
        "free": lambda: silent.free("RETURN 1", {}, 1, soon),
    }
    async with asyncio.timeout(30):
        with pytest.raises(DatabaseUnavailable, match="gave no answer"):
            await calls[way]()


async def test_a_time_limit_of_the_caller_is_no_fault_of_the_server() -> None:
    async def work(tx: Any) -> None:
        raise TimeoutError("of the caller")

    with pytest.raises(DatabaseUnavailable, match="cannot be reached"):
        await store(Driver()).transaction(work)


TOO_LONG = Neo4jError._hydrate_neo4j(
    code="Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration", message="too long"
)


async def _reads(store: Store) -> None:
    await store.read("explore/fact", brain="b", ids=[])


async def _writes(store: Store) -> None:
    await store.write("access/touch_key", id="k")


async def _commits(store: Store) -> None:
    async def work(tx: Any) -> None:
        await tx.run(Query("CREATE ()"), {})

    await store.transaction(work)


async def _rehearses(store: Store) -> None:
    async def work(tx: Any) -> None:
        await tx.run(Query("CREATE ()"), {})

    await store.transaction(work, dry_run=True)


CALLS = (_reads, _writes, _commits, _rehearses)


@pytest.mark.parametrize("call", CALLS)
async def test_a_call_that_is_planned_for_the_first_time_may_meet_the_time_limit_twice(call: Any) -> None:
    driver = Driver([{"a": 1}], [TOO_LONG] * 2)
    await call(store(driver))
    assert len(driver.queries) == 3
    limits = [option["timeout"] for option in driver.options if "timeout" in option]
    assert (limits or [query.timeout for query, _ in driver.queries]) == [7.0, 14.0, 28.0]


@pytest.mark.parametrize("call", CALLS)
async def test_it_is_not_tried_for_ever(call: Any) -> None:
    driver = Driver([{"a": 1}], [TOO_LONG] * 9)
    with pytest.raises(DatabaseTimeout) as told:
        await call(store(driver))
    assert len(driver.queries) == 3
    assert "idempotency" not in str(told.value)


@pytest.mark.parametrize("call", CALLS)
async def test_a_call_that_was_planned_is_not_tried_again(call: Any) -> None:
    driver = Driver([{"a": 1}])
    planned = store(driver)
    await call(planned)
    driver.failures = [TOO_LONG]
    with pytest.raises(DatabaseTimeout):
        await call(planned)
    assert len(driver.queries) == 2


async def test_bulk_work_has_its_own_limit_and_one_try() -> None:
    async def work(tx: Any) -> None:
        await tx.run(Query("CREATE ()"), {})

    driver = Driver(failures=[TOO_LONG])
    with pytest.raises(DatabaseTimeout):
        await store(driver).transaction(work, bulk=True)
    assert len(driver.queries) == 1
