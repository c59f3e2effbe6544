"""Generated requests meet the promises of the OpenAPI document: no 5xx, no undocumented answer.

A bounded part runs with the other tests; `make fuzz` runs more (GRAPHMEM_FUZZ = requests per operation).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from uuid_utils import uuid4

from tests.conftest import Server

ROOT = Path(__file__).parents[2]
MORE = int(os.environ.get("GRAPHMEM_FUZZ", "0"))
FEW = 1
KEY = "the-key-of-the-fuzzer"
CHECKS = ",".join(
    ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
     "response_headers_conformance")
)  # fmt: skip
KEYS_FOR_OTHERS = "^/v1/keys$"
"""Endpoints that would leave keys in a graph that other tests use without keys; tests/api/test_keys.py covers them."""


@pytest.fixture(scope="module")
def address(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server with a key, on a real Neo4j."""
    folder = tmp_path_factory.mktemp("served")
    environment = {
        **os.environ, "NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password,
        "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_WORKERS": "0", "GRAPHMEM_DATA_DIR": str(folder),
        "GRAPHMEM_ADMIN_KEY": KEY, "GRAPHMEM_LOG_FORMAT": "json", "COLUMNS": "200",
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem.cli.main", "serve", "--port", "0"]
    log = folder / "log"
    with log.open("w") as told, subprocess.Popen(command, env=environment, cwd=folder, stderr=told) as process:
        try:
            while not (found := re.search(r"serves at (http://[\w.:]+\d)", log.read_text())):
                assert process.poll() is None, log.read_text()
            yield found[1]
        finally:
            process.terminate()
            process.wait(60)
    assert '"level": "error"' not in log.read_text(), log.read_text()
    assert KEY not in log.read_text()


@pytest.mark.timeout(7200 if MORE else 300)
@pytest.mark.parametrize("key", [KEY, None], ids=["with a key", "without a key"])
def test_every_answer_is_one_that_the_document_promises(address: str, tmp_path: Path, key: str | None) -> None:
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\n"path.brain" = "test-{uuid4()}"\n')
    phases = "examples,coverage,fuzzing" if MORE else "examples,fuzzing"
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{address}/openapi.json", "--checks", CHECKS,
        "--phases", phases, "--max-examples", str(MORE or FEW), "--exclude-path-regex", KEYS_FOR_OTHERS,
        "--continue-on-failure", "--no-shrink", "--suppress-health-check", "all", "--no-color", "--warnings", "off",
        "--request-timeout", "60", *(("--header", f"Authorization: Bearer {key}") if key else ()),
        *(("--generation-database", "none") if MORE else ("--generation-deterministic",)),
    ]  # fmt: skip
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.api.fuzz_hooks", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    asked = re.search(r"(\d+) generated", ran.stdout)
    assert asked, ran.stdout
    assert int(asked[1]) >= 40 * (MORE or FEW), ran.stdout
