"""A server that has just started plans the statements of a message and of a recall."""

from __future__ import annotations

from typing import Any

from graphmem.graph.statements import packed
from graphmem.serving.warm_up import OF_A_MESSAGE, warm_up
from graphmem_contract.errors import DatabaseTimeout
from tests.unit.recall.test_pipeline import FakeStore


class Planning(FakeStore):
    """Notes what is planned."""

    slot = ""

    def __init__(self) -> None:
        super().__init__([])
        self.planned: list[str] = []

    async def explain(self, text: str, parameters: dict[str, Any]) -> None:
        assert parameters == {"q": {}}
        self.planned.append(text)


async def test_the_statements_of_a_message_are_planned_and_not_run() -> None:
    graph = Planning()
    await warm_up(graph, 3)  # type: ignore[arg-type]
    assert graph.planned == [packed(name, graph.slot) for name in OF_A_MESSAGE]
    assert not set(OF_A_MESSAGE) & set(graph.calls)


async def test_the_statements_of_a_recall_are_sent_for_a_brain_that_does_not_exist() -> None:
    graph = Planning()
    await warm_up(graph, 3)  # type: ignore[arg-type]
    assert dict(graph.calls) == {"recall/recall": 1, "recall/records": 1}
    searches = [sent["q"] for sent in (*graph.parameters["recall/recall"], *graph.parameters["recall/records"])]
    assert [search["brain"] for search in searches] == ["", ""]


async def test_a_statement_whose_planning_takes_too_long_holds_up_no_other() -> None:
    class Slow(Planning):
        async def explain(self, text: str, parameters: dict[str, Any]) -> None:
            await super().explain(text, parameters)
            raise DatabaseTimeout("It took too long.")

    graph = Slow()
    await warm_up(graph, 3)  # type: ignore[arg-type]
    assert (len(graph.planned), graph.calls["recall/recall"]) == (len(OF_A_MESSAGE), 1)
