"""The schema is applied once, and a graph of another embedder or a newer graphmem is refused."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j.exceptions import ServiceUnavailable

from graphmem.errors import DatabaseUnavailable, EmbeddingMismatch, SetupError
from graphmem.graph.schema import EARLIER_RULES, TEXTS_WITHIN_COMMIT, VERSION, apply_schema, schema_statements
from graphmem.graph.statements import statement


class FakeDriver:
    """Keeps what is executed, and answers with a marker."""

    def __init__(self, marker: dict[str, Any] | None) -> None:
        self.marker = marker
        self.executed: list[str] = []

    async def execute_query(self, text: str, **parameters: Any) -> tuple[list[dict[str, Any]], None, None]:
        self.executed.append(text)
        if text == statement("setup/mark_schema"):
            self.marker = {name: parameters[name] for name in ("version", "embedder", "dimensions")}
        return [self.marker] if self.marker else [], None, None


async def apply(marker: dict[str, Any] | None) -> list[str]:
    driver = FakeDriver(marker)
    await apply_schema(driver, "neo4j", "bge", 384)  # type: ignore[arg-type]
    return driver.executed


def marker(**changes: Any) -> dict[str, Any]:
    return {"version": VERSION, "embedder": "bge", "dimensions": 384, **changes}


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


async def test_a_graph_that_is_up_to_date_is_only_read() -> None:
    assert await apply(marker()) == [statement("setup/read_schema")]


@pytest.mark.parametrize(("version", "marked"), [(EARLIER_RULES, 1), (EARLIER_RULES + 1, 0), (None, 0)])
async def test_the_brains_of_an_older_graph_are_marked_as_derived_by_earlier_rules(
    version: int | None, marked: int
) -> None:
    executed = await apply(marker(version=version) if version else None)
    assert executed.count(statement("setup/mark_outdated")) == marked


async def test_text_indexes_of_old_graphs_are_dropped_before_they_are_built_again() -> None:
    old, newer = await apply(marker(version=TEXTS_WITHIN_COMMIT)), await apply(marker(version=EARLIER_RULES))
    dropped = [text for text in old if text not in newer]
    assert dropped
    assert all("DROP INDEX" in text for text in dropped)
    assert old[1 : 1 + len(dropped)] == dropped


@pytest.mark.parametrize(
    ("changes", "error", "complaint"),
    [
        ({"version": VERSION + 1}, SetupError, "upgrade graphmem"),
        ({"embedder": "other"}, EmbeddingMismatch, r"come from other \(384 dimensions\)"),
        ({"dimensions": 3}, EmbeddingMismatch, r"come from bge \(3 dimensions\)"),
        ({"version": 1, "embedder": "other"}, EmbeddingMismatch, "GRAPHMEM_EMBEDDER=other"),
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
