"""Answers of a fake graph for what settles, and the rows of settled facts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.unit.fake_graph import FakeGraph

NOW = datetime(2025, 1, 1, tzinfo=UTC)


def change(fact: str, kind: str = "changed", **fields: Any) -> dict[str, Any]:
    """A changed fact, as settling gives it."""
    return {
        "factId": fact, "change": kind, "statementIds": [fact], "tInvalid": None, "reason": None, "because": None, **fields,
    }  # fmt: skip


def settled(*changes: dict[str, Any]) -> list[dict[str, Any]]:
    """The answer of `procedures/settle` for one group on which nothing rests."""
    nothing: dict[str, Any] = {"resting": [], "ties": [], "dependents": [], "open": None, "held": None}
    return [{"stamp": NOW, "changes": list(changes), **nothing}]


def graph(**answers: Any) -> FakeGraph:
    """A graph with a lock; a statement is given by its path with `__` for the slash."""
    given = {name.replace("__", "/"): answer for name, answer in answers.items()}
    return FakeGraph({"procedures/lock": [{"recordedAt": NOW}], "procedures/settle": settled(), **given})
