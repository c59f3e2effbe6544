"""The graph as a person sees it: start from a search, open nodes, find a path, and read what is drawn in tables too."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from graphmem.brain import Brain
from tests.browser.looking import Looking

PLACES = """() => Object.fromEntries(window.graphmemPicture.cy.nodes().map(
    (node) => [node.id(), [Math.round(node.position('x')), Math.round(node.position('y'))]]))"""
SPOT = """(id) => {
    const at = window.graphmemPicture.cy.getElementById(id).renderedPosition();
    const box = document.querySelector('.canvas').getBoundingClientRect();
    return [box.x + at.x, box.y + at.y];
}"""


async def drawn(page: Page) -> tuple[int, int]:
    """How many nodes and edges the picture has."""
    canvas = page.locator(".canvas")
    return int(await canvas.get_attribute("data-nodes") or 0), int(await canvas.get_attribute("data-edges") or 0)


async def test_a_person_walks_the_graph_from_a_search(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/graph")
    await expect(page.get_by_role("heading", name="Start from one of the newest")).to_be_visible()
    await page.get_by_label("Start at").fill("Nina")
    await page.get_by_role("button", name="Search").click()
    await expect(page.get_by_role("application", name="The graph around Marina Duarte")).to_be_visible()
    nina = await told.entities.get("Nina")
    around = await told.graph.neighbours(nina.id, limit=400)
    ends = {nina.id} | {end for one in around for end in (one.fact.subject_id, one.fact.object_id)}
    assert await drawn(page) == (len(ends), len(around))
    await expect(page.get_by_role("table", name="Edges of the picture").get_by_role("row")).to_have_count(
        len(around) + 1
    )
    places = await page.evaluate(PLACES)
    assert len({tuple(at) for at in places.values()}) == len(ends), "no node hides another"

    # A click opens an entity; what was drawn stays where it is.
    other = next(one.entity for one in around if one.entity and one.entity.name == "Tomás Duarte")
    await page.mouse.click(*await page.evaluate(SPOT, other.id))
    await expect(page.get_by_role("complementary")).to_contain_text("Tomás Duarte")
    await expect(page.locator(f'[data-node="{other.id}"]')).to_contain_text("open")
    assert f"more={other.id}" in page.url, "the address can be sent to somebody"
    later = await page.evaluate(PLACES)
    assert len(later) > len(places)
    assert {id_: later[id_] for id_ in places} == places
    assert await looking.barriers() == []
    await looking.picture("graph")

    await page.go_back()
    await expect(page.locator(".canvas")).to_have_attribute("data-nodes", str(len(places)))
    await page.reload()
    await page.get_by_role("textbox", name="Path to").fill("Recife")
    await page.get_by_role("button", name="Show").click()
    await expect(
        page.get_by_role("table", name="Edges of the picture").get_by_text("path", exact=True).first
    ).to_be_visible()


async def test_an_edge_tells_its_sentence_and_its_source(looking: Looking, told: Brain) -> None:
    nina = await told.entities.get("Nina")
    (job,) = await told.facts("Nina", "works_at")
    page = await looking.go(f"/brains/{told.name}/graph?entity={nina.id}&relation=works_at")
    await page.evaluate("(id) => window.graphmemPicture.find(id)", job.id)
    panel = page.get_by_role("complementary")
    await expect(panel).to_contain_text(job.text)
    await expect(panel.get_by_role("link", name=job.text)).to_have_attribute(
        "href", f"/brains/{told.name}/facts/{job.id}"
    )
    await expect(panel.locator("li")).not_to_have_count(0)
    await page.get_by_text("The same graph in Neo4j Browser").click()
    await expect(page.locator("pre")).to_contain_text(f'start: ["{nina.id}"]')


@pytest.mark.wide
async def test_the_graph_is_walked_by_keyboard_alone(looking: Looking, told: Brain) -> None:
    nina = await told.entities.get("Nina")
    page = await looking.go(f"/brains/{told.name}/graph?entity={nina.id}")
    canvas = page.locator(".canvas")
    before = await drawn(page)
    await canvas.focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("complementary")).to_contain_text("Marina Duarte")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        await page.keyboard.press(key)
    await page.get_by_role("link", name="Open Tomás Duarte").focus()
    await expect(page.locator("[data-said]")).to_contain_text("Tomás Duarte")
    await page.keyboard.press("Enter")
    await expect(canvas).not_to_have_attribute("data-nodes", str(before[0]))
    await canvas.focus()
    for key in ("+", "-", "0"):
        await page.keyboard.press(key)


@pytest.mark.wide
async def test_five_hundred_nodes_are_drawn_apart_and_stay(looking: Looking, told: Brain) -> None:
    page = await looking.go(f"/brains/{told.name}/graph?entity={(await told.entities.get('Nina')).id}")
    found = await page.evaluate(
        """() => {
            const names = [...Array(500).keys()].map((number) => `n${number}`);
            const nodes = names.map((id) => ({ id, name: id, kind: 'entity', type: 'x', role: '', facts: 1 }));
            const edges = names.slice(1).map((id, at) => (
                { id: `e${id}`, source: names[Math.floor(at / 6)], target: id, relation: 'knows', mark: '' }));
            const picture = window.graphmemPicture;
            picture.draw({ nodes, edges });
            const first = new Map(picture.cy.nodes().map((node) => [node.id(), { ...node.position() }]));
            const more = { id: 'late', name: 'late', kind: 'entity', type: 'x', role: '', facts: 1 };
            const joined = { id: 'el', source: 'n1', target: 'late', relation: 'r', mark: '' };
            picture.draw({ nodes: [...nodes, more], edges: [...edges, joined] });
            const moved = [...first].filter(([id, at]) => {
                const now = picture.cy.getElementById(id).position();
                return now.x !== at.x || now.y !== at.y;
            });
            const all = picture.cy.nodes().map((node) => node.position());
            let near = Infinity;
            for (let i = 0; i < all.length; i += 1) for (let j = 0; j < i; j += 1) {
                near = Math.min(near, Math.hypot(all[i].x - all[j].x, all[i].y - all[j].y));
            }
            return { moved: moved.length, near, count: all.length };
        }"""
    )
    assert (found["moved"], found["count"]) == (0, 501)
    assert found["near"] > 15, "a node is 18 pixels wide"
