"""The list of brains and the overview of one, as a person sees them."""

from __future__ import annotations

from playwright.async_api import expect
from uuid_utils import uuid4

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_finds_a_brain_makes_one_and_forgets_it(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/?query={told.name}")
    row = page.get_by_role("row").filter(has_text=told.name)
    stats = await told.overview.stats()
    await expect(row.locator('[data-label="Entities"]')).to_have_text(str(stats.entities))
    await expect(row.locator('[data-label="Facts"]')).to_have_text(str(stats.facts))
    await expect(row.get_by_role("img")).to_have_attribute(
        "aria-label", f"Episodes a day, last 14 days: {'0, ' * 13}48"
    )
    assert await looking.barriers() == []
    await looking.picture("brains")

    name = f"made-{uuid4().hex[:8]}"
    await page.get_by_label("Name of a new brain").fill(name)
    await page.get_by_role("button", name="Make").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(name)
    await expect(page.get_by_text("Nothing was said yet.")).to_be_visible()
    await expect(page.get_by_text(f"/v1/brains/{name}/episodes")).to_be_visible()
    assert await looking.barriers() == []

    await page.get_by_role("link", name="Settings").click()
    await page.get_by_label("time_zone").fill("America/Recife")
    await page.get_by_label("mode", exact=True).select_option("raw")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status")).to_have_text("Saved.")
    settings = await told.engine.store.read("api/brain", brain=name)
    assert '"America/Recife"' in settings[0]["settings"]
    assert await looking.barriers() == []

    await page.goto(f"/brains/{name}/forget")
    await page.get_by_label("Type its name").fill("another")
    await page.get_by_role("button", name="Forget for good").click()
    await expect(page.get_by_role("alert")).to_contain_text("nothing was forgotten")
    looking.problems.clear()  # the browser reports the refusal (422) as an error of its own
    await page.get_by_label("Type its name").fill(name)
    await page.get_by_role("button", name="Forget for good").click()
    await page.goto(f"/?query={name}")
    await expect(page.get_by_text("No brain has")).to_be_visible()


async def test_the_overview_says_what_a_brain_knows(looking: Looking, told: Brain) -> None:
    stats = await told.overview.stats()
    await told.upkeep.schedule_job("decay", "0 3 * * *", time_zone="Europe/Lisbon")
    page = await looking.go(f"/brains/{told.name}")
    tiles = page.locator(".tiles > div")
    await expect(tiles.filter(has_text="Entities").locator("dd")).to_have_text(str(stats.entities))
    await expect(tiles.filter(has_text="Facts that hold").locator("dd")).to_have_text(str(stats.facts_holding))
    await expect(tiles.filter(has_text="Episodes extracted").locator("dd")).to_have_text("48")
    contradictions = page.get_by_role("region", name="Newest contradictions")
    await expect(contradictions).to_contain_text("superseded")
    await expect(page.get_by_role("region", name="Most connected")).to_contain_text("Marina Duarte")
    await expect(page.get_by_role("region", name="Ontology in use")).to_contain_text("works_at")
    await expect(page.get_by_role("region", name="Scheduled upkeep")).to_contain_text("Europe/Lisbon")
    await expect(page.get_by_text("Every message was read.")).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("overview")
    await told.upkeep.schedule_job("decay", None)
