"""Which directives a recall tells, in which order, within their budget, and how they stand in the context."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.directives.told import HEADING, directive_lines, told_directives
from graphmem.recall.context import context_of, tokens

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SCALE = (0.4, 0.8)


def row(text: str, confidence: float = 0.9, near: float | None = None, days: int = 0, **changes: Any) -> dict[str, Any]:
    told = NOW - timedelta(days=days)
    return {
        "id": text, "kind": "instruction", "text": text, "scope": None, "confidence": confidence, "speaker": None, "timesTold": 1,
        "factIds": [], "episodeIds": ["e"], "supersededBy": None, "validFrom": told, "lastToldAt": told, "near": near, **changes,
    }  # fmt: skip


def texts(rows: list[dict[str, Any]], budget: int = 400) -> list[str]:
    return [one.text for one in told_directives(rows, NOW, budget, *SCALE)]


def test_the_surest_comes_first_and_what_was_told_long_ago_is_less_sure() -> None:
    rows = [row("old", 0.95, days=70), row("weak", 0.5), row("sure", 0.95)]
    assert texts(rows) == ["sure", "old", "weak"]
    (old,) = told_directives([rows[0]], NOW, 400, *SCALE)
    assert old.confidence == pytest.approx(0.95 * 0.95**10, abs=1e-4)


def test_what_the_question_is_near_to_comes_before_what_is_a_little_surer() -> None:
    assert texts([row("far", 0.95, near=0.7), row("near", 0.85, near=0.9)]) == ["near", "far"]
    assert texts([row("far", 0.95, near=0.7), row("near", 0.2, near=0.9)]) == ["far", "near"]


def test_what_does_not_fit_is_left_out_and_a_shorter_one_may_follow() -> None:
    rows = [row("a" * 60, 0.9), row("b" * 100, 0.8), row("short", 0.7)]
    assert texts(rows, 40) == ["a" * 60, "short"]
    assert texts(rows, 0) == []


@pytest.mark.parametrize("budget", [10, 25, 60, 400])
def test_the_block_keeps_to_its_budget(budget: int) -> None:
    told = told_directives(
        [row(f"Always do the thing number {n}", speaker="Ana") for n in range(50)], NOW, budget, *SCALE
    )
    assert tokens("\n".join(directive_lines(told))) <= budget
    assert (len(told) > 0) is (budget >= 25)


def test_the_block_stands_first_in_the_context_and_also_where_nothing_else_fits() -> None:
    lines = directive_lines(told_directives([row("Always answer\nin French", speaker="Ana")], NOW, 400, *SCALE))
    assert lines == [HEADING, "- Always answer in French [Ana, 2026-03-01]"]
    assert context_of([], [], [], 800, at=NOW, standing=lines) == "\n".join(lines)
    assert context_of([], [], [], 800, at=NOW, standing=lines, style="lines") == "\n".join(lines)
    assert context_of([], [], [], 0, at=NOW, standing=lines) == ""
    assert context_of([], [], [], 800, at=NOW) == ""
