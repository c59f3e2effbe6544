"""Which groups that were held back need the cascade of conditions."""

from __future__ import annotations

from typing import Any

from graphmem.graph.condition_cascade import has_conditions


def row(*conditional: bool, watched: bool | None = None, held: bool = True) -> dict[str, Any]:
    return {"held": {"watched": watched} if held else None, "resting": [{"conditional": one} for one in conditional]}


def test_a_watched_relation_and_a_conditional_statement_need_it() -> None:
    assert has_conditions([row(False), row(False, watched=True)])
    assert has_conditions([row(False, True)])


def test_groups_with_evidence_alone_do_not_need_it() -> None:
    assert not has_conditions([row(False, False), row()])
    assert not has_conditions([row(True, watched=True, held=False)]), "a group that is written already"
    assert not has_conditions([])
