"""The graph view of MCP Apps, in a page that plays the host: the greeting, the answer of a real tool, and what is drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_types import CallToolResult
from playwright.async_api import Browser, FrameLocator, expect

from graphmem.brain import Brain
from graphmem_contract.records import SuppliedFact
from tests.browser.looking import Looking
from tests.mcp.talking import talking

HOST = """<!doctype html><html lang="en"><title>Host</title><body>
<iframe sandbox="allow-scripts" title="view" style="width:100%;height:900px;border:0"></iframe></body></html>"""
PLAY = """([page, results, theme]) => {
    window.seen = [];
    const frame = document.querySelector('iframe');
    const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    window.addEventListener('message', ({ data }) => {
        window.seen.push(data.method ?? 'answer');
        if (data.method === 'ui/initialize') {
            window.asked = data.params;
            send({ id: data.id, result: { protocolVersion: data.params.protocolVersion, hostContext: { theme } } });
        }
        if (data.method === 'ui/notifications/initialized') {
            for (const result of results) send({ method: 'ui/notifications/tool-result', params: result });
        }
    });
    frame.srcdoc = page;
}"""
HOSTILE = '<img src=x onerror="document.title=1"> & "quoted"'


async def view(
    looking: Looking, brain: Brain, *calls: tuple[str, dict[str, Any]], theme: str = "light"
) -> FrameLocator:
    """The view after the answers of some calls."""
    async with talking(brain, profile="full") as client:
        (page,) = (await client.read_resource("ui://graphmem/graph")).contents
        answers = [await client.call_tool(tool, arguments) for tool, arguments in calls]
    results = [json.loads(one.model_dump_json(by_alias=True)) for one in answers if isinstance(one, CallToolResult)]
    await looking.page.set_content(HOST)
    await looking.page.evaluate(PLAY, [page.text, results, theme])  # type: ignore[union-attr]
    return looking.page.frame_locator("iframe")


JOB = {"subject": "Ana", "relation": "works_at", "object_is_entity": True, "cardinality": "one"}
STATED: tuple[dict[str, Any], ...] = (
    {**JOB, "object": "Acme", "valid_from": "2024-01-01"},
    {**JOB, "object": "Globex", "valid_from": "2025-03-01"},
    {"subject": "Ana", "relation": "lives_in", "object": "Porto", "object_is_entity": True},
    {"subject": "Ana", "relation": "likes", "object": HOSTILE},
    {"subject": "Globex", "relation": "based_in", "object": "Lisbon", "object_is_entity": True},
)


async def stated(brain: Brain) -> None:
    for fact in STATED:
        await brain.add_fact(SuppliedFact.model_validate(fact))


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_facts_of_an_answer_are_drawn(looking: Looking, brain: Brain, theme: str) -> None:
    await stated(brain)
    frame = await view(looking, brain, ("facts", {"include_closed": True}), theme=theme)
    await expect(frame.locator(".edge")).to_have_count(5)
    await expect(frame.locator(".edge.over")).to_have_count(1)
    await expect(frame.locator(".node")).to_have_count(6)
    await expect(frame.locator("img")).to_have_count(0)
    await expect(frame.get_by_role("button", name="Globex").first).to_be_visible()
    await expect(frame.locator("html")).to_have_attribute("data-theme", theme)
    await frame.get_by_role("button", name="Lisbon").focus()
    await expect(frame.locator(".edge.chosen")).to_have_count(1)
    await looking.picture(f"mcp-view-{theme}")
    seen = await looking.page.evaluate("() => window.seen")
    assert seen[:2] == ["ui/initialize", "ui/notifications/initialized"]
    assert "ui/notifications/size-changed" in seen
    assert (await looking.page.evaluate("() => window.asked"))["protocolVersion"] == "2026-01-26"


async def test_neighbours_and_a_later_answer_are_drawn_too(looking: Looking, brain: Brain) -> None:
    await stated(brain)
    frame = await view(looking, brain, ("facts", {}), ("neighbours", {"name": "Ana", "hops": 2}))
    await expect(frame.locator(".edge")).to_have_count(4)
    await expect(frame.get_by_role("status")).to_have_text("")


async def test_an_answer_without_facts_is_told_in_words(looking: Looking, brain: Brain, browser: Browser) -> None:
    frame = await view(looking, brain, ("facts", {}))
    await expect(frame.get_by_role("status")).to_have_text("No facts in this answer.")
