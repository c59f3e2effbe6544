"""Operations as a person sees them: queues, versions, indexes, findings."""

from __future__ import annotations

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_sees_how_the_service_is(looking: Looking, told: Brain) -> None:
    page = await looking.go("/")
    await page.get_by_role("link", name="Operations").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Operations")
    await looking.settled()
    await expect(page.get_by_role("region", name="Versions")).to_contain_text("Neo4j")
    await expect(page.get_by_role("region", name="Indexes")).to_contain_text("are online")
    await expect(page.get_by_role("region", name="Stages")).to_contain_text("entity_resolve")
    await expect(page.get_by_role("region", name="Findings")).to_contain_text("Python")
    await expect(page.get_by_role("region", name="API keys")).to_contain_text("There is no key")
    assert await looking.barriers() == []
    await looking.picture("operations")
