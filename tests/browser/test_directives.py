"""Standing instructions as a person sees them: looked for, listed, and followed to the message that they rest on."""

from __future__ import annotations

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking
from tests.story.telling import extraction


async def test_instructions_are_found_and_lead_to_their_messages(looking: Looking, brain: Brain) -> None:
    for day, text in enumerate(
        (
            "Always answer in French.",
            "Always include version numbers when I ask about libraries that a project uses.",
            "I prefer tea over coffee, can you recommend a shop?",
            "Never suggest seafood.",
            "Always answer in German.",
        )
    ):
        await brain.remember(
            text, speaker="Ana", role="user", occurred_at=f"2026-01-0{day + 1}", extraction=extraction()
        )
    page = await looking.go(f"/brains/{brain.name}/directives")
    assert await looking.barriers() == []
    await page.get_by_role("button", name="Look for more").click()
    await expect(page.get_by_role("row")).to_have_count(5)
    await page.get_by_role("link", name="All", exact=True).click()
    superseded = page.get_by_role("row").filter(has_text="superseded")
    await expect(superseded).to_contain_text("Always answer in French")
    assert await looking.barriers() == []
    await looking.picture("directives")
    await superseded.get_by_role("link", name="Message 1 behind").click()
    await expect(page.get_by_text("Always answer in French.").first).to_be_visible()
