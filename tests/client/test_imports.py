"""Imports and exports as streams: sources, progress, errors in the middle, memory."""

from __future__ import annotations

import asyncio
import json
import sys
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem_client import (
    ClientBrain,
    DatabaseUnavailable,
    GraphmemClient,
    GraphmemClientSync,
    GraphmemError,
    ImportProgress,
    InvalidInput,
    Retry,
    ServiceUnreachable,
    SuppliedFact,
)
from tests.client.scripted_http import CUT, Given, ScriptedHttp, problem

FAST = Retry(attempts=3, first_wait_sec=0.001, longest_wait_sec=0.002)
NDJSON = {"Content-Type": "application/x-ndjson"}


def fact(n: int) -> dict[str, Any]:
    return {"subject": "Ana", "relation": "visited", "object": f"Town {n}"}


def report(*lines: dict[str, Any], cut: int | None = None) -> Given:
    return Given(200, "".join(json.dumps(line) + "\n" for line in lines).encode(), NDJSON, cut)


def reported(n: int, **more: Any) -> dict[str, Any]:
    return {"line": n, "id": f"f{n}", "matched": False, "effect": "added", **more}


async def collect(stream: AsyncIterator[Any], into: list[Any]) -> None:
    """Append what a stream yields, up to its error."""
    async for one in stream:
        into.append(one)


async def one_by_one(count: int) -> AsyncIterator[dict[str, Any]]:
    for n in range(1, count + 1):
        yield fact(n)


def sources(folder: Path) -> list[Any]:
    """The same three facts in every form."""
    file = folder / "facts.ndjson"
    lines = [json.dumps(fact(n)) for n in (1, 2, 3)]
    file.write_text("\n".join(lines), "utf8")
    return [
        [fact(1), fact(2), fact(3)],
        (fact(n) for n in (1, 2, 3)),
        one_by_one(3),
        [SuppliedFact.model_validate(fact(n)) for n in (1, 2, 3)],
        lines,
        iter([line.encode() + b"\r\n" for line in lines]),
        file,
    ]


@pytest.mark.parametrize("form", range(7))
async def test_every_form_of_source_is_sent_again_from_its_first_line(form: int, tmp_path: Path) -> None:
    done = report(reported(1), reported(2), reported(3))
    async with ScriptedHttp(CUT, done) as server, GraphmemClient(server.url, retry=FAST) as client:
        result = await client.brain("b").transfer.import_facts(sources(tmp_path)[form])
    assert (result.records, result.added) == (3, 3)
    assert len(server.received) == 2
    for request in server.received:
        assert [json.loads(line) for line in request.body.splitlines()] == [fact(1), fact(2), fact(3)]
        assert request.headers["content-type"] == "application/x-ndjson"


async def test_each_line_is_told_once_however_often_it_is_sent() -> None:
    first = report(reported(1), reported(2), reported(3))
    cut = report(reported(1), reported(2), reported(3), cut=len(first.encoded()) - 10)
    again = report(*(reported(n, effect="unchanged", matched=True, replayed=True) for n in (1, 2, 3)))
    async with ScriptedHttp(cut, again) as server, GraphmemClient(server.url, retry=FAST) as client:
        lines = [line async for line in client.brain("b").transfer.stream_facts(fact(n) for n in (1, 2, 3))]
    assert [(line.line, line.replayed) for line in lines] == [(1, None), (2, None), (3, True)]


async def test_lines_before_an_abort_are_told_and_the_rest_is_sent_again_where_that_helps() -> None:
    stopped = {"line": 2, "error": "The server is shutting down.", "code": "not_ready", "aborted": True}
    async with (
        ScriptedHttp(report(reported(1), stopped), report(reported(1), reported(2))) as server,
        GraphmemClient(server.url, retry=FAST) as client,
    ):
        result = await client.brain("b").transfer.import_facts([fact(1), fact(2)])
    assert (result.added, len(server.received)) == (2, 2)


async def test_an_abort_for_good_is_the_error_of_its_code() -> None:
    stopped = {"line": 2, "error": "Something.", "code": "database_error", "aborted": True}
    async with ScriptedHttp(report(reported(1), stopped)) as server, GraphmemClient(server.url, retry=FAST) as client:
        stream, lines = client.brain("b").transfer.stream_facts([fact(1), fact(2)]), []
        with pytest.raises(GraphmemError) as raised:
            await collect(stream, lines)
    assert ([line.line for line in lines], raised.value.code, raised.value.detail) == (
        [1],
        "database_error",
        "Line 2: Something.",
    )
    assert len(server.received) == 1


async def test_a_report_that_ends_early_is_no_success() -> None:
    async with ScriptedHttp(report(reported(1))) as server, GraphmemClient(server.url, retry=FAST) as client:
        with pytest.raises(ServiceUnreachable, match="before line 2"):
            await client.brain("b").transfer.import_facts([fact(1), fact(2)])
    assert len(server.received) == FAST.attempts


async def test_blank_lines_keep_the_numbers_of_the_file(remote: ClientBrain, tmp_path: Path) -> None:
    file = tmp_path / "facts.ndjson"
    file.write_text(f"\n{json.dumps(fact(1))}\n\nnonsense\n{json.dumps(fact(2))}\n\n", "utf8")
    lines = [line async for line in remote.transfer.stream_facts(file, resolve="exact")]
    assert [(line.line, line.code) for line in lines] == [(2, None), (4, "bad_request"), (5, None)]


