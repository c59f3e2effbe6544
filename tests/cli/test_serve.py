"""`graphmem serve` as a process: it comes up, answers, and leaves cleanly when told to."""

from __future__ import annotations

import asyncio
import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from graphmem.cli.serve import ApiServer, check_port
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError
from tests.conftest import Server


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_it_serves_and_leaves_cleanly(server: Server, tmp_path: Path, number: signal.Signals) -> None:
    environment = {
        **os.environ, "NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password,
        "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_WORKERS": "0", "GRAPHMEM_DATA_DIR": str(tmp_path),
        "COLUMNS": "200",
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem.cli.main", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        try:
            address = re.search(r"http://\S+", told)
            assert address, told + process.stderr.read()
            assert httpx.get(f"{address[0].rstrip(',')}/health").json()["status"]
            assert httpx.get(f"{address[0].rstrip(',')}/ready").status_code == 200
            wait_until_it_gives_memory_back(f"{address[0].rstrip(',')}/metrics")
            process.send_signal(number)
            assert process.wait(30) == 0
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()


def wait_until_it_gives_memory_back(address: str) -> None:
    """Returns once the server has trimmed its heap, at once where the C library cannot do that."""
    end = time.monotonic() + 30
    while hasattr(ctypes.CDLL(None), "malloc_trim"):
        told = re.search(r"^graphmem_heap_trims_total (\S+)$", httpx.get(address).text, re.MULTILINE)
        assert told, "it does not count them"
        if float(told[1]) >= 1:
            return
        assert time.monotonic() < end, "it keeps its heap for itself"
        time.sleep(0.1)


async def test_a_shutdown_ends_a_request_that_goes_on_beyond_the_grace_period() -> None:
    app, begun, ends = FastAPI(), asyncio.Event(), list[str]()
    app.state.stopping = asyncio.Event()

    @app.get("/endless")
    async def endless() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ends.append("cancelled")
            raise

    settings = Settings(_env_file=None, host="127.0.0.1", port=0)  # type: ignore[call-arg]
    server = ApiServer(app, settings, None, grace_sec=1)
    async with asyncio.timeout(60):
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
            assert not serving.done(), "the server did not start"
        port = server.servers[0].sockets[0].getsockname()[1]
        async with httpx.AsyncClient(timeout=60) as client:
            asked = asyncio.create_task(client.get(f"http://127.0.0.1:{port}/endless"))
            await begun.wait()
            server.should_exit = True
            await serving
            (answer,) = await asyncio.gather(asked, return_exceptions=True)
    assert ends == ["cancelled"]
    assert app.state.stopping.is_set()
    assert isinstance(answer, httpx.HTTPError) or answer.status_code >= 500


@pytest.mark.parametrize(("host", "family"), [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)])
def test_a_port_that_is_taken_is_refused(host: str, family: socket.AddressFamily) -> None:
    with socket.create_server((host, 0), family=family) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SetupError, match=rf"Port {port} of {host} is taken.*--port.*GRAPHMEM_URL"):
            check_port(host, port)
    check_port(host, port)
    check_port(host, 0)


def test_a_port_that_is_taken_is_told_before_the_database_is_opened(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "NEO4J_URI": "bolt://127.0.0.1:1",
        "GRAPHMEM_DATA_DIR": str(tmp_path),
        "COLUMNS": "300",
    }
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "graphmem.cli.main", "serve", "--port", port]
        ended = subprocess.run(command, env=environment, cwd=tmp_path, stderr=subprocess.PIPE, text=True, timeout=60)
    assert ended.returncode == 1
    assert f"Port {port} of 127.0.0.1 is taken" in ended.stderr
    assert "Traceback" not in ended.stderr
