"""An address of Neo4j that cannot work is told in one line, with what to write instead."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j.exceptions import ServiceUnavailable
from typer.testing import CliRunner

from graphmem.cli.main import app
from graphmem.doctor.graph import database
from graphmem.graph.driver import checked_address, connect, unreachable
from graphmem.memory import Memory
from graphmem.settings import Settings, settings
from graphmem_contract.errors import DatabaseUnavailable, GraphmemError, SetupError

WRONG = {
    "http://localhost:7474": "bolt://localhost:7687",
    "https://db.example.com": "bolt+s://db.example.com:7687",
    "http://[::1]:7474/browser/": "bolt://[::1]:7687",
    "HTTP://db:7688": "bolt://db:7688",
    "localhost:7687": "bolt://localhost:7687",
    "db.example.com": "bolt://db.example.com:7687",
    "db:abc": "bolt://localhost:7687",
    "bolt:127.0.0.1:7687": "bolt://127.0.0.1:7687",
    "bolt//db": "bolt://db:7687",
    "bolt://": "bolt://localhost:7687",
    "bolt://:7687": "bolt://localhost:7687",
    "bolt://db:abc": "bolt://localhost:7687",
    "bolt://db:99999": "bolt://localhost:7687",
    "bolt://db:0": "bolt://db:7687",
    "bolt://[::1": "bolt://localhost:7687",
    "bolt://db?policy=a": "bolt://db:7687",
    "bolt+routing://db": "neo4j://db:7687",
    "neo4j+ssl://db": "neo4j+s://db:7687",
    "unix:///tmp/neo4j": "bolt://localhost:7687",
    "postgres://db": "bolt://db:7687",
    "neo4j+s://user:hunter2@db": "neo4j+s://db:7687",
    "http://user:hunter2@db": "bolt://db:7687",
    "user:hunter2@db": "bolt://db:7687",
    " ": "bolt://localhost:7687",
}  # fmt: skip
ARGUMENTS = {
    "remember": ("b", "hello"), "recall": ("b", "hello"), "facts": ("b",), "import": ("b", "lines.ndjson"),
    "export": ("b",), "import-brain": ("b", "lines.ndjson"), "reextract": ("b",), "demo": ("--no-keep",),
    "upkeep": (), "doctor": (), "reembed": ("hash",), "keys list": (),
}  # fmt: skip
SERVING = ("serve", "worker")
"""Commands that change the signal handlers of their process."""


def dead_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        return int(opened.getsockname()[1])


@pytest.mark.parametrize("uri", WRONG)
def test_an_address_that_can_never_work_is_told_with_what_to_write(uri: str) -> None:
    with pytest.raises(SetupError) as found:
        connect(uri, "neo4j", "secret")
    assert f"write {WRONG[uri]}" in found.value.detail
    assert checked_address(WRONG[uri]) == WRONG[uri], "what it says to write works"
    assert "\n" not in found.value.detail
    assert "hunter2" not in found.value.detail


@pytest.mark.parametrize(
    "uri",
    ["bolt://db", "BOLT://db", " neo4j://db:7688 ", "neo4j+s://db.example.com", "neo4j+ssc://db?policy=a", "bolt+s://[::1]:1"],
)  # fmt: skip
async def test_any_other_address_is_taken_by_the_driver(uri: str) -> None:
    assert checked_address(uri) == uri.strip()
    await connect(uri, "neo4j", "secret").close()


@pytest.mark.parametrize(
    ("cause", "uri", "said"),
    [
        (socket.gaierror(-2, "Name or service not known"), "neo4j://db", "The host db of Neo4j's address is unknown."),
        (ConnectionRefusedError(), "bolt://db", "Nothing listens at db:7687"),
        (ssl.SSLCertVerificationError(), "neo4j+s://db", "neo4j+ssc:// takes any"),
        (ssl.SSLError(), "bolt+s://db:7688", "What listens at db:7688 speaks no TLS: bolt:// goes without it"),
        (TimeoutError(), "bolt://db:7474", "not at 7474 of the Browser, bolt+s:// asks for TLS"),
        (None, "neo4j+s://db", "does not answer at db:7687"),
    ],
)
@pytest.mark.parametrize("grouped", [True, False])
def test_a_server_that_does_not_answer_is_told_with_its_address_and_its_cause(
    cause: Exception | None, uri: str, said: str, grouped: bool
) -> None:
    error = ServiceUnavailable("many\nlines")
    error.__cause__ = ExceptionGroup("all failed", [cause]) if grouped and cause else cause
    found = unreachable(uri, error)
    assert said in found.detail
    assert "NEO4J_URI" in found.detail
    assert "\n" not in found.detail


@pytest.fixture
def no_embedded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name, value in {
        "NEO4J_PASSWORD": "secret", "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_PORT": "0",
        "GRAPHMEM_DATA_DIR": str(tmp_path / "data"),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lines.ndjson").write_text("{}\n")
    settings.cache_clear()
    yield
    settings.cache_clear()


def addresses() -> dict[str, tuple[type[GraphmemError], str]]:
    """Addresses that cannot work, with the kind of their error and a part of its line."""
    port = dead_port()
    return {
        "http://localhost:7474": (SetupError, "write bolt://localhost:7687"),
        "localhost:7687": (SetupError, "write bolt://localhost:7687"),
        f"bolt://127.0.0.1:{port}": (DatabaseUnavailable, f"Nothing listens at 127.0.0.1:{port}"),
        f"neo4j://127.0.0.1:{port}": (DatabaseUnavailable, f"Nothing listens at 127.0.0.1:{port}"),
        "bolt://no-such-host.invalid": (DatabaseUnavailable, "The host no-such-host.invalid"),
        "neo4j+s://no-such-host.invalid": (DatabaseUnavailable, "The host no-such-host.invalid"),
    }


@pytest.mark.usefixtures("no_embedded")
async def test_the_library_raises_an_error_of_its_own() -> None:
    for uri, (kind, said) in addresses().items():
        with pytest.raises(kind, match=said):
            async with Memory.open(uri):
                pass
        (check,) = [one async for one in database(uri, "neo4j", "secret", Settings())]
        assert said in check.mend


@pytest.mark.usefixtures("no_embedded")
@pytest.mark.parametrize("command", ARGUMENTS)
def test_every_command_tells_it_in_one_line(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for uri, (_, said) in addresses().items():
        monkeypatch.setenv("NEO4J_URI", uri)
        settings.cache_clear()
        result = CliRunner().invoke(app, [*command.split(), *ARGUMENTS[command]])
        assert result.exit_code == 1, result.output
        check_line(result.output, said, wrapped=command == "doctor")


@pytest.mark.slow
@pytest.mark.usefixtures("no_embedded")
@pytest.mark.parametrize("command", SERVING)
def test_a_service_tells_it_in_one_line(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for uri, (_, said) in list(addresses().items())[::2]:
        monkeypatch.setenv("NEO4J_URI", uri)
        ran = subprocess.run(
            [sys.executable, "-m", "graphmem.cli.main", command], capture_output=True, text=True, timeout=60, check=False
        )  # fmt: skip
        assert ran.returncode == 1, ran.stderr
        check_line(ran.stdout + ran.stderr, said)


def check_line(output: str, said: str, *, wrapped: bool = False) -> None:
    assert "Traceback" not in output
    if wrapped:  # a table
        output = " ".join(output.split())
    assert [line for line in output.splitlines() if said in line], output
