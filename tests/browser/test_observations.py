"""Observations as a person sees them: emotional trends are turned on, looked for, and followed to their messages."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from graphmem.brain import Brain
from tests.browser.looking import PHONE, WIDE, Looking
from tests.story.feeling import Feeling, turned
from tests.story.staging import with_models
from tests.story.telling import fact, tell


async def test_emotional_trends_are_turned_on_looked_for_and_followed_to_their_messages(
    looking: Looking, brain: Brain
) -> None:
    await turned(with_models(brain, extractor=Feeling()))
    page = await looking.go(f"/brains/{brain.name}/settings")
    await page.get_by_label("emotional_trends").select_option("true")
    await page.get_by_role("button", name="Save").click()
    await looking.go(f"/brains/{brain.name}/observations")
    await page.get_by_role("button", name="Look again").click()
    article = page.get_by_role("article", name="More sadness when Bruno mentions Ana")
    await expect(article).to_contain_text("Sadness in 5 of the last 5 emotional messages of Bruno that mention Ana")
    await article.get_by_text("Supported by 10 messages").click()
    assert await looking.barriers() == []
    await article.get_by_role("link", name="sad: I met Ana, 9.").click()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.get_by_label("Text of the episode")).to_contain_text("sad: I met Ana, 9.")


@pytest.mark.wide
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
async def test_observations_of_several_kinds_fit(
    browser: Browser, site: str, brain: Brain, theme: str, size: str
) -> None:
    await brain.configure(emotional_trends=True)
    await turned(with_models(brain, extractor=Feeling()))
    for name in ("Ana", "Bruno", "Clara"):
        await tell(brain, "2026-01-01", fact(name, "works_at", "Acme"))
    await brain.upkeep.tick(["observations"])
    async with Looking.opened(browser, site, theme=theme, size=PHONE if size == "phone" else WIDE) as person:
        page = await person.go(f"/brains/{brain.name}/observations")
        await expect(page.get_by_role("article")).to_have_count(2)
        for summary in await page.locator("summary").all():
            await summary.click()
        assert not await person.overflows()
        assert await person.barriers() == []
        await person.picture(f"observations-{theme}-{size}")
