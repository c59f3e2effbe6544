"""Topics as a person sees them: looked for, listed, opened, and recalled by an overview."""

from __future__ import annotations

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking
from tests.story.telling import fact, tell


async def test_topics_are_found_opened_and_recalled(looking: Looking, brain: Brain) -> None:
    firm = [fact(name, "works_at", "Acme") for name in ("Ana", "Bruno", "Clara")]
    club = [fact(name, "member_of", "Larks") for name in ("Eva", "Finn", "Gus")]
    await tell(brain, "2026-01-01", *firm, *club, fact("Eva", "lives_in", "Porto"))
    page = await looking.go(f"/brains/{brain.name}/clusters")
    assert await looking.barriers() == []
    await page.get_by_role("button", name="Look again").click()
    await expect(page.get_by_role("article")).to_have_count(2)
    assert await looking.barriers() == []
    await looking.picture("clusters")
    await page.get_by_role("link", name="Acme, Ana, Bruno").click()
    await expect(page.get_by_role("row")).to_have_count(4)
    assert await looking.barriers() == []
    await looking.picture("cluster")
    await looking.go(f"/brains/{brain.name}/recall?query=Who+is+at+Acme&recipe=overview")
    await expect(page.get_by_role("heading", name="Topics")).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("overview-recall")
