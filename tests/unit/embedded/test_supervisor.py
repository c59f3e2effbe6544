"""The supervisor of the embedded Neo4j: what makes it restart a server that still runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.embedded.config import ServerPorts
from graphmem.embedded.process import identify
from graphmem.embedded.readiness import is_panic
from graphmem.embedded.shared_state import change
from graphmem.embedded.supervisor import Supervisor

PORTS = ServerPorts(bolt=1, http=2)
REFUSED = "The database has encountered a critical error, and needs to be restarted. Please see database logs for more details."


@pytest.fixture
def wanted(tmp_path: Path) -> Path:
    """A data folder whose server this process uses."""
    me = identify(os.getpid())
    assert me is not None
    (tmp_path / "password").write_text("secret", "utf8")
    with change(tmp_path) as state:
        state.add_user(me)
    return tmp_path


@pytest.fixture
def running() -> Iterator[subprocess.Popen[bytes]]:
    """A process that waits; it stands for the server."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"]) as process:
        yield process
        process.kill()


def watched(folder: Path, process: subprocess.Popen[bytes], findings: Iterator[bool]) -> tuple[str, list[str]]:
    """What the supervisor says when it stops watching, and the addresses that it asked."""
    asked: list[str] = []

    def check(uri: str, _secret: str) -> bool:
        asked.append(uri)
        return next(findings)

    supervisor = Supervisor(folder, [], check, every_sec=0.0)
    supervisor.neo4j = identify(process.pid)
    return supervisor._watch(PORTS), asked


def test_a_server_that_refuses_every_transaction_is_given_up(wanted: Path, running: subprocess.Popen[bytes]) -> None:
    error, asked = watched(wanted, running, iter([True, True, True, True]))
    assert error.startswith("Neo4j refuses every transaction until it is restarted")
    assert asked[:2] == ["bolt://127.0.0.1:1"] * 2
    assert running.poll() is None, "it still runs"


def test_a_healthy_server_is_watched_until_it_ends(wanted: Path, running: subprocess.Popen[bytes]) -> None:
    def findings() -> Iterator[bool]:
        yield from (False, True, False)
        running.kill()
        running.wait()
        while True:
            yield False

    error, asked = watched(wanted, running, findings())
    assert error.startswith("Neo4j ended by itself")
    assert len(asked) >= 4


def test_only_a_database_that_needs_a_restart_has_panicked() -> None:
    failed = "Neo.DatabaseError.Transaction.TransactionStartFailed"
    assert is_panic(failed, REFUSED)
    assert not is_panic(failed, "The database is shutting down.")
    assert not is_panic("Neo.TransientError.General.DatabaseUnavailable", REFUSED)
    assert not is_panic(None, None)
