"""Contradictions as a person sees them: both sides with their sources, accepted or put right."""

from __future__ import annotations

import re

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_sees_both_sides_with_their_sources(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/contradictions")
    pairs = page.get_by_role("article")
    await expect(pairs).to_have_count(len(await told.contradictions.list(accepted=False, limit=20)))
    jobs = pairs.filter(has_text="Altura Labs").filter(has_text="Fjord Robotics")
    await expect(jobs).to_contain_text("The rule decided: works_at has one value at a time")
    await expect(jobs.get_by_role("heading", name="Ended")).to_be_visible()
    await expect(jobs.get_by_role("img", name=re.compile("Both periods"))).to_be_visible()
    await expect(jobs.locator("blockquote").first).to_contain_text("Altura")
    assert await looking.barriers() == []
    await looking.picture("contradictions")
    await jobs.locator("blockquote").last.get_by_role("link").click()
    await expect(page.get_by_role("heading", name="What it changed")).to_be_visible()


async def test_a_pair_is_accepted_and_another_put_right(looking: Looking, brain: Brain) -> None:
    for name, jobs in {"Ana": ("Acme", "Globex"), "Leo": ("Initech", "Hooli")}.items():
        for year, job in zip((2024, 2025), jobs, strict=True):
            await brain.add_fact(
                subject=name, relation="works_at", object=job, valid_from=f"{year}-01-01", object_is_entity=True
            )
    page = await looking.go(f"/brains/{brain.name}/contradictions")
    await expect(page.get_by_role("article")).to_have_count(2)
    await page.get_by_role("button", name=re.compile("Accept: Ana")).click()
    await expect(page.get_by_role("article")).to_have_count(1)
    await page.get_by_role("link", name="Accepted", exact=True).click()
    await expect(page.get_by_role("article")).to_contain_text("by owner")
    await page.get_by_role("link", name="Open", exact=True).click()

    later = page.get_by_role("region", name="In its place")
    await later.get_by_text("Put it right …").click()
    assert await looking.barriers() == []
    await later.get_by_role("button", name="This was never true …").click()
    await expect(page.get_by_role("heading", level=2)).to_have_text("This would change 2 facts")
    await page.get_by_role("button", name="Do it").click()
    await expect(page.get_by_text("No contradiction is open.")).to_be_visible()
    assert [fact.object for fact in await brain.facts("Leo", "works_at")] == ["Initech"]
