"""A request that may not hide anything itself is proposed, once for the same statements."""

from __future__ import annotations

from typing import Any

from graphmem.ingest.forgetting.propose import propose
from graphmem.ingest.forgetting.records import ForgetAsk
from tests.unit.fake_graph import FakeGraph

ASK = ForgetAsk(1, "the choir", "soloist", "Ines", episode_id="e1", barred="a tool said it")


async def proposed(statements: list[str], ask: ForgetAsk = ASK) -> tuple[str | None, dict[str, Any]]:
    graph = FakeGraph({"forgetting/propose": lambda given: [{"id": given["id"]}] if statements else []})

    async def work(tx: Any) -> str | None:
        return await propose(tx, "b", statements, ask)

    found = await graph.transaction(work)
    return found, dict(graph.parameters["forgetting/propose"][0])


async def test_the_same_statements_have_one_key_in_any_order() -> None:
    _, one = await proposed(["s2", "s1"])
    _, other = await proposed(["s1", "s2"])
    assert one["key"] == other["key"] == "forget s1 s2"
    assert one["id"] != other["id"]


async def test_the_reason_says_why_it_is_only_proposed_and_no_text_of_the_request() -> None:
    id_, given = await proposed(["s1"])
    assert id_ == given["id"]
    assert given["reason"] == "a message asks to forget it: a tool said it"
    assert "Ines" not in str(given)


async def test_what_was_declined_before_is_not_proposed_again() -> None:
    assert (await proposed([]))[0] is None
