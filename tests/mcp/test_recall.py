"""What the tool `recall` finds."""

from __future__ import annotations

from typing import get_args

from graphmem.brain import Brain
from graphmem.mcp.arguments import RecipeName
from graphmem.recall.recipes import RECIPES
from tests.mcp.talking import call, refused, talking
from tests.story.telling import fact, tell


async def test_a_cold_fact_is_recalled_only_by_a_deep_recall(brain: Brain) -> None:
    await brain.add_fact(subject="Ana", relation="likes", object="tea")
    await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain}]->() SET f.cold = true", brain=brain.name
    )
    async with talking(brain) as client:
        assert (await call(client, "recall", query="What does Ana like?")).get("facts", []) == []
        (found,) = (await call(client, "recall", query="What does Ana like?", deep=True))["facts"]
        assert found["object"] == "tea"


async def test_a_recall_keeps_to_what_one_person_said(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"), text="I like tea.", speaker="Ana")
    await tell(brain, "2024-01-02", fact("Bruno", "likes", "tea"), text="I like tea, too.", speaker="Bruno")
    async with talking(brain) as client:
        both = (await call(client, "recall", query="Who likes tea?", min_relevance=0))["episodes"]
        hers = (await call(client, "recall", query="Who likes tea?", min_relevance=0, speaker="Ana"))["episodes"]
    assert [len(both), [one["speaker"] for one in hers]] == [2, ["Ana"]]


async def test_a_recall_follows_a_recipe_and_an_overview_tells_topics(brain: Brain) -> None:
    for name in ("Ana", "Bruno", "Clara"):
        await tell(brain, "2024-01-01", fact(name, "works_at", "Acme"), text=f"{name} is at Acme.")
    await brain.upkeep.tick(["clusters"])
    async with talking(brain) as client:
        only = await call(client, "recall", query="Who is at Acme?", recipe="facts")
        assert (len(only["facts"]), only["episodes"], only.get("topics", [])) == (3, [], [])
        (topic,) = (await call(client, "recall", query="Who is at Acme?", recipe="overview"))["topics"]
        assert "Acme" in topic["title"]
        assert "Ana" in topic["summary"]
        assert (await refused(client, "recall", query="Who?", recipe="magic"))["field"] == "recipe"


def test_a_recall_may_name_every_recipe() -> None:
    assert get_args(RecipeName) == tuple(RECIPES)
