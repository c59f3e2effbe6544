"""The core profile: what an agent reads before the first word, and that five tools are enough."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client
from mcp_types import ResourceTemplateReference

from graphmem.brain import Brain
from graphmem.mcp.profiles import CORE
from tests.mcp.talking import JOBS, call, refused, talking

MOST = 8_000


@pytest.mark.parametrize("bound", [True, False])
async def test_the_list_of_the_core_is_short(brain: Brain, bound: bool) -> None:
    async with talking(brain, bound=bound, profile="core") as client:
        listed = await client.list_tools()
    assert [tool.name for tool in listed.tools] == ["remember", "recall", "facts", "correct", "forget"]
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True)) <= MOST
    for tool in listed.tools:
        assert "invalidate" not in (tool.description or "")
        assert ("brain" in tool.input_schema["properties"]) is not bound
        assert set(tool.input_schema["properties"]) - {"brain"} == set(CORE[tool.name].arguments)
        assert set(tool.input_schema.get("required", ())) <= set(tool.input_schema["properties"])


async def test_a_read_only_core_has_the_tools_that_read(brain: Brain) -> None:
    async with talking(brain, read_only=True, profile="core") as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["recall", "facts"]


async def test_an_agent_remembers_recalls_corrects_and_forgets_with_it(brain: Brain) -> None:
    async with talking(brain, profile="core") as client:
        told = {"subject": "Rui", "relation": "lives_in", "object": "Porto", "cardinality": "one"}
        await call(
            client, "remember", content="I live in Porto.", speaker="Rui", facts=[told], occurred_at="2026-01-05"
        )
        moved = {**told, "object": "Braga"}
        await call(
            client, "remember", content="I moved to Braga.", speaker="Rui", facts=[moved], occurred_at="2026-02-01"
        )
        (now,) = (await call(client, "recall", query="Where does Rui live?"))["facts"]
        assert now["object"] == "Braga"
        then = await call(client, "facts", subject="Rui", relation="lives_in", valid_at="2026-01-10")
        assert [fact["object"] for fact in then["facts"]] == ["Porto"]

        await call(client, "correct", fact_id=now["id"], object="Bragança", reason="misheard")
        (right,) = (await call(client, "facts", subject="Rui", relation="lives_in"))["facts"]
        assert right["object"] == "Bragança"

        await call(client, "forget", what="fact", id=right["id"])
        assert "Bragança" not in json.dumps((await call(client, "recall", query="Where does Rui live?"))["facts"])


async def test_a_rare_argument_and_a_tool_that_is_not_listed_still_work(brain: Brain) -> None:
    async with talking(brain, profile="core") as client:
        await call(client, "add_fact", **JOBS[0])
        assert (await call(client, "recall", query="Ana", min_confidence=0.5, deep=True))["facts"]
        assert (await refused(client, "recall", qurey="Ana"))["code"] == "invalid_input"


async def test_an_entity_is_a_resource_whose_name_is_completed(brain: Brain) -> None:
    async with talking(brain) as client:
        for job in JOBS:
            await call(client, "add_fact", **job)
        await call(client, "add_fact", subject="Anton", relation="likes", object="tea")
        (template,) = (await client.list_resource_templates()).resource_templates
        reference = ResourceTemplateReference(uri=template.uri_template)
        found = (await client.complete(reference, {"name": "name", "value": "An"})).completion
        assert set(found.values) == {"Ana", "Anton"}
        assert (await client.complete(reference, {"name": "other", "value": "An"})).completion.values == []
        known = await read(client, "graphmem://entities/Ana")
        assert known["entity"]["name"] == "Ana"
        assert [fact["object"] for fact in known["facts"]] == ["Globex"]
        with pytest.raises(Exception, match="Nobody"):
            await read(client, "graphmem://entities/Nobody")


async def test_an_entity_of_another_brain_is_out_of_reach(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "add_fact", **JOBS[0])
        with pytest.raises(Exception, match="no resource"):
            await read(client, f"graphmem://brains/{brain.name}/entities/Ana")
    async with talking(brain, bound=False) as client:
        assert (await read(client, f"graphmem://brains/{brain.name}/entities/Ana"))["entity"]["name"] == "Ana"
        with pytest.raises(Exception, match="Ana"):
            await read(client, "graphmem://brains/somebody-else/entities/Ana")
        reference = ResourceTemplateReference(uri="graphmem://brains/{brain}/entities/{name}")
        asked = {"name": "name", "value": "An"}
        assert (await client.complete(reference, asked)).completion.values == []
        inside = await client.complete(reference, asked, context_arguments={"brain": brain.name})
        assert inside.completion.values == ["Ana"]
        outside = await client.complete(reference, asked, context_arguments={"brain": "somebody-else"})
        assert outside.completion.values == []


async def test_tools_that_return_facts_name_the_graph_view(brain: Brain) -> None:
    async with talking(brain) as client:
        shown = {tool.name for tool in (await client.list_tools()).tools if (tool.meta or {}).get("ui")}
        assert shown == {"recall", "facts", "entity", "neighbours"}
        (content,) = (await client.read_resource("ui://graphmem/graph")).contents
        assert content.mime_type == "text/html;profile=mcp-app"
        assert "<script src" not in content.text  # type: ignore[union-attr]
        with pytest.raises(Exception, match="no resource"):
            await client.read_resource("ui://graphmem/other")


async def read(client: Client, uri: str) -> dict[str, Any]:
    """Return the JSON of a resource."""
    (content,) = (await client.read_resource(uri)).contents
    return dict(json.loads(content.text))  # type: ignore[union-attr]
