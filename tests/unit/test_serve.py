"""`graphmem serve` as a process: it comes up, answers, and leaves cleanly when told to."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.conftest import Server


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_leaves_cleanly(server: Server, tmp_path: Path, number: signal.Signals) -> None:
    environment = {
        **os.environ, "NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password,
        "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_DATA_DIR": str(tmp_path), "COLUMNS": "200",
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
            process.send_signal(number)
            assert process.wait(30) == 0
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()
