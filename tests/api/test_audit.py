"""The audit log: who read or wrote what, by key; ids, never texts; written behind the answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from uuid_utils import uuid4, uuid7

from api.audit import MOST_IDS, READ_BYTES
from api.main import create_app
from graphmem.access import audit_recorder
from graphmem.access.audit import AuditLog, first_id
from graphmem.access.audit_recorder import AuditRecorder
from graphmem.brain import Brain
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.serving.tidying import tidy
from graphmem_contract.audit import AuditLine
from graphmem_contract.errors import DatabaseUnavailable, InvalidInput
from tests.api.conftest import assert_problem, client_of
from tests.api.test_dashboard import logged_in
from tests.bolt import counted
from tests.conftest import altered

SECRET = "Ana's violet umbrella"


def audited(memory: Memory, brains: str) -> FastAPI:
    settings = memory.settings.with_overrides(audit=brains)
    return create_app(memory=altered(memory, settings=settings, workers=Workers(0)), keyed=True)


@asynccontextmanager
async def service(memory: Memory, brains: str, key: str) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(audited(memory, brains)) as client:
        client.headers["Authorization"] = f"Bearer {key}"
        yield client


async def flush(client: httpx.AsyncClient) -> None:
    await recorder_of(client).flush()


def recorder_of(client: httpx.AsyncClient) -> AuditRecorder:
    recorder: AuditRecorder = client._transport.app.state.audit  # type: ignore[attr-defined]
    return recorder


async def lines_of(memory: Memory, **asked: Any) -> list[AuditLine]:
    return list(await memory.audit_log(**asked))


@pytest.fixture
async def lines_removed(memory: Memory) -> AsyncIterator[None]:
    """The lines of a test are removed."""
    yield
    await memory.store.driver.execute_query("MATCH (l:AuditLine) DELETE l")


pytestmark = pytest.mark.usefixtures("lines_removed", "keys_removed")


async def test_each_read_and_write_is_a_line_with_the_key_the_operation_and_the_ids(
    memory: Memory, brain: Brain
) -> None:
    key = await memory.keys.create("billing agent", [brain.name], ["admin"])
    at = f"/v1/brains/{brain.name}"
    async with service(memory, brain.name, key.key) as client:
        body = {"subject": "Ana", "relation": "owns", "object": SECRET, "text": f"She said: {SECRET}"}
        fact = (await client.post(f"{at}/facts", json=body)).json()
        await client.get(f"{at}/facts/{fact['id']}")
        await client.post(f"{at}/recall", json={"query": f"Who owns {SECRET}?"})
        assert_problem(await client.get(f"{at}/facts/{uuid7()}"), 404, "not_found")
        await client.get(f"{at}/entities/Ana")
        await flush(client)
        told = await client.get("/v1/audit", params={"brain": brain.name})
    lines = [AuditLine.model_validate(one) for one in reversed(told.json()["lines"])]
    assert [(one.operation, one.status) for one in lines] == [
        ("addFact", 201), ("getFact", 200), ("recall", 200), ("getFact", 404), ("getEntity", 200),
    ]  # fmt: skip
    assert {(one.key_id, one.key_name, one.brain) for one in lines} == {(key.id, "billing agent", brain.name)}
    assert all(fact["id"] in one.ids for one in lines[:3])
    assert fact["subject_id"] in lines[4].ids
    assert all(one.ids_complete for one in lines)
    assert all(abs(one.at - datetime.now(UTC)) < timedelta(minutes=5) for one in lines)
    for hidden in ("umbrella", "Ana", key.key, key.key[len(key.prefix) :]):
        assert hidden not in told.text, hidden
    stored, _, _ = await memory.store.driver.execute_query("MATCH (l:AuditLine) RETURN collect(properties(l)) AS all")
    assert "umbrella" not in str(stored)


async def test_it_is_off_at_first_and_then_only_for_the_brains_that_are_named(memory: Memory, brain: Brain) -> None:
    admin = await memory.keys.create("admin", ["*"], ["admin"])
    for brains, recorded in (("", 0), ("another", 0), (f"another, {brain.name}", 1), ("*", 3)):
        async with service(memory, brains, admin.key) as client:
            before = len(await lines_of(memory, key=admin.id))
            await client.get(f"/v1/brains/{brain.name}/stats")
            await client.get("/v1/brains")
            await client.get("/v1/no-such-thing")
            await client.get("/health")
            await client.get("/metrics")
            await flush(client)
            assert len(await lines_of(memory, key=admin.id)) - before == recorded, brains
    assert {one.operation for one in await lines_of(memory, key=admin.id)} == {"getStats", "listBrains", "unknown"}


async def test_a_request_sends_no_more_statements_with_the_log_than_without(memory: Memory, brain: Brain) -> None:
    admin = await memory.keys.create("admin", ["*"], ["admin"])
    sent = []
    for brains in ("", "*"):
        async with service(memory, brains, admin.key) as client:
            await client.get(f"/v1/brains/{brain.name}/stats")
            with counted() as messages:
                for _ in range(5):
                    await client.get(f"/v1/brains/{brain.name}/stats")
            sent.append(dict(messages))
            if brains:
                with counted() as written:
                    await flush(client)
                assert written["RUN"] == 1, "six lines, one statement"
    assert sent[0] == sent[1]


async def test_a_key_reads_the_lines_of_its_brains_only_and_only_with_admin(memory: Memory, brain: Brain) -> None:
    other = f"{brain.name}-other"
    admin = await memory.keys.create("admin", ["*"], ["admin"])
    own = await memory.keys.create("own", [brain.name], ["admin"])
    reader = await memory.keys.create("reader", ["*"], ["memory:read"])
    async with service(memory, "*", admin.key) as client:
        for name in (brain.name, other):
            await client.get(f"/v1/brains/{name}/stats")
        await flush(client)
        client.headers["Authorization"] = f"Bearer {own.key}"
        lines = (await client.get("/v1/audit", params={"brain": brain.name})).json()["lines"]
        assert [one["brain"] for one in lines] == [brain.name]
        for asked in ({}, {"brain": other}):
            assert_problem(await client.get("/v1/audit", params=asked), 403, "forbidden")
        client.headers["Authorization"] = f"Bearer {reader.key}"
        assert_problem(await client.get("/v1/audit", params={"brain": brain.name}), 403, "forbidden")
        await flush(client)
    refused = await lines_of(memory, operation="listAudit")
    assert [(one.key_name, one.status) for one in refused] == [
        ("reader", 403), ("own", 403), ("own", 403), ("own", 200),
    ]  # fmt: skip


async def test_lines_are_filtered_and_read_in_pages_newest_first(memory: Memory, brain: Brain) -> None:
    keys = [await memory.keys.create(name, ["*"], ["admin"]) for name in ("one", "two")]
    async with service(memory, brain.name, keys[0].key) as client:
        for n in range(6):
            client.headers["Authorization"] = f"Bearer {keys[n % 2].key}"
            await client.get(f"/v1/brains/{brain.name}/{'stats' if n < 4 else 'queue'}")
        await flush(client)
        found: list[str] = []
        asked: dict[str, Any] = {"brain": brain.name, "limit": 4}
        while True:
            page = (await client.get("/v1/audit", params=asked)).json()
            found += [one["id"] for one in page["lines"]]
            if page["next_cursor"] is None:
                break
            asked["cursor"] = page["next_cursor"]
    everything = await lines_of(memory, brain=brain.name)
    assert found == [one.id for one in everything] == sorted(found, reverse=True)
    assert len(found) == 6
    assert {one.key_name for one in await lines_of(memory, brain=brain.name, key=keys[1].id)} == {"two"}
    assert len(await lines_of(memory, operation="getQueue", key=keys[1].id)) == 1
    assert await lines_of(memory, since=datetime.now(UTC) + timedelta(minutes=1)) == []
    with pytest.raises(InvalidInput, match="cursor"):
        await lines_of(memory, cursor="the next one")
    assert await lines_of(memory, until=datetime.now(UTC) - timedelta(minutes=10)) == []
    assert len(await lines_of(memory, since=datetime.now(UTC) - timedelta(minutes=10))) == 6


async def test_a_page_of_the_dashboard_is_a_line_without_what_it_shows(memory: Memory, brain: Brain) -> None:
    await brain.add_fact(subject="Ana", relation="owns", object=SECRET)
    key = await memory.keys.create("a person", ["*"], ["admin"])
    async with client_of(audited(memory, "*")) as client:
        await logged_in(client, key.key)
        await client.get(f"/brains/{brain.name}/facts", params={"text": SECRET})
        await flush(client)
    (line,) = await lines_of(memory, brain=brain.name)
    assert (line.operation, line.key_id, line.status) == ("GET /brains/{brain}/facts", key.id, 200)
    assert "umbrella" not in line.model_dump_json()


async def test_more_ids_than_a_line_holds_are_told_of(memory: Memory, brain: Brain) -> None:
    admin = await memory.keys.create("admin", ["*"], ["admin"])
    many = [f'"{uuid7()}"' for _ in range(MOST_IDS + 1)]
    async with service(memory, "*", admin.key) as client:
        for body in ("[" + ",".join(many) + "]", '{"query": "' + "x" * READ_BYTES + '"}'):
            await client.post(
                f"/v1/brains/{brain.name}/recall", content=body, headers={"Content-Type": "application/json"}
            )
        await flush(client)
    large, full = await lines_of(memory, brain=brain.name)
    assert (len(full.ids), full.ids_complete) == (MOST_IDS, False)
    assert full.ids[0] == many[0].strip('"')
    assert (large.ids, large.ids_complete) == ((), False)


async def test_what_looks_like_no_id_is_left_out(memory: Memory, brain: Brain) -> None:
    admin = await memory.keys.create("admin", ["*"], ["admin"])
    own = str(uuid7())
    async with service(memory, "*", admin.key) as client:
        await client.get(f"/v1/brains/{brain.name}/entities/{own}", params={"x": f"call {uuid7()}x", "y": str(uuid4())})
        await flush(client)
    (line,) = await lines_of(memory, brain=brain.name)
    assert line.ids == (own,)


class Log:
    """An audit log that fails as often as it is told."""

    def __init__(self, failures: int = 0) -> None:
        self.failures, self.written, self.wrote = failures, list[AuditLine](), asyncio.Event()

    async def write(self, lines: list[AuditLine]) -> None:
        if self.failures:
            self.failures -= 1
            raise DatabaseUnavailable("away")
        self.written += lines
        self.wrote.set()


def line() -> AuditLine:
    return AuditLine(
        id=str(uuid7()), at=datetime.now(UTC), key_id=None, key_name="owner", operation="x", brain=None, status=200, ids=()
    )  # fmt: skip


async def test_lines_wait_while_the_database_is_away_and_too_many_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    log, lost = Log(failures=1), list[int]()
    monkeypatch.setattr(audit_recorder.metrics, "audit_lost", lost.append)
    recorder = AuditRecorder("*", lambda: log, most_waiting=3)  # type: ignore[arg-type,return-value]
    made = [line() for _ in range(4)]
    for one in made:
        recorder.add(one)
    with pytest.raises(DatabaseUnavailable):
        await recorder.flush()
    await recorder.flush()
    assert log.written == made[:3]
    assert lost == [1]


async def test_what_waits_is_written_in_the_background() -> None:
    log = Log(failures=1)
    recorder = AuditRecorder("*", lambda: log, flush_sec=0.01)  # type: ignore[arg-type,return-value]
    async with recorder.running(), asyncio.timeout(10):
        recorder.add(line())
        await log.wrote.wait()
        assert len(log.written) == 1


async def test_what_still_waits_at_the_end_is_written_then() -> None:
    log = Log()
    recorder = AuditRecorder("*", lambda: log, flush_sec=3600)  # type: ignore[arg-type,return-value]
    async with recorder.running():
        recorder.add(line())
    assert len(log.written) == 1


async def test_what_cannot_be_written_at_the_end_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = list[int]()
    monkeypatch.setattr(audit_recorder.metrics, "audit_lost", lost.append)
    recorder = AuditRecorder("*", lambda: Log(failures=9))  # type: ignore[arg-type,return-value]
    async with recorder.running():
        recorder.add(line())
    assert lost == [1]


async def test_a_line_that_is_sent_twice_is_there_once_and_old_ones_are_removed(memory: Memory) -> None:
    log, new = AuditLog(memory.store), line()
    old_at = datetime.now(UTC) - timedelta(days=memory.settings.audit_days + 1)
    old = new.model_copy(update={"id": first_id(old_at) + "7000-8000-000000000000"})
    for _ in range(2):
        await log.write([new, old])
    assert [one.id for one in await lines_of(memory, key="owner")] == [new.id, old.id]
    await tidy(memory.engine)
    assert [one.id for one in await lines_of(memory, key="owner")] == [new.id]


def test_ids_made_before_a_moment_sort_before_it() -> None:
    now = datetime.now(UTC)
    assert first_id(now - timedelta(minutes=1)) < str(uuid7()) < first_id(now + timedelta(minutes=1))
    assert first_id(datetime(1970, 1, 1, tzinfo=UTC)) == "00000000-0000-"
