"""A transaction and a store that answer with given rows, for the logic around statements.

What a statement does is tested on Neo4j.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from graphmem.graph.statements import cypher_root, sent

Rows = list[dict[str, Any]]
Answer = Rows | Callable[[Mapping[str, Any]], Rows]


@cache
def _names_by_text() -> dict[str, str]:
    folders = (
        "ingest",
        "procedures",
        "entities",
        "curation",
        "forgetting",
        "transfer",
        "queue",
        "api",
        "feed",
        "sources",
        "webhooks",
        "upkeep",
        "truth",
    )
    root = cypher_root()
    names = [path.relative_to(root).with_suffix("").as_posix() for f in folders for path in (root / f).glob("*.cypher")]
    return {sent(name, {})[0]: name for name in names}


NOTHING: Mapping[str, Rows] = {
    "entities/link_values": [{"linked": []}],
    "ingest/withdraw": [{"withdrawn": [], "reopened": []}],
    "truth/read_grounds": [{"conditions": [], "evidence": []}],
    "truth/read_groups": [{"statements": [], "facts": []}],
}
"""What an empty graph answers to the statements that always return one row."""


class FakeGraph:
    """Answers by the name of the statement, as an empty graph where no answer is given. `calls` counts what was sent."""

    def __init__(self, answers: Mapping[str, Answer] | None = None) -> None:
        self.answers = {**NOTHING, **(answers or {})}
        self.calls: Counter[str] = Counter()
        self.parameters: dict[str, list[Mapping[str, Any]]] = {}

    async def read(self, name: str, /, **parameters: Any) -> Rows:
        """The rows of a statement."""
        self.calls[name] += 1
        self.parameters.setdefault(name, []).append(parameters)
        answer = self.answers.get(name, [])
        return answer(parameters) if callable(answer) else answer

    write = read

    async def transaction(
        self, work: Callable[[Any], Awaitable[Any]], *, dry_run: bool = False, bulk: bool = False
    ) -> Any:
        """Run `work` once in a fake transaction."""
        self.calls["ROLLBACK" if dry_run else "COMMIT"] += 1
        return await work(FakeTransaction(self))


class FakeTransaction:
    """Takes the texts that the driver would get, and finds the name of the statement again."""

    def __init__(self, graph: FakeGraph) -> None:
        self.graph = graph

    async def run(self, text: str, parameters: Mapping[str, Any]) -> FakeResult:
        """The result of a statement."""
        return FakeResult(await self.graph.read(_names_by_text()[text], **dict(parameters["q"])))


class FakeResult:
    """Rows that are fetched at once."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def fetch(self, most: int) -> Rows:
        """The first rows."""
        return self._rows[:most]
