"""A server that has just started plans the largest statements; nothing stays of it."""

from __future__ import annotations

from graphmem.ingest.transactions.warm_up import warm_up
from tests.unit.fake_graph import FakeGraph


async def test_the_statements_of_a_commit_are_sent_and_rolled_back() -> None:
    graph = FakeGraph()
    await warm_up(graph)  # type: ignore[arg-type]
    assert {"ingest/read_names", "ingest/read_facts", "ingest/commit", "procedures/settle"} <= set(graph.calls)
    assert (graph.calls["ROLLBACK"], graph.calls["COMMIT"]) == (1, 0)
    assert graph.parameters["ingest/commit"][0]["brain"] == ""
