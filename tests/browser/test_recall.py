"""A recall as a person sees it: signals, what was left out, the walk, the context, two recipes beside each other."""

from __future__ import annotations

import re

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_asks_and_sees_why(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/recall")
    await expect(page.get_by_text("Ask this brain a question.")).to_be_visible()
    assert await looking.barriers() == []
    await page.get_by_label("Question").fill("Where does Marina work?")
    await page.get_by_role("button", name="Recall", exact=True).click()
    answer = page.get_by_role("region", name="Answer")
    facts = answer.get_by_role("list", name="Facts")
    await expect(facts).to_contain_text("Fjord Robotics")
    first = facts.get_by_role("listitem").first
    await expect(first).to_contain_text("vector")
    await expect(first.locator("svg.signal").first).to_be_visible()
    await expect(page.get_by_role("navigation", name="Views of the brain")).to_contain_text("Episodes")
    assert "query=Where+does+Marina+work" in page.url, "the address can be sent to somebody"
    ended = answer.locator("details").filter(has_text="had ended")
    await ended.locator("summary").click()
    await expect(ended).to_contain_text("Altura Labs")
    await expect(answer.get_by_role("group", name="The walk")).to_contain_text("works_at")
    await expect(answer.get_by_label("Context")).to_contain_text("Key facts:")
    await expect(answer.get_by_text(re.compile("Search the graph"))).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("recall")

    await page.get_by_label("Beside it").select_option("lexical")
    await page.get_by_role("button", name="Recall", exact=True).click()
    await expect(page.get_by_role("heading", level=2, name="lexical")).to_be_visible()
    await expect(page.get_by_text(re.compile("there$")).first).to_be_visible()
    await page.get_by_label("Held at (UTC)").fill("2024-10-15")
    await page.get_by_role("button", name="Recall", exact=True).click()
    await expect(page.get_by_role("list", name="Facts").first).to_contain_text("Altura Labs")
    await expect(page.get_by_role("status")).to_contain_text("What held on 2024-10-15")
    await page.get_by_text("Python", exact=True).click()
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy the call for Python").click()
    await expect(page.get_by_role("button", name="Copied the call for Python")).to_be_visible()
    copied = await page.evaluate("() => navigator.clipboard.readText()")
    assert f'client.brain("{told.name}").recall("Where does Marina work?"' in copied
    assert await looking.barriers() == []
    await looking.picture("recall-beside")
