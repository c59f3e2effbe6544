"""Lines from pieces of a body, and a spool whose writer never waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from api import ndjson
from api.ndjson import NdjsonLine, Spool, lines_of, spooled


async def of(*pieces: bytes) -> list[NdjsonLine]:
    async def stream() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    return [line async for line in lines_of(stream())]


async def test_lines_do_not_depend_on_how_the_body_is_cut() -> None:
    body = b'{"a": 1}\n\n {"b": "\xc3\xa9"} \r\n[2]'
    whole = await of(body)
    assert [(line.number, line.value) for line in whole] == [(1, {"a": 1}), (3, {"b": "é"}), (4, [2])]
    assert await of(*(body[i : i + 1] for i in range(len(body)))) == whole
    assert await of(body[:9], body[9:]) == whole


async def test_a_line_that_is_no_json_is_told_and_passed_over() -> None:
    lines = await of(b'{"a"\n\xff\n{"a": 1}\n')
    assert [line.number for line in lines] == [1, 2, 3]
    assert [line.error is None for line in lines] == [False, False, True]


@pytest.mark.parametrize("cut", [7, 64, 1000])
async def test_too_long_a_line_is_told_once_and_not_kept(monkeypatch: pytest.MonkeyPatch, cut: int) -> None:
    monkeypatch.setattr(ndjson, "MOST_LINE_BYTES", 50)
    body = b"1\n" + b"x" * 500 + b"\n2\n" + b"y" * 500
    lines = await of(*(body[i : i + cut] for i in range(0, len(body), cut)))
    assert [line.number for line in lines] == [1, 2, 3, 4]
    assert [line.error.code if line.error else line.value for line in lines] == [1, "too_large", 2, "too_large"]


async def test_a_spool_gives_all_that_was_written_before_and_after() -> None:
    spool, read = Spool(), bytearray()

    async def reader() -> None:
        async for piece in spool.read():
            read.extend(piece)

    spool.write(b"one ")
    task = asyncio.create_task(reader())
    await asyncio.sleep(0)
    for number in range(100_000):
        spool.write(b"%d " % number)
    spool.finish()
    await task
    assert bytes(read) == b"one " + b"".join(b"%d " % number for number in range(100_000))
    spool.close()


async def test_the_source_is_read_to_its_end_while_nobody_reads_the_report() -> None:
    taken: list[int] = []

    async def source() -> AsyncIterator[bytes]:
        for number in range(50):
            taken.append(number)
            yield b"%d\n" % number

    report = spooled(b"first\n", source())
    read = await anext(report)
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(taken) == 50
    read += b"".join([piece async for piece in report])
    assert read == b"first\n" + b"".join(b"%d\n" % number for number in range(50))


async def test_a_reader_that_leaves_stops_the_source() -> None:
    stopped = asyncio.Event()

    async def source() -> AsyncIterator[bytes]:
        try:
            await asyncio.sleep(60)
            yield b""
        finally:
            stopped.set()

    report = spooled(b"first\n", source())
    assert await anext(report) == b"first\n"
    await report.aclose()  # type: ignore[attr-defined]
    assert stopped.is_set()
