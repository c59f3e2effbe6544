"""A driver whose sessions answer with given rows by the name of the statement."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tests.unit.fake_graph import FakeGraph, FakeResult, FakeTransaction, Rows


class StreamedResult(FakeResult):
    """Rows that are fetched at once or come one by one."""

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        for row in self._rows:
            yield row


class OpenTransaction(FakeTransaction):
    """A transaction that the caller commits."""

    async def run(self, text: str, parameters: Mapping[str, Any]) -> StreamedResult:
        """The result of a statement."""
        rows: Rows = await (await super().run(text, parameters)).fetch(1_000_000)
        return StreamedResult(rows)

    async def commit(self) -> None:
        """Count the commit."""
        self.graph.calls["COMMIT"] += 1


class FakeSession:
    """A session that opens transactions; it is its own context."""

    def __init__(self, graph: FakeGraph) -> None:
        self.graph = graph
        self.timeouts: list[float | None] = []

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[OpenTransaction]:
        self.graph.calls["BEGIN"] += 1
        yield OpenTransaction(self.graph)
        self.graph.calls["CLOSE"] += 1

    async def begin_transaction(self, **options: Any) -> Any:
        """An open transaction; a time limit of 0 means none."""
        self.timeouts.append(options.get("timeout"))
        return self._open()


class FakeDriver:
    """Opens sessions on one graph, and keeps their options."""

    execute_query_bookmark_manager = object()

    def __init__(self, graph: FakeGraph) -> None:
        self.graph = graph
        self.sessions: list[tuple[FakeSession, dict[str, Any]]] = []

    @asynccontextmanager
    async def session(self, **options: Any) -> AsyncIterator[FakeSession]:
        """A new session."""
        session = FakeSession(self.graph)
        self.sessions.append((session, options))
        yield session


class FakeStore(FakeGraph):
    """A graph that can also be reached by its driver, as a `Store` can."""

    database = "neo4j"
    slot = ""

    def __init__(self, answers: Mapping[str, Any] | None = None) -> None:
        super().__init__(answers)
        self.driver = FakeDriver(self)
        self.check_room: Callable[[], None] = lambda: None
