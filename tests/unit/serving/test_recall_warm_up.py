"""A server that has just started plans the statements of a recall."""

from __future__ import annotations

from graphmem.serving.recall_warm_up import warm_up
from tests.unit.recall.test_pipeline import FakeStore


async def test_the_statements_of_a_recall_are_sent_for_a_brain_that_does_not_exist() -> None:
    graph = FakeStore([])
    await warm_up(graph, 3)  # type: ignore[arg-type]
    assert dict(graph.calls) == {"recall/recall": 1, "recall/records": 1}
    searches = [sent["q"] for sent in (*graph.parameters["recall/recall"], *graph.parameters["recall/records"])]
    assert [search["brain"] for search in searches] == ["", ""]
