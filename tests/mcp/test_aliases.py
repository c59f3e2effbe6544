"""memory_search, memory_write and memory_recall do what agents with a memory of entities and edges expect."""

from __future__ import annotations

from typing import Any

from graphmem.brain import Brain
from tests.mcp.talking import call, refused, talking


async def names(brain: Brain) -> list[str]:
    return sorted(entity.name for entity in await brain.entities.list())


async def test_a_sentence_without_an_object_is_an_attribute_and_no_edge_to_itself(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "memory_write", subject="Ana", fact="Ana prefers dark mode", subject_type="Person")
        (fact,) = (await brain.facts("Ana")).items
    assert fact.object_kind == "value"
    assert fact.subject_id != fact.object_id
    assert (fact.object, fact.text) == ("Ana prefers dark mode", "Ana prefers dark mode")
    assert await names(brain) == ["Ana"]
    assert (await brain.entities.get("Ana")).type == "person"


async def test_a_sentence_with_an_object_connects_two_entities(brain: Brain) -> None:
    async with talking(brain) as client:
        written = await call(
            client, "memory_write", subject="Ana", fact="Ana leads Orion", relationship="leads", object="Orion",
            subject_type="person", object_type="project",
        )  # fmt: skip
        assert [line["relation"] for line in written["added"]] == ["leads"]
    (fact,) = (await brain.facts("Ana")).items
    assert (fact.object_kind, fact.object, fact.text) == ("entity", "Orion", "Ana leads Orion")
    assert {(one.name, one.type) for one in await brain.entities.list()} == {("Ana", "person"), ("Orion", "project")}


async def test_two_attributes_stand_side_by_side_and_one_told_twice_is_one(brain: Brain) -> None:
    async with talking(brain) as client:
        for fact in ("Ana sings.", "Ana is left-handed.", "Ana sings."):
            await call(client, "memory_write", subject="Ana", fact=fact)
    assert sorted(fact.text for fact in await brain.facts("Ana")) == ["Ana is left-handed.", "Ana sings."]


async def test_a_subject_that_is_known_is_not_made_again_for_want_of_a_type(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "memory_write", subject="Ana", fact="Ana sings.", subject_type="person")
        await call(client, "memory_write", subject="ana", fact="Ana dances.")
    assert await names(brain) == ["Ana"]


async def test_what_was_written_is_found_by_search_and_by_name(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "memory_write", subject="Ana", fact="Ana prefers dark mode")
        found = await call(client, "memory_search", query="dark mode", limit=1)
        assert [fact["text"] for fact in found["facts"]] == ["Ana prefers dark mode"]
        known = await call(client, "memory_recall", entity_name="ANA")
        assert known["entity"]["name"] == "Ana"
        assert [fact["text"] for fact in known["facts"]] == ["Ana prefers dark mode"]
        assert (await refused(client, "memory_recall", entity_name="Bruno"))["code"] == "not_found"


async def test_the_arguments_have_the_names_that_agents_know(brain: Brain) -> None:
    async with talking(brain) as client:
        schemas: dict[str, Any] = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
    assert set(schemas["memory_search"]["properties"]) == {"query", "limit"}
    assert schemas["memory_search"]["properties"]["limit"]["default"] == 10
    assert set(schemas["memory_write"]["properties"]) == {
        "subject", "fact", "subject_type", "relationship", "object", "object_type",
    }  # fmt: skip
    assert schemas["memory_write"]["required"] == ["subject", "fact"]
    assert schemas["memory_recall"]["required"] == ["entity_name"]
