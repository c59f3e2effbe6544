"""Limits that keep the line of stages readable and the commit path typed."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

GRAPHMEM = Path(__file__).resolve().parents[2] / "graphmem"
SUBJECTS = {path.stem for path in GRAPHMEM.glob("brain/*.py")} - {"__init__"}
MOST_LINES = {"ingest/pipeline.py": 120, "brain/__init__.py": 430} | {
    f"brain/{subject}.py": 180 for subject in SUBJECTS
}
MOST_METHODS = 14
"""Public methods of `Brain` itself, and of each of its subjects."""
TYPED = ("write_queue.py", "ingest/transactions/commit_batch.py", "ingest/stages/commit_rows.py")


@pytest.mark.parametrize("name", sorted(MOST_LINES))
def test_a_file_that_everybody_reads_stays_short(name: str) -> None:
    assert len((GRAPHMEM / name).read_text("utf8").splitlines()) <= MOST_LINES[name]


@pytest.mark.parametrize("name", TYPED)
def test_the_commit_path_has_no_untyped_values(name: str) -> None:
    assert re.search(r"\bAny\b", (GRAPHMEM / name).read_text("utf8")) is None


def test_a_brain_has_one_attribute_for_each_subject_and_few_methods() -> None:
    from graphmem.brain import Brain

    brain = Brain(None, "b")  # type: ignore[arg-type]
    parts = {name: part for name, part in vars(brain).items() if name not in ("engine", "name")}
    assert {name: type(part).__module__ for name, part in parts.items()} == {
        subject: f"graphmem.brain.{subject}" for subject in SUBJECTS
    }
    for one in (brain, *parts.values()):
        own = [name for name, _ in inspect.getmembers(type(one), inspect.isfunction) if not name.startswith("_")]
        assert 1 <= len(own) <= MOST_METHODS, (one, own)


def test_every_logger_comes_from_the_module_of_logs() -> None:
    """A logger of structlog's own prints to standard output, with the values of local variables."""
    sources = [*GRAPHMEM.rglob("*.py"), *(GRAPHMEM.parent / "api").rglob("*.py")]
    makers = [path.name for path in sources if "structlog.get_logger" in path.read_text("utf8")]
    assert makers == []
