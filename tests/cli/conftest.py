"""A shell that talks to the test server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphmem.settings import settings
from tests.conftest import Server


@pytest.fixture
def shell(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[CliRunner]:
    """A shell whose environment names the test server and models that need no files."""
    for name, value in {
        "NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password,
        "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_DATA_DIR": str(tmp_path / "data"),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    settings.cache_clear()
    yield CliRunner()
    settings.cache_clear()