async def test_a_source_that_fails_ends_the_import_with_its_own_error() -> None:
    def failing() -> Iterator[dict[str, Any]]:
        yield fact(1)
        raise KeyError("mine")

    async with ScriptedHttp(report(reported(1))) as server, GraphmemClient(server.url, retry=FAST) as client:
        with pytest.raises(KeyError, match="mine"):
            await client.brain("b").transfer.import_facts(failing())
        with pytest.raises(InvalidInput, match="Line 2"):
            await client.brain("b").transfer.import_facts([fact(1), {"subject": object()}])
        with pytest.raises(InvalidInput, match="Line 1: it is a int"):
            await client.brain("b").transfer.import_facts([1])  # type: ignore[list-item]


async def test_a_refusal_before_the_first_line_is_an_ordinary_problem() -> None:
    async with (
        ScriptedHttp(problem(503, "database_unavailable")) as server,
        GraphmemClient(server.url, retry=FAST) as client,
    ):
        with pytest.raises(DatabaseUnavailable):
            await client.brain("b").transfer.import_facts([fact(1)])
    assert len(server.received) == FAST.attempts


async def test_the_progress_is_told(remote: ClientBrain) -> None:
    told: list[ImportProgress] = []
    await remote.transfer.import_facts((fact(n) for n in range(40)), resolve="exact", progress=told.append)
    assert told[-1] == ImportProgress(sent=40, reported=40, attempt=1)
    assert [one.sent for one in told] == sorted(one.sent for one in told)


async def test_episodes_are_imported_and_recognised(remote: ClientBrain) -> None:
    episodes = [{"content": f"Note {n}.", "skip_extraction": True, "external_id": f"n{n}"} for n in range(3)]
    first = [line async for line in remote.transfer.stream_episodes(episodes)]
    again = [line async for line in remote.transfer.stream_episodes(iter(episodes))]
    assert [line.replayed for line in first] == [None] * 3
    assert [(line.id, line.replayed) for line in again] == [(line.id, True) for line in first]


async def test_an_export_that_is_cut_is_an_error_and_no_shorter_export() -> None:
    whole = b'{"a": 1}\n{"b": 2}\n'
    chunked = {"Transfer-Encoding": "chunked", "Content-Type": "application/x-ndjson"}
    body = b"%x\r\n%b\r\n" % (len(whole), whole)
    answer = Given(200, body, chunked, cut=len(Given(200, body, chunked).encoded()))
    async with ScriptedHttp(answer) as server, GraphmemClient(server.url, retry=FAST) as client:
        stream, lines = client.brain("b").transfer.export(), []
        with pytest.raises(ServiceUnreachable):
            await collect(stream, lines)
    assert lines == ['{"a": 1}', '{"b": 2}']
    assert len(server.received) == 1


CHEAP = """
import asyncio

HEAD = b"HTTP/1.1 200 OK\\r\\nContent-Type: application/x-ndjson\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n"

async def serve(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    number = 0
    while size := int(await reader.readuntil(b"\\r\\n"), 16):
        number += (await reader.readexactly(size + 2)).count(b"\\n") - 1
    writer.write(HEAD)
    for first in range(1, number + 1, 500):
        numbers = range(first, min(first + 500, number + 1))
        lines = b"".join(b'{"line":%d,"id":"f%d","effect":"added"}\\n' % (n, n) for n in numbers)
        writer.write(b"%x\\r\\n%b\\r\\n" % (len(lines), lines))
        await writer.drain()
    writer.write(b"0\\r\\n\\r\\n")
    await writer.drain()
    writer.close()

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""
"""A service in a process of its own that reads an import and reports each line."""


@pytest.fixture
async def cheap() -> AsyncIterator[str]:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", CHEAP, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    yield f"http://127.0.0.1:{int(await process.stdout.readline())}"
    process.kill()
    await process.wait()


async def test_the_memory_of_an_import_does_not_grow_with_its_lines(cheap: str) -> None:
    async def peak(count: int) -> int:
        async with GraphmemClient(cheap) as client:
            tracemalloc.start()
            seen = 0
            facts = ({**fact(n), "text": "t" * 400} for n in range(count))
            async for line in client.brain("b").transfer.stream_facts(facts, resolve="exact"):
                seen = line.line
            _, highest = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert seen == count
        return highest

    await peak(100)
    small, large = await peak(1_000), await peak(10_000)
    assert large < small + 2_000_000, "a copy of the lines, of 5 MB, takes 1 MB of memory at most"


def test_the_synchronous_client_streams_too(cheap_sync: str) -> None:
    with GraphmemClientSync(cheap_sync) as client:
        lines = client.brain("b").transfer.stream_facts((fact(n) for n in range(1500)), resolve="exact")
        assert [line.line for line in lines] == list(range(1, 1501))


@pytest.fixture
def cheap_sync() -> Iterator[str]:
    import subprocess

    with subprocess.Popen([sys.executable, "-c", CHEAP], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        process.kill()
