"""Limits that keep the line of stages readable and the commit path typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GRAPHMEM = Path(__file__).resolve().parents[2] / "graphmem"
MOST_LINES = {"ingest/pipeline.py": 120} | {
    path.relative_to(GRAPHMEM).as_posix(): 250
    for path in (*GRAPHMEM.glob("brain*.py"), *GRAPHMEM.glob("brain_parts/*.py"))
}
TYPED = ("write_queue.py", "ingest/transactions/group_commit.py", "ingest/stages/commit_rows.py")


@pytest.mark.parametrize("name", sorted(MOST_LINES))
def test_a_file_that_everybody_reads_stays_short(name: str) -> None:
    assert len((GRAPHMEM / name).read_text("utf8").splitlines()) <= MOST_LINES[name]


@pytest.mark.parametrize("name", TYPED)
def test_the_commit_path_has_no_untyped_values(name: str) -> None:
    assert re.search(r"\bAny\b", (GRAPHMEM / name).read_text("utf8")) is None


def test_the_parts_of_a_brain_are_its_base_classes() -> None:
    from graphmem.brain import Brain

    files = (*GRAPHMEM.glob("brain_*.py"), *GRAPHMEM.glob("brain_parts/*.py"))
    parts = {path.stem for path in files} - {"brain_settings", "__init__"}
    assert {base.__module__.rpartition(".")[2] for base in Brain.__mro__ if base.__module__ != "builtins"} == parts | {
        "brain"
    }


def test_every_logger_comes_from_the_module_of_logs() -> None:
    """A logger of structlog's own prints to standard output, with the values of local variables."""
    sources = [*GRAPHMEM.rglob("*.py"), *(GRAPHMEM.parent / "api").rglob("*.py")]
    makers = [path.name for path in sources if "structlog.get_logger" in path.read_text("utf8")]
    assert makers == []
