"""What the tool `recall` finds."""

from __future__ import annotations

from graphmem.brain import Brain
from tests.mcp.talking import call, talking


async def test_a_cold_fact_is_recalled_only_by_a_deep_recall(brain: Brain) -> None:
    await brain.add_fact(subject="Ana", relation="likes", object="tea")
    await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain}]->() SET f.cold = true", brain=brain.name
    )
    async with talking(brain) as client:
        assert (await call(client, "recall", query="What does Ana like?")).get("facts", []) == []
        (found,) = (await call(client, "recall", query="What does Ana like?", deep=True))["facts"]
        assert found["object"] == "tea"
