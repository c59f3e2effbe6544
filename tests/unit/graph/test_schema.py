"""The schema is applied once, and a graph of another embedder or another schema version is refused."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j.exceptions import ServiceUnavailable

from graphmem.graph.schema import VERSION, apply_schema, schema_statements
from graphmem.graph.statements import statement
from graphmem_contract.errors import DatabaseUnavailable, EmbeddingMismatch, SetupError


class FakeDriver:
    """Keeps what is executed, and answers with a marker."""

    def __init__(self, marker: dict[str, Any] | None) -> None:
        self.marker = marker
        self.executed: list[str] = []

    async def execute_query(self, text: str, **parameters: Any) -> tuple[list[dict[str, Any]], None, None]:
        self.executed.append(text)
        if text == statement("setup/mark_schema"):
            self.marker = {"slot": None, **{name: parameters[name] for name in ("version", "embedder", "dimensions")}}
        return [self.marker] if self.marker else [], None, None


async def apply(marker: dict[str, Any] | None) -> list[str]:
    driver = FakeDriver(marker)
    await apply_schema(driver, "neo4j", "bge", 384)  # type: ignore[arg-type]
    return driver.executed


def marker(**changes: Any) -> dict[str, Any]:
    return {"version": VERSION, "embedder": "bge", "dimensions": 384, "slot": None, **changes}


def test_every_schema_statement_may_be_repeated_and_has_the_dimensions() -> None:
    found = list(schema_statements(384))
    assert len(found) > 20
    assert [text for text in found if "IF NOT EXISTS" not in text and "IF EXISTS" not in text] == []
    assert [text for text in found if "$dimensions" in text or ";" in text] == []
    assert any("384" in text for text in found if "VECTOR" in text)


async def test_a_new_graph_gets_the_whole_schema_and_is_marked_last() -> None:
    executed = await apply(None)
    assert executed[1:-2] == list(schema_statements(384))
    assert executed[-2:] == [statement("setup/await_indexes"), statement("setup/mark_schema")]


async def test_a_graph_that_fits_is_only_read() -> None:
    assert await apply(marker()) == [statement("setup/read_schema")]


@pytest.mark.parametrize(
    ("changes", "error", "complaint"),
    [
        (
            {"version": VERSION + 1},
            SetupError,
            f"has schema {VERSION + 1}, this graphmem has {VERSION}.* export its brains",
        ),
        ({"version": VERSION - 1}, SetupError, f"has schema {VERSION - 1}, this graphmem has {VERSION}"),
        ({"version": VERSION + 1, "embedder": "other"}, SetupError, "has schema"),
        ({"embedder": "other"}, EmbeddingMismatch, r"come from other \(384 dimensions\)"),
        ({"dimensions": 3}, EmbeddingMismatch, r"come from bge \(3 dimensions\)"),
        ({"embedder": "other"}, EmbeddingMismatch, "GRAPHMEM_EMBEDDER=other"),
    ],
)
async def test_a_graph_that_does_not_fit_is_refused(changes: Any, error: type[Exception], complaint: str) -> None:
    driver = FakeDriver(marker(**changes))
    with pytest.raises(error, match=complaint):
        await apply_schema(driver, "neo4j", "bge", 384)  # type: ignore[arg-type]
    assert driver.executed == [statement("setup/read_schema")]


async def test_another_process_that_marked_the_graph_first_is_noticed() -> None:
    class Raced(FakeDriver):
        async def execute_query(self, text: str, **parameters: Any) -> Any:
            rows = await super().execute_query(text, **parameters)
            return ([marker(embedder="other")], None, None) if text == statement("setup/mark_schema") else rows

    with pytest.raises(EmbeddingMismatch):
        await apply_schema(Raced(None), "neo4j", "bge", 384)  # type: ignore[arg-type]


async def test_a_graph_out_of_reach_is_told_as_such() -> None:
    class Gone(FakeDriver):
        async def execute_query(self, text: str, **parameters: Any) -> Any:
            raise ServiceUnavailable("gone")

    with pytest.raises(DatabaseUnavailable):
        await apply_schema(Gone(None), "neo4j", "bge", 384)  # type: ignore[arg-type]
