"""Sources as a person sees them: a source is rehearsed, retracted and restored."""

from __future__ import annotations

from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking
from tests.story.telling import fact, held, tell


async def test_a_source_is_retracted_and_restored(looking: Looking, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), source="crm")
    await tell(
        brain, "2024-02-01", fact("Ana", "works_at", "Globex"), fact("Ana", "lives_in", "Porto"), source="slack/feed"
    )
    page = await looking.go(f"/brains/{brain.name}/sources")
    row = page.get_by_role("row").filter(has_text="slack/feed")
    await row.get_by_role("spinbutton").fill("0.5")
    await row.get_by_role("button", name="Set the trust of slack/feed").click()
    await expect(row.get_by_role("spinbutton")).to_have_value("0.5")
    await row.get_by_text("Retract …").click()
    assert await looking.barriers() == []
    await row.get_by_role("button", name="Show what would change").click()
    await expect(page.get_by_role("heading", level=2)).to_have_text("This would change 3 facts")
    assert await looking.barriers() == []
    await looking.picture("source-change")
    await page.get_by_role("button", name="Do it").click()
    await expect(row).to_contain_text("2 statements")
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert await looking.barriers() == []
    await looking.picture("sources")
    await row.get_by_role("button", name="Restore what slack/feed said").click()
    await page.get_by_role("button", name="Do it").click()
    await expect(row).not_to_contain_text("retracted")
    assert await held(brain, "Ana", "works_at") == ["Globex"]
