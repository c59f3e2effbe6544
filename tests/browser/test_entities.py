"""Entities as a person sees them: found by name, with their life line, merged after a rehearsal and parted again."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from graphmem.brain import Brain
from tests.browser.looking import Looking


async def test_a_person_sees_the_life_line_of_somebody(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/entities")
    assert await looking.barriers() == []
    await looking.picture("entities")
    await page.get_by_label("Name or alias").fill("Nina")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name="Marina Duarte").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Marina Duarte")
    life = page.get_by_role("group", name="Facts of Marina Duarte over time")
    nina = await told.entities.get("Nina")
    facts = await told.entities.facts(nina.id, include_closed=True, named=False, limit=300)
    await expect(life.locator("rect")).to_have_count(len(facts))
    await expect(life.locator(".lane").filter(has_text="works_at")).to_be_visible()
    await expect(page.get_by_role("group", name="Neighbours of Marina Duarte")).to_contain_text("Joel Ferreira")
    await expect(page.get_by_role("region", name="Facts that hold now")).to_contain_text("Fjord Robotics")
    assert await looking.barriers() == []
    await looking.picture("entity")

    await page.get_by_label("Held at (UTC)").fill("2024-10-15")
    await page.get_by_role("button", name="Show").click()
    await expect(page.get_by_role("region", name="Facts then")).to_contain_text("Altura Labs")
    await expect(page.get_by_role("region", name="Facts then")).not_to_contain_text("Fjord Robotics")
    await life.get_by_role("link", name="Fjord Robotics").first.click()
    await expect(page.get_by_role("heading", name="Both timelines")).to_be_visible()


async def test_two_entities_become_one_after_a_rehearsal_and_part_again(looking: Looking, brain: Brain) -> None:
    before = {
        name: (await brain.entities.add(name=name, type="person")).id for name in ("Marina Duarte", "Marina Duarti")
    }
    for id_, likes in zip(before.values(), ("tea", "rain"), strict=True):
        await brain.add_fact(subject=id_, relation="likes", object=likes)
    page = await looking.go(f"/brains/{brain.name}/entities/{before['Marina Duarte']}")
    similar = page.get_by_role("region", name="May be the same")
    await expect(similar).to_contain_text("Marina Duarti")
    await similar.get_by_role("button").click()
    await expect(page.get_by_role("main")).to_contain_text("would become one with")
    assert await looking.barriers() == []
    assert len(await brain.entities.list()) == 2, "a rehearsal changes nothing"
    await page.get_by_role("button", name="Merge them").click()
    await expect(page.get_by_role("region", name="Names and merges")).to_contain_text("Marina Duarti")
    assert len(await brain.entities.list()) == 1
    await page.get_by_role("button", name="Take back …").click()
    await expect(page.get_by_role("main")).to_contain_text("would be an entity of its own again")
    assert await looking.barriers() == []
    await page.get_by_role("button", name="Take it back").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Marina Duarti")
    assert len(await brain.entities.list()) == 2


@pytest.mark.wide
async def test_an_entity_is_edited(looking: Looking, brain: Brain) -> None:
    entity = await brain.entities.add(name="Ana", type="person")
    page = await looking.go(f"/brains/{brain.name}/entities/{entity.id}")
    await expect(page.get_by_text("No fact is known about it.")).to_be_visible()
    await page.get_by_text("Edit …").click()
    await page.get_by_label("Name", exact=True).fill("Ana Lima")
    await page.get_by_label("Further names").fill("Aninha\nNina")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ana Lima")
    changed = await brain.entities.get(entity.id)
    assert {"Ana", "Aninha", "Nina"} <= set(changed.aliases)


@pytest.mark.wide
async def test_two_who_were_taken_for_one_are_split_after_a_rehearsal(looking: Looking, brain: Brain) -> None:
    one = await brain.entities.add(name="Odile Marchetti", type="person")
    for relation, object_ in (("likes", "tea"), ("keeps", "bees"), ("plays", "the harp")):
        await brain.add_fact(subject=one.id, relation=relation, object=object_)
    page = await looking.go(f"/brains/{brain.name}/entities/{one.id}")
    await page.get_by_text("Two in one: split another entity off …").click()
    await page.get_by_role("checkbox", name="keeps bees").check()
    await page.get_by_label("Its name").fill("Odile Marchand")
    await looking.picture("entity-split")
    form = page.locator("form").filter(has=page.get_by_label("Its name"))
    await form.get_by_role("button", name="Rehearse").click()
    await expect(page.get_by_role("main")).to_contain_text("would become an entity of its own")
    assert await looking.barriers() == []
    await looking.picture("split")
    assert len(await brain.entities.list()) == 1, "a rehearsal changes nothing"
    await page.get_by_role("button", name="Split them").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Odile Marchand")
    await expect(page.get_by_role("region", name="Facts that hold now")).to_contain_text("bees")
    assert {fact.object for fact in await brain.facts(subject=one.id)} == {"tea", "the harp"}
