"""Every view in both colours and on a phone, with hostile text, by keyboard. Runs with `make test-browser`."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from graphmem.brain import Brain
from tests.api.test_dashboard import hostile_brain
from tests.browser.looking import PHONE, WIDE, Looking

pytestmark = pytest.mark.wide
LARGE = {"width": 3840, "height": 2160}
SIZES = {"desk": WIDE, "phone": PHONE, "large": LARGE}


async def views(brain: Brain) -> dict[str, str]:
    """The address of each view of a brain that was told the demo."""
    home = f"/brains/{brain.name}"
    nina = await brain.entities.get("Nina")
    fact = (await brain.facts("Nina", "works_at"))[0]
    said = (await brain.episodes.list(text="Fjord Robotics"))[-1]
    return {
        "brains": f"/?query={brain.name}", "overview": home, "settings": f"{home}/settings", "forget": f"{home}/forget",
        "episodes": f"{home}/episodes", "episode": f"{home}/episodes/{said.id}", "facts": f"{home}/facts?status=any",
        "fact": f"{home}/facts/{fact.id}", "entities": f"{home}/entities", "entity": f"{home}/entities/{nina.id}",
        "graph": f"{home}/graph?entity={nina.id}&hops=2", "time": f"{home}/time?valid_at=2025-01-10",
        "compare": f"{home}/time/compare?from_valid_at=2024-10-15&to_valid_at=2026-05-01",
        "contradictions": f"{home}/contradictions?show=all",
        "sources": f"{home}/sources",
        "proposals": f"{home}/proposals",
        "observations": f"{home}/observations",
        "clusters": f"{home}/clusters",
        "directives": f"{home}/directives?show=all",
        "recall": f"{home}/recall?query=Where+does+Marina+work&beside=lexical", "missing": f"{home}/facts/none",
        "operations": "/operations", "login": "/login",
    }  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_every_view_fits_and_has_no_barrier(
    browser: Browser, site: str, told: Brain, theme: str, size: str
) -> None:
    async with Looking.opened(browser, site, theme=theme, size=SIZES[size], check=False) as person:
        for name, path in (await views(told)).items():
            await person.go(path)
            assert not await person.overflows(), name
            assert await person.barriers() == [], name
            await person.picture(f"{name}-{theme}-{size}")
        assert [problem for problem in person.problems if "404" not in problem] == []
        assert (person.elsewhere, person.without_policy) == ([], [])


async def test_the_colours_can_be_chosen_and_stay(looking: Looking) -> None:
    page = await looking.go("/")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(ground)
    button = page.get_by_role("button", name="Colours")
    await button.click()
    await button.click()
    await expect(button).to_have_accessible_name("Colours: dark")
    assert await page.evaluate(ground) != light
    await page.reload()
    await expect(page.get_by_role("button", name="Colours: dark")).to_be_visible()
    assert await page.evaluate(ground) != light


async def test_the_tab_of_the_page_is_in_sight_on_a_phone(browser: Browser, site: str, told: Brain) -> None:
    async with Looking.opened(browser, site, size=PHONE) as person:
        for view, name in (("", "Overview"), ("/contradictions", "Contradictions"), ("/sources", "Sources")):
            page = await person.go(f"/brains/{told.name}{view}")
            tab = page.get_by_label("Views of the brain").get_by_role("link", name=name, exact=True)
            await expect(tab).to_be_in_viewport(ratio=1)


async def test_times_stand_in_the_zone_of_the_viewer_with_utc_beside(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/episodes")
    time = page.locator("td[data-label=Said] time").first
    utc = await time.get_attribute("title")
    assert utc is not None
    assert utc.endswith(" UTC")
    shown = await page.evaluate(
        "(utc) => new Date(utc).toLocaleString('sv-SE', {timeZone: 'America/Sao_Paulo'}).slice(0, 16)",
        await time.get_attribute("datetime"),
    )
    await expect(time).to_have_text(shown)


async def test_hostile_text_runs_nowhere(browser: Browser, site: str, brain: Brain) -> None:
    async with Looking.opened(browser, site, check=False) as person:
        person.page.on("dialog", lambda dialog: person.problems.append(f"dialog {dialog.message}"))
        for path in await hostile_brain(brain):
            await person.go(path)
            assert not await person.overflows(), path
        assert [problem for problem in person.problems if "404" not in problem and "422" not in problem] == []
        assert person.elsewhere == []


async def test_a_page_is_used_by_keyboard_alone(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("main")).to_be_focused()
    facts = page.get_by_role("navigation", name="Views of the brain").get_by_role("link", name="Facts")
    await facts.focus()
    outline = await facts.evaluate("(link) => getComputedStyle(link).outlineStyle")
    assert outline == "solid", "the focus can be seen"
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Facts")
    await page.get_by_label("Text").focus()
    await page.keyboard.type("fjord")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(f"{looking.site}/brains/{told.name}/facts?text=fjord&status=live")
