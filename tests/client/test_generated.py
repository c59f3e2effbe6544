"""The generated modules of the client are up to date; `make client` writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "clients" / "python" / "scripts"


def test_the_generated_modules_are_those_that_would_be_written() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "generate.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `make client`:\n{done.stdout}{done.stderr}"


def test_the_licence_of_the_client_is_that_of_the_repository() -> None:
    assert (ROOT / "clients" / "python" / "LICENSE").read_text("utf8") == (ROOT / "LICENSE").read_text("utf8")


def test_the_client_imports_nothing_of_the_service() -> None:
    for path in (ROOT / "clients" / "python" / "graphmem_client").rglob("*.py"):
        text = path.read_text("utf8")
        assert "from graphmem." not in text, path
        assert "import graphmem\n" not in text, path
