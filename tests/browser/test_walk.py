"""Four walks from the first page, each with the clicks that it takes: nothing a person needs lies deeper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.browser.looking import Looking
from tests.browser.test_episodes import failed_brain

pytestmark = pytest.mark.wide


@dataclass
class Walker:
    """A person who begins at the list of brains, and counts clicks."""

    looking: Looking
    clicks: int = 0

    async def begin(self, brain: Brain) -> Any:
        page = await self.looking.go("/")
        await self.click(page.get_by_role("link", name=brain.name, exact=True))
        return page

    async def click(self, where: Locator) -> None:
        self.clicks += 1
        await where.click()


async def test_a_failed_message_is_found_and_replayed(looking: Looking, reading: Memory, brain: Brain) -> None:
    await failed_brain(reading, brain)
    walker = Walker(looking)
    page = await walker.begin(brain)
    await walker.click(page.get_by_role("region", name="Newest failures").get_by_role("link").first)
    await expect(page.get_by_role("alert")).to_contain_text("no answer within 30 s")
    await looking.picture("walk-failed")
    await walker.click(page.get_by_role("button", name="Replay"))
    await expect(page.get_by_role("region", name="What it changed")).to_contain_text("works at Acme")
    await looking.picture("walk-replayed")
    assert walker.clicks == 3


async def test_a_contradiction_is_understood_and_put_right_with_what_fell(looking: Looking, brain: Brain) -> None:
    await brain.add_fact(
        subject="Leo", relation="works_at", object="Initech", valid_from="2024-01-01", object_is_entity=True
    )
    job = await brain.add_fact(
        subject="Leo", relation="works_at", object="Hooli", valid_from="2025-01-01", object_is_entity=True
    )
    await brain.add_fact(subject="Leo", relation="may_enter", object="Hooli Garage", evidence_ids=[job.id])
    walker = Walker(looking)
    page = await walker.begin(brain)
    await walker.click(page.get_by_role("link", name="Contradictions", exact=True).first)
    await looking.picture("walk-contradiction")
    later = page.get_by_role("region", name="In its place")
    await walker.click(later.get_by_text("Put it right …"))
    await walker.click(later.get_by_role("button", name="This was never true …"))
    await expect(page.locator(".tree").first).to_contain_text("Hooli Garage")
    await looking.picture("walk-rehearsal")
    await walker.click(page.get_by_role("button", name="Do it"))
    assert [fact.object for fact in await brain.facts("Leo", "works_at")] == ["Initech"]
    assert list(await brain.facts("Leo", "may_enter")) == []
    assert walker.clicks == 5


async def test_two_moments_are_compared(looking: Looking, told: Brain) -> None:
    walker = Walker(looking)
    page = await walker.begin(told)
    await walker.click(page.get_by_role("link", name="Time travel", exact=True))
    await page.get_by_role("slider", name="Held at").focus()
    await page.keyboard.press("PageDown")
    await expect(page.get_by_role("status").filter(has_text="What held on")).to_be_visible()
    await walker.click(page.get_by_role("link", name="Compare with now"))
    differences = page.get_by_role("region", name="What differs")
    await expect(differences.get_by_role("listitem").first).to_be_visible()
    await looking.picture("walk-compared")
    assert walker.clicks == 3


async def test_a_recall_is_explained(looking: Looking, told: Brain) -> None:
    walker = Walker(looking)
    page = await walker.begin(told)
    await walker.click(page.get_by_role("link", name="Recall", exact=True))
    await page.get_by_label("Question").fill("Where does Marina work?")
    await walker.click(page.get_by_role("button", name="Recall", exact=True))
    answer = page.get_by_role("region", name="Answer")
    await expect(answer.get_by_role("list", name="Facts")).to_contain_text("Fjord Robotics")
    await walker.click(answer.locator("details").filter(has_text="had ended").locator("summary"))
    await expect(answer).to_contain_text("Altura Labs")
    await looking.picture("walk-recall")
    assert walker.clicks == 4
