"""Fixtures of these adapters: a service of another environment, and a fresh brain of it. No module of graphmem is imported."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from uuid import uuid4

import pytest

from graphmem_client import ClientBrainSync, GraphmemClientSync
from tests.adapters.support import ROOT

FRAMEWORKS = ("crewai",)
"""Each folder has the name of its package."""
collect_ignore = [name for name in FRAMEWORKS if find_spec(name) is None]


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service, on `NEO4J_URI` or a Neo4j of its own."""
    folder = tmp_path_factory.mktemp("service")
    options = {"GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_DATA_DIR": str(folder)}
    command = [str(ROOT / ".venv/bin/python"), "-m", "graphmem.cli.main", "serve", "--port", "0"]
    log = folder / "log"
    environment = {**os.environ, **options, "COLUMNS": "200"}
    with log.open("w") as told, subprocess.Popen(command, env=environment, cwd=folder, stderr=told) as process:
        try:
            while not (found := re.search(r"serves at (http://[\w.:]+\d)", log.read_text("utf8"))):
                assert process.poll() is None, log.read_text("utf8")
            yield found[1]
        finally:
            process.terminate()
            process.wait(60)


@pytest.fixture
def brain(url: str) -> Iterator[ClientBrainSync]:
    """A fresh brain of the synchronous client."""
    with GraphmemClientSync(url) as client:
        yield client.brain(f"apart-{uuid4()}")


def told(brain: ClientBrainSync) -> list[str]:
    """Return the texts of the episodes of a brain, sorted."""
    return sorted(episode.content for episode in brain.episodes.list(limit=100))
