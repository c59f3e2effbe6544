"""SIGTERM during an import: it ends after a commit, tells how far it came, and goes on where it stopped when it is sent again."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.load.kill_table import ServerAddress, api
from graphmem.brain import Brain
from tests.conftest import Server

FACTS = [
    {"subject": f"Person {n % 50}", "relation": "likes", "object": f"thing {n}", "object_is_entity": False}
    for n in range(20_000)
]


@pytest.fixture
def place(server: Server) -> ServerAddress:
    return ServerAddress(server.uri, server.user, server.password)


async def some_facts(brain: Brain) -> None:
    """Return when the first batch has been committed."""
    async with asyncio.timeout(120):
        while not (await brain.overview.stats()).statements:  # noqa: ASYNC110 - another process writes them
            await asyncio.sleep(0.05)


async def imported(place: ServerAddress, brain: Brain, file: Path, *, stop: bool) -> tuple[int, dict[str, Any], str]:
    """Import a file by a command; return its exit code, its report and what it printed for people."""
    command = ("-m", "graphmem.cli.main", "import", "--json", "--resolve", "exact", brain.name, str(file))
    pipe = asyncio.subprocess.PIPE
    running = await asyncio.create_subprocess_exec(
        sys.executable, *command, env=place.environment(), stdout=pipe, stderr=pipe
    )
    if stop:
        await some_facts(brain)
        running.send_signal(signal.SIGTERM)
    out, told = await asyncio.wait_for(running.communicate(), 240)
    return running.returncode or 0, json.loads(out), told.decode()


@pytest.mark.slow
async def test_a_command_that_is_stopped_tells_how_far_it_came_and_goes_on_there(
    brain: Brain, place: ServerAddress, tmp_path: Path
) -> None:
    file = tmp_path / "facts.ndjson"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in FACTS))
    code, report, told = await imported(place, brain, file, stop=True)
    done = report["stopped_before_line"] - 1
    assert (code, report["added"], report["left_out"]) == (1, done, 0)
    assert 0 < done < len(FACTS)
    assert (await brain.overview.stats()).statements == done
    assert "Traceback" not in told
    few = FACTS[: done + 1000]
    file.write_text("".join(f"{json.dumps(one)}\n" for one in few))
    code, report, _ = await imported(place, brain, file, stop=False)
    assert (code, report["added"], report["matched"]) == (0, 1000, done)
    assert "stopped_before_line" not in report
    assert (await brain.overview.stats()).statements == len(few)


async def chunks(writer: asyncio.StreamWriter, pieces: AsyncIterator[bytes]) -> None:
    async for piece in pieces:
        writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        await writer.drain()
    writer.write(b"0\r\n\r\n")
    await writer.drain()


async def report_of(address: str, brain: Brain, pieces: AsyncIterator[bytes]) -> list[dict[str, Any]]:
    """Send an import in pieces; return the lines of its report, as far as they came."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    path = f"/v1/brains/{brain.name}/facts:import?resolve=exact"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
    writer.write(f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode())
    sender = asyncio.create_task(chunks(writer, pieces))
    answer = await asyncio.wait_for(reader.read(), 240)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200")
    body = re.sub(rb"\r\n[0-9a-f]+\r\n", b"", b"\r\n" + answer.partition(b"\r\n\r\n")[2])
    return [json.loads(line) for line in body.splitlines() if line]


async def test_a_server_that_is_stopped_ends_an_import_with_what_is_stored(brain: Brain, place: ServerAddress) -> None:
    told = [json.dumps(one).encode() + b"\n" for one in FACTS]

    async def until_it_stops() -> AsyncIterator[bytes]:
        yield b"".join(told[:700])
        await some_facts(brain)
        child.process.send_signal(signal.SIGTERM)
        await asyncio.Event().wait()

    async with api(place, GRAPHMEM_WORKERS="0") as (child, address):
        lines = await report_of(address, brain, until_it_stops())
        assert await child.ended() == 0
    *stored, last = lines
    assert (last["aborted"], last["code"]) == (True, "not_ready")
    assert "shutting down" in last["error"]
    assert [one["line"] for one in lines] == list(range(1, len(stored) + 2))
    assert (await brain.overview.stats()).statements == len(stored)

    async def again() -> AsyncIterator[bytes]:
        yield b"".join(told[:800])

    async with api(place, GRAPHMEM_WORKERS="0") as (_, address):
        lines = await report_of(address, brain, again())
    assert [one.get("replayed") for one in lines] == [True] * len(stored) + [None] * (800 - len(stored))
    assert (await brain.overview.stats()).statements == 800
