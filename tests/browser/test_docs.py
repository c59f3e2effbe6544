"""The documentation of the API is served whole by the service itself."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.looking import Looking


async def test_the_documentation_is_drawn_without_any_other_host(looking: Looking) -> None:
    page = await looking.go("/docs")
    await expect(page.locator("#operations-brain-rememberEpisode")).to_be_visible()
    await page.locator("#operations-brains-listBrains").click()
    await expect(page.get_by_text("The brains that the key may access")).to_be_visible()
    await looking.picture("docs")
