"""Facts as a person sees them: at two moments, with their evidence, and put right after a rehearsal."""

from __future__ import annotations

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_sees_what_held_then_and_what_was_believed(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/facts")
    await expect(page.get_by_role("table")).to_contain_text("works_at")
    assert await looking.barriers() == []
    await looking.picture("facts")
    await page.get_by_label("Subject").fill("Marina Duarte")
    await page.get_by_role("textbox", name="Relation").fill("works_at")
    await page.get_by_role("button", name="Filter").click()
    await expect(page.get_by_role("row")).to_have_count(2)
    await expect(page.get_by_role("table")).to_contain_text("Fjord Robotics")
    await page.get_by_label("Held at (UTC)").fill("2024-10-15")
    await page.get_by_role("button", name="Filter").click()
    await expect(page.get_by_role("status")).to_contain_text("What held on 2024-10-15")
    await expect(page.get_by_role("table")).to_contain_text("Altura Labs")
    assert "valid_at=2024-10-15" in page.url, "the address can be sent to somebody"

    said = (await told.episodes.list(text="Lisbon"))[-1]
    believed_at = (await told.episodes.changes(said.id)).recorded_at
    assert believed_at is not None
    await page.goto(
        f"/brains/{told.name}/facts?subject=Tom%C3%A1s+Duarte&relation=lives_in&valid_at=2026-05-01"
        f"&known_at={believed_at.isoformat().replace('+00:00', 'Z')}"
    )
    await expect(page.get_by_role("table")).to_contain_text("Lisbon")
    await page.goto(f"/brains/{told.name}/facts?subject=Tom%C3%A1s+Duarte&relation=lives_in&valid_at=2026-05-01")
    await expect(page.get_by_role("table")).to_contain_text("Recife")


async def test_a_fact_shows_its_sources_and_what_rests_on_it(looking: Looking, told: Brain) -> None:
    (job,) = await told.facts("Marina Duarte", "works_at")
    page = await looking.go(f"/brains/{told.name}/facts/{job.id}")
    await expect(page.get_by_role("img", name="Both timelines of the fact")).to_be_visible()
    await expect(page.get_by_role("region", name="Statements")).to_contain_text("holds")
    await expect(page.get_by_role("region", name="What it rests on")).to_contain_text("may use")
    await expect(page.get_by_text("It took the place of")).to_have_count(0 if not job.supersedes else 1)
    assert await looking.barriers() == []
    await looking.picture("fact")


async def test_a_fact_falls_only_after_its_rehearsal_and_comes_back(looking: Looking, brain: Brain) -> None:
    job = await brain.add_fact(subject="Nina", relation="works_at", object="Fjord", object_is_entity=True)
    cabin = await brain.add_fact(
        subject="Nina", relation="may_use", object="Voss Cabin", object_is_entity=True, evidence_ids=[job.id]
    )
    page = await looking.go(f"/brains/{brain.name}/facts/{job.id}")
    await page.get_by_text("This is no longer true …").click()
    await page.get_by_label("Reason").first.fill("she left")
    await page.get_by_role("button", name="Rehearse").first.click()
    await expect(page.get_by_role("heading", level=2)).to_have_text("This would change 2 facts")
    await expect(page.locator(".tree ul")).to_contain_text("Voss Cabin")
    assert await looking.barriers() == []
    await looking.picture("rehearsal")
    assert (await brain.fact(cabin.id)).status == "live", "a rehearsal changes nothing"
    await page.get_by_role("button", name="Do it").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Fjord")
    assert (await brain.fact(cabin.id)).status != "live"
    await page.get_by_text("Take the change back …").click()
    await page.get_by_role("button", name="Rehearse").last.click()
    await expect(page.get_by_role("heading", level=2)).to_have_text("This would change 2 facts")
    await page.get_by_role("button", name="Do it").click()
    await expect(page.get_by_role("heading", name="Both timelines")).to_be_visible()
    assert (await brain.fact(cabin.id)).status == "live"


async def test_a_fact_is_corrected(looking: Looking, brain: Brain) -> None:
    fact = await brain.add_fact(subject="Ana", relation="plays", object="cello")
    page = await looking.go(f"/brains/{brain.name}/facts/{fact.id}")
    await page.get_by_text("Correct this fact …").click()
    await page.locator("#right-object").fill("chess")
    await page.locator("details[open]").get_by_role("button", name="Rehearse").click()
    await expect(page.get_by_role("main")).to_contain_text("a new fact")
    await page.get_by_role("button", name="Do it").click()
    await expect(page.get_by_role("main")).to_contain_text("corrected")
    assert [one.object for one in await brain.facts("Ana", "plays")] == ["chess"]
