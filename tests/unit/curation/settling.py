"""Answers of a fake graph for what settles, and the rows of settled facts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.unit.fake_graph import FakeGraph
from tests.unit.settling.groups import Groups

NOW = datetime(2025, 1, 1, tzinfo=UTC)
EARLIER = datetime(2024, 6, 1, tzinfo=UTC)


def change(fact: str, kind: str = "changed", **fields: Any) -> dict[str, Any]:
    """A changed fact, as settling gives it."""
    return {
        "factId": fact, "change": kind, "statementIds": [fact], "tInvalid": None, "reason": None, "because": None, **fields,
    }  # fmt: skip


def graph(groups: Groups | None = None, **answers: Any) -> FakeGraph:
    """A graph with a lock and some groups; a statement is given by its path with `__` for the slash."""
    lock = [{"recordedAt": NOW, "revision": 1, "unsettled": False}]
    return (groups or Groups()).graph(**{"procedures__lock": lock, **answers})
