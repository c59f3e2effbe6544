"""Neo4j plans long statements slowly, so a statement is short, with all that it includes."""

from __future__ import annotations

from graphmem.graph.statements import cypher_root, statement

MOST_CHARACTERS = 6_000
TOO_LONG = {
    "explore/facts_of_subject",
    "explore/neighbours",
    "explore/path",
    "procedures/bfs",
    "procedures/correct",
    "procedures/recall",
    "procedures/recall_past",
    "recall/asked_path",
    "recall/facts",
    "recall/facts_past",
    "recall/overview",
    "recall/recall",
    "recall/recall_past",
    "recall/records",
}
"""Statements of questions that are still longer. None of them is sent while a message is remembered."""
NAMES = sorted(
    str(path.relative_to(cypher_root()).with_suffix(""))
    for path in cypher_root().rglob("*.cypher")
    if path.parent.name not in ("schema", "drop")
)


def test_a_statement_is_short() -> None:
    assert {name for name in NAMES if len(statement(name)) > MOST_CHARACTERS} == TOO_LONG
