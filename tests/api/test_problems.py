"""Every error has one shape, says what to do, and reveals nothing."""

from __future__ import annotations

import socket
from typing import Any

import httpx
import pytest
from neo4j import AsyncGraphDatabase

from api.main import create_app
from graphmem.graph.store import Store
from graphmem.memory import Memory
from graphmem_contract.errors import DatabaseError, DiskFull, GraphmemError, RevisionConflict, SetupError
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered

SECRET = "hunter2"


class BrokenStore:
    """A store that raises a given error."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        raise self.error

    write = read


async def answer_with(memory: Memory, error: Exception) -> httpx.Response:
    broken = altered(memory, store=BrokenStore(error))  # type: ignore[arg-type]
    async with client_of(create_app(memory=broken)) as client:
        return await client.get("/v1/brains/b/facts")


async def test_addresses_that_do_not_exist_are_problems_too(client: httpx.AsyncClient) -> None:
    for path in ("/nothing", "/v1", "/v1/", "/v1/brains/", "/v1/brains/b/nothing", "/v1/brains/b/facts/"):
        assert_problem(await client.get(path), 404, "not_found")


async def test_a_wrong_method_says_which_are_right(client: httpx.AsyncClient) -> None:
    answer = await client.delete("/v1/brains/b/recall")
    assert_problem(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST"


async def test_the_unexpected_is_a_500_without_a_word_about_it(memory: Memory) -> None:
    answer = await answer_with(memory, RuntimeError(f"password {SECRET} at /srv/app.py line 3"))
    assert_problem(answer, 500, "internal")
    assert SECRET not in answer.text
    assert "app.py" not in answer.text
    assert "RuntimeError" not in answer.text


async def test_what_the_database_says_stays_in_the_log(memory: Memory) -> None:
    answer = await answer_with(memory, DatabaseError(f"Neo4j refused a statement: MATCH {SECRET}"))
    assert_problem(answer, 500, "database_error")
    assert SECRET not in answer.text


async def test_a_conflict_that_may_pass_says_when_to_come_back(memory: Memory) -> None:
    answer = await answer_with(memory, RevisionConflict("Others kept winning.", retry_after=0.2))
    problem = assert_problem(answer, 503, "revision_conflict")
    assert problem["retry_after"] == 0.2
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.parametrize("kind", [GraphmemError, SetupError])
async def test_every_error_of_ours_is_answered_by_its_class(memory: Memory, kind: type[GraphmemError]) -> None:
    answer = await answer_with(memory, kind("Said in our words."))
    problem = assert_problem(answer, kind.status, kind.code)
    assert (problem["title"], problem["detail"]) == (kind.title, "Said in our words.")


async def test_without_a_database_the_answer_says_what_to_check(memory: Memory, api: Api) -> None:
    # A port that is bound and does not listen refuses every connection, and nobody else can take it.
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        uri = f"bolt://127.0.0.1:{nobody.getsockname()[1]}"
        async with AsyncGraphDatabase.driver(uri, max_transaction_retry_time=0.1) as driver:
            app = create_app(memory=altered(memory, store=Store(driver, "neo4j")))
            async with client_of(app) as client:
                assert (await client.get("/health")).status_code == 200
                for answer in (await client.get("/ready"), await client.get(api.at("/facts"))):
                    problem = assert_problem(answer, 503, "database_unavailable")
                    assert "NEO4J_URI" in problem["detail"]
                    assert int(answer.headers["Retry-After"]) >= 1


async def test_a_write_on_a_disk_without_room_is_507_and_reads_go_on(api: Api, memory: Memory) -> None:
    def refuse() -> None:
        raise DiskFull("The disk has 3 MB free.", retry_after=30.0)

    full = Store(memory.store.driver, memory.store.database, check_room=refuse)
    async with client_of(create_app(memory=altered(memory, store=full))) as client:
        there = f"/v1/brains/{api.brain}"
        body = {"subject": "Ana", "relation": "LIKES", "object": "tea"}
        for path, sent in {"facts": body, "episodes": {"content": "Ana likes tea."}}.items():
            answer = await client.post(f"{there}/{path}", json=sent)
            assert assert_problem(answer, 507, "disk_full")["retry_after"] == 30.0
        assert (await client.get(f"{there}/facts")).status_code == 200
        assert (await client.get("/ready")).json()["writes"] == "refused"
