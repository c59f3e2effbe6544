"""Time travel as a person sees it: two sliders, the facts and the picture of the moment, and two moments compared."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_moves_through_valid_time_and_compares_two_moments(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/time?entity=Marina+Duarte")
    valid = page.get_by_role("slider", name="Held at")
    await expect(page.get_by_role("table")).to_contain_text("Fjord Robotics")
    count = len((await told.timeline.moments(limit=240)).valid)
    assert await valid.get_attribute("max") == str(count), "a position for each moment, and now"
    await valid.focus()
    before = page.url
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("status").filter(has_text="What held on")).to_be_visible()
    await expect(page).not_to_have_url(before)
    assert "valid_at=" in page.url
    assert "change" in str(await valid.get_attribute("aria-valuetext"))

    await page.goto(f"/brains/{told.name}/time?entity=Marina+Duarte&valid_at=2024-10-15")
    table = page.get_by_role("table")
    await expect(table).to_contain_text("Altura Labs")
    await expect(table).not_to_contain_text("Fjord Robotics")
    canvas = page.locator(".canvas")
    facts = await told.entities.facts("Marina Duarte", valid_at="2024-10-15", named=False)
    await expect(canvas).to_have_attribute("data-edges", str(len(facts)))
    assert await looking.barriers() == []
    await looking.picture("time")

    await page.get_by_role("link", name="Compare with now").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Compare two moments")
    differences = page.get_by_role("region", name="What differs")
    ended = differences.get_by_role("listitem").filter(has_text="Altura Labs").first
    await expect(ended).to_contain_text("ended")
    await expect(ended).to_contain_text("−")
    began = differences.get_by_role("listitem").filter(has_text="Fjord Robotics").first
    await expect(began).to_contain_text("+")
    assert await looking.barriers() == []
    await looking.picture("compare")


async def test_system_time_tells_what_was_believed(looking: Looking, told: Brain) -> None:
    said = (await told.episodes.list(text="Lisbon"))[-1]
    believed_at = (await told.episodes.changes(said.id)).recorded_at
    assert believed_at is not None
    known = believed_at.isoformat().replace("+00:00", "Z")
    page = await looking.go(f"/brains/{told.name}/time?entity=Tom%C3%A1s+Duarte&valid_at=2026-05-01&known_at={known}")
    await expect(page.get_by_role("table")).to_contain_text("Lisbon")
    await page.locator('[data-slider="known_at"] [data-step="now"]').click()
    await expect(page.get_by_role("table")).not_to_contain_text("Lisbon")
    assert "known_at" not in page.url
    assert "valid_at=2026-05-01" in page.url
    await page.get_by_role("link", name="Compare with now").click()
    await page.get_by_label("As believed at (UTC)").first.fill(known)
    await page.get_by_label("Held at (UTC)").last.fill("2026-05-01")
    await page.get_by_role("button", name="Compare").click()
    differences = page.get_by_role("region", name="What differs")
    await expect(differences.get_by_role("listitem").filter(has_text="Lisbon").first).to_contain_text(
        "no longer believed"
    )


@pytest.mark.wide
async def test_time_plays_and_pauses(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/time?valid_at=2024-10-15")
    block = page.locator('[data-slider="valid_at"]')
    slider = block.get_by_role("slider")
    start = await slider.input_value()
    await block.get_by_role("button", name="Play").click()
    await expect(block.get_by_role("button", name="Pause")).to_be_visible()
    await expect(slider).not_to_have_value(start)
    await block.get_by_role("button", name="Pause").click()
    await expect(block.get_by_role("button", name="Play")).to_be_visible()
    there = await slider.input_value()
    await page.wait_for_timeout(1500)
    assert await slider.input_value() == there


@pytest.mark.wide
async def test_the_positions_of_valid_time_follow_what_was_believed(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/time")
    valid, known = page.get_by_role("slider", name="Held at"), page.get_by_role("slider", name="As believed")
    every = await valid.get_attribute("max")
    await known.focus()
    await page.keyboard.press("Home")
    await expect(valid).not_to_have_attribute("max", str(every))
    assert "known_at=" in page.url
