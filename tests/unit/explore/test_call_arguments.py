"""Arguments of procedures are positional, named by the procedure, and validated."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem.explore.call_arguments import PROCEDURES, BfsCall, PathCall, RecallCall
from graphmem.graph.statements import statement


def test_positional_values_take_the_names_of_the_procedure() -> None:
    found = PROCEDURES["path"].arguments(("Ana", "Acme", 2, "2025-01-01"))
    assert found == PathCall(from_="Ana", to="Acme", hops=2, valid_at=datetime(2025, 1, 1, tzinfo=UTC))
    assert set(found.model_dump(by_alias=True)) == {"from", "to", "hops", "validAt", "knownAt"}


def test_missing_arguments_have_defaults() -> None:
    assert PROCEDURES["bfs"].arguments((["Ana"],)) == BfsCall(start=("Ana",), hops=2, limit=200, direction="both")
    assert PROCEDURES["recall"].arguments(("tea",)) == RecallCall(text="tea", k=20)


def test_too_many_arguments_are_refused_with_their_number() -> None:
    with pytest.raises(ValueError, match="it takes 1 arguments after the brain"):
        PROCEDURES["history"].arguments(("f", "g"))


@pytest.mark.parametrize(
    ("procedure", "values"),
    [
        ("bfs", ()), ("bfs", (["Ana"], 5)), ("bfs", (["Ana"], 0)), ("bfs", (["Ana"], 2, None, None, 1001)),
        ("bfs", (["Ana"], 2, None, None, 1, "sideways")), ("bfs", ([""],)), ("asOf", ("",)), ("asOf", ("Ana", "yesterday")),
        ("path", ("Ana",)), ("path", ("Ana", "Acme", 7)), ("candidates", (["Ana"], [[]])), ("candidates", (["Ana"], [], 101)),
        ("recall", ("tea", [], 20)), ("recall", ("tea", None, 0)), ("recall", ("tea", None, 5, None, None, {"colour": 1})),
    ],
)  # fmt: skip
def test_arguments_out_of_range_are_refused(procedure: str, values: tuple[Any, ...]) -> None:
    with pytest.raises(ValidationError):
        PROCEDURES[procedure].arguments(values)


def test_options_of_a_recall_are_written_as_in_cypher() -> None:
    found = PROCEDURES["recall"].arguments(("tea", None, 5, None, None, {"sessionId": "s", "minConfidence": 0.5}))
    assert isinstance(found, RecallCall)
    assert (found.options.session_id, found.options.min_confidence) == ("s", 0.5)


@pytest.mark.parametrize(
    "name", [name for name in PROCEDURES if name != "dependents"]
)  # its file is one step, of several facts
def test_every_procedure_has_a_file_that_names_its_arguments(name: str) -> None:
    procedure = PROCEDURES[name]
    text = statement(f"procedures/{procedure.file}_question" if name == "recall" else f"procedures/{procedure.file}")
    aliases = [field.alias or field_name for field_name, field in procedure.takes.model_fields.items()]
    assert [alias for alias in aliases if f"${alias}" not in text and alias != "embedding"] == []
