"""Episodes as a person sees them: found by filters, read with what each changed, replayed and forgotten."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.errors import ModelTimeout
from graphmem_contract.records import SuppliedExtraction
from tests.browser.looking import Looking
from tests.conftest import altered


async def failed_brain(memory: Memory, brain: Brain) -> Brain:
    """A brain with one message that a model failed to read, and one that was only stored."""

    def fail(request: Request) -> SuppliedExtraction:
        raise ModelTimeout("The model gave no answer within 30 s.")

    failing = ScriptedExtractor(fail)
    broken = altered(memory, models=Models(failing, None, HashEmbedder())).brain(brain.name)
    await brain.remember("I like tea.", speaker="Ana", skip_extraction=True)
    result = await broken.remember("Ana works at Acme.", speaker="Leo", session_id="chat-1", tags=["work"])
    assert not result.success
    return brain


async def test_a_person_finds_a_message_and_sees_what_it_changed(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/episodes")
    await expect(page.get_by_role("table")).to_contain_text("extracted")
    await expect(page.get_by_text("Queue: nothing waits.")).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("episodes")
    await page.get_by_role("link", name="More episodes").click()
    await page.get_by_role("link", name="First page").click()

    await page.get_by_label("Text").fill("fjord robotics")
    await page.get_by_role("button", name="Filter").click()
    await expect(page).to_have_url(f"{looking.site}/brains/{told.name}/episodes?text=fjord+robotics")
    rows = page.get_by_role("row").filter(has_text="Fjord Robotics")
    assert await rows.count() >= 1
    changes = [await told.episodes.changes(one.id) for one in await told.episodes.list(text="fjord robotics")]
    ended = next(one for one in changes if {"added", "ended"} <= {effect.effect for effect in one.effects})
    await page.goto(f"/brains/{told.name}/episodes/{ended.episode_id}")
    changed = page.get_by_role("region", name="What it changed")
    await expect(changed).to_contain_text("added")
    await expect(changed).to_contain_text("ended")
    await expect(changed.locator("del").first).to_contain_text("now")
    await expect(page.locator("mark.name").first).to_be_visible()
    stages = page.get_by_role("region", name="Seven stages")
    await expect(stages.locator(".strip li")).to_have_count(7)
    await page.get_by_text("Entity resolve").last.click()
    await expect(stages.get_by_text("is_new").first).to_be_visible()
    assert await looking.barriers() == []
    await looking.picture("episode")
    await changed.get_by_role("link").first.click()
    await expect(page.get_by_role("heading", name="Both timelines")).to_be_visible()


async def test_a_failed_message_comes_first_on_request_and_is_replayed(
    looking: Looking, reading: Memory, brain: Brain
) -> None:
    await failed_brain(reading, brain)
    page = await looking.go(f"/brains/{brain.name}/episodes?failed_first=true")
    await expect(page.get_by_role("row").nth(1)).to_contain_text("failed")
    await page.get_by_role("link", name="Ana works at Acme.").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(page.get_by_text("its reading failed")).to_be_visible()
    assert await looking.barriers() == []
    await page.get_by_role("button", name="Replay").click()
    await expect(page.get_by_role("region", name="What it changed")).to_contain_text("works at Acme")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("extracted")

    await page.goto(f"/brains/{brain.name}/episodes")
    await page.get_by_label("Choose: I like tea.").check()
    await page.get_by_role("button", name="Replay the chosen").click()
    await expect(page.get_by_role("listitem")).to_contain_text("extracted")
    assert (await brain.overview.stats()).episodes == {"extracted": 2}


@pytest.mark.wide
async def test_a_message_is_rehearsed_with_other_settings_and_forgotten_after_a_look(
    looking: Looking, reading: Memory, brain: Brain
) -> None:
    said = await reading.brain(brain.name).remember("Ana works at Acme.", speaker="Leo")
    page = await looking.go(f"/brains/{brain.name}/episodes/{said.episode_id}")
    await page.get_by_label("fuzzy_threshold").fill("0.9")
    await page.get_by_role("button", name="Rehearse").click()
    await expect(page.get_by_text("fuzzy_threshold = 0.9")).to_be_visible()
    await expect(page.get_by_role("region", name="The first time")).to_contain_text("added")
    await expect(page.get_by_role("region", name="This time")).to_contain_text("confirmed")
    assert await looking.barriers() == []
    await page.get_by_role("link", name="Back to the episode").click()
    await page.get_by_role("link", name="Forget …").click()
    await expect(page.get_by_role("main")).to_contain_text("Facts that would go")
    await expect(page.get_by_role("main")).to_contain_text("Acme")
    assert (await brain.overview.stats()).episodes == {"extracted": 1}, "a look changes nothing"
    await page.get_by_role("button", name="Forget for good").click()
    await expect(page.get_by_text("Nothing was said yet.")).to_be_visible()
    assert (await brain.overview.stats()).facts == 0
