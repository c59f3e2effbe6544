"""Facts that rest on others, facts that wait, and requests to forget, as a person sees them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from graphmem.brain import Brain
from tests.browser.looking import PHONE, WIDE, Looking

ONE = {"cardinality": "one"}
CHEF = {"subject": "Kitchen", "relation": "chef"}
OLSEN = {"subject": "Orders", "relation": "orders_to", "object": "Imre", "event": "begins"}
STORY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Piet runs the kitchen.", {**CHEF, "object": "Piet"}),
    (
        "Orders go to Sofia; that is Piet's arrangement.",
        {"subject": "Orders", "relation": "orders_to", "object": "Sofia", "holds_while": CHEF},
    ),
    (
        "If the chef changes, orders go to Imre.",
        {"subject": "Orders", "relation": "orders_to", "object": "Imre", "starts_when": CHEF},
    ),
    (
        "Vera bakes as long as Piet is chef.",
        {"subject": "Bread", "relation": "baker", "object": "Vera", "holds_while": {**CHEF, "object": "Piet"}},
    ),
    (
        "Once Imre takes the orders, Olsen supplies the fish.",
        {"subject": "Fish", "relation": "supplier", "object": "Olsen", "starts_when": OLSEN},
    ),
)


async def told(brain: Brain) -> str:
    """Tell the story of the kitchen, and ask to forget a code; return the id of the fact that all rests on."""
    for day, (text, fact) in enumerate(STORY, 1):
        extraction = {"facts": [{**fact, "text": text, **ONE}]}
        await brain.remember(text, role="user", speaker="Ana", occurred_at=f"2026-03-0{day}", extraction=extraction)
    code = {"subject": "Ana", "relation": "locker_code"}
    said = {"facts": [{**code, "object": "4711"}]}
    await brain.remember("My locker code is 4711.", role="user", speaker="Ana", extraction=said)
    asked = {"facts": [{**code, "action": "forget"}]}
    await brain.remember("Please forget my locker code.", role="user", speaker="Ana", extraction=asked)
    return (await brain.facts("Kitchen", "chef"))[0].id


async def test_a_person_sees_what_rests_on_a_fact_and_what_a_change_would_begin(looking: Looking, brain: Brain) -> None:
    piet = await told(brain)
    page = await looking.go(f"/brains/{brain.name}/facts/{piet}")
    tree = page.get_by_role("group", name="What rests on the fact or waits for it")
    await expect(tree.get_by_role("link")).to_have_count(5)
    assert await looking.barriers() == []
    await looking.picture("fact-dependents")
    await page.get_by_text("This is no longer true …").click()
    await page.get_by_label("Since (UTC; empty: now)").fill("2026-03-09")
    await page.get_by_role("button", name="Rehearse").first.click()
    await expect(page.get_by_role("heading", level=2)).to_have_text("This would change 5 facts")
    await expect(page.locator(".tree")).to_contain_text("begins")
    assert await looking.barriers() == []
    await looking.picture("rehearsal-conditions")
    await page.get_by_role("button", name="Do it").click()
    await page.goto(f"/brains/{brain.name}/facts/{(await brain.facts('Bread', include_closed=True))[0].id}")
    await expect(page.get_by_role("main")).to_contain_text("It rested on")
    await looking.picture("fact-fallen")


@pytest.mark.wide
async def test_a_person_follows_the_tree_by_keyboard_to_a_fact_that_waits(looking: Looking, brain: Brain) -> None:
    piet = await told(brain)
    page = await looking.go(f"/brains/{brain.name}/facts/{piet}")
    await page.get_by_role("link", name="If the chef changes").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("main")).to_contain_text("If chef of Kitchen changes, then:")
    await expect(page.locator(".clocks .waiting").first).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("fact-waiting")
    orders = await brain.entities.get("Orders")
    await looking.go(f"/brains/{brain.name}/entities/{orders.id}")
    await expect(page.locator(".life .bar.waiting")).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("entity-waiting")


@pytest.mark.wide
async def test_a_request_to_forget_is_seen_and_undone_without_its_content(looking: Looking, brain: Brain) -> None:
    await told(brain)
    page = await looking.go(f"/brains/{brain.name}/forgetting")
    await expect(page.get_by_role("table")).to_contain_text("hidden")
    await expect(page.get_by_role("main")).not_to_contain_text("4711")
    assert await looking.barriers() == []
    await looking.picture("forgetting")
    await page.get_by_role("button", name="Undo the request").click()
    await expect(page.get_by_role("main")).to_contain_text("1 fact would be told again")
    await expect(page.get_by_role("main")).not_to_contain_text("4711")
    await looking.picture("forgetting-undo")
    await page.get_by_role("button", name="Tell it again").click()
    await expect(page.get_by_role("table")).to_contain_text("undone")
    assert [one.object for one in await brain.facts("Ana", "locker_code")] == ["4711"]


@pytest.mark.wide
@pytest.mark.parametrize(
    ("theme", "size", "name"), [("dark", WIDE, "dark"), ("light", PHONE, "phone"), ("dark", PHONE, "dark-phone")]
)
async def test_the_pages_fit_every_theme_and_width(
    browser: Browser, site: str, brain: Brain, theme: str, size: dict[str, int], name: str
) -> None:
    piet = await told(brain)
    imre = (await brain.graph.waiting("Orders"))[0].id
    orders = await brain.entities.get("Orders")
    async with Looking.opened(browser, site, theme=theme, size=size) as looking:
        for what, path in (
            ("dependents", f"facts/{piet}"), ("waiting", f"facts/{imre}"), ("life", f"entities/{orders.id}"),
            ("forgetting", "forgetting"),
        ):  # fmt: skip
            await looking.go(f"/brains/{brain.name}/{path}")
            assert await looking.barriers() == [], what
            assert not await looking.overflows(), what
            await looking.picture(f"{what}-{name}")
