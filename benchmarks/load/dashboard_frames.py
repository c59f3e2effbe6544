"""Times between frames while the graph view with some 500 nodes is dragged and zoomed, beside a page without a picture."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import Any

import numpy as np
from fastapi import FastAPI
from playwright.async_api import Page, async_playwright

from graphmem.brain import Brain
from tests.api.test_server import serving

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")
NODES = 500
LASTS_MS = 6000
MOST_OPENED = 12
FRAMES = """(lasts) => new Promise((done) => {
  const times = [];
  let last = performance.now();
  const end = last + lasts;
  const tick = (now) => {
    times.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(tick);
    else done(times.slice(1));
  };
  requestAnimationFrame(tick);
})"""


async def frames_of_the_graph(app: FastAPI, brain: Brain, start: str) -> dict[str, float]:
    """Draw `NODES` nodes around an entity and drag them: milliseconds between frames, and of a page without a picture.

    Without a browser on this machine there are no figures.
    """
    path = os.environ.get("GRAPHMEM_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        return {}
    address = await _address(brain, start)
    async with serving(app) as port, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(120_000)
        await page.goto(f"http://127.0.0.1:{port}/brains/{brain.name}/settings")
        plain = await _dragged(page, "main")
        await page.goto(f"http://127.0.0.1:{port}{address}")
        canvas = page.locator("[data-graph] .canvas[data-nodes]")
        await canvas.wait_for()
        nodes = int(await canvas.get_attribute("data-nodes") or 0)
        if nodes < NODES:
            raise ValueError(f"The picture has {nodes} nodes, fewer than {NODES}; a brain of 100,000 facts has enough.")
        drawn = await _dragged(page, "[data-graph] .canvas")
        await browser.close()
    return {"graph.nodes": nodes, **_figures("graph", drawn), **_figures("plain", plain)}


async def _address(brain: Brain, start: str) -> str:
    """The address of a picture: two steps from the start, and the busiest entities at its edge opened."""
    around = await brain.graph.neighbours(start, hops=2, limit=400)
    outer = {one.entity.id: one.entity.fact_count for one in around if one.entity and one.hops > 1}
    busiest = sorted(outer, key=lambda id_: -outer[id_])[:MOST_OPENED]
    opened = "".join(f"&more={id_}" for id_ in busiest)
    return f"/brains/{brain.name}/graph?entity={(await brain.entities.get(start)).id}&hops=2{opened}"


async def _dragged(page: Page, selector: str) -> list[float]:
    """The times between frames while the mouse drags over an element, and turns its wheel."""
    box = await page.locator(selector).first.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + min(box["height"], 600) / 2)
    counting: asyncio.Task[Any] = asyncio.create_task(page.evaluate(FRAMES, LASTS_MS))
    await page.mouse.move(*middle)
    for turn in range(1_000_000):
        if counting.done():
            break
        await page.mouse.down()
        await page.mouse.move(middle[0] + 150 * (-1) ** turn, middle[1] + 60 * (-1) ** (turn // 2), steps=12)
        await page.mouse.up()
        await page.mouse.wheel(0, 120 * (-1) ** turn)
    return [float(one) for one in counting.result()]


def _figures(name: str, times: list[float]) -> dict[str, float]:
    return {
        f"{name}.frames_per_second": round(1000 * len(times) / sum(times), 1),
        f"{name}.frame_p95_ms": round(float(np.percentile(times, 95)), 1),
        f"{name}.frame_longest_ms": round(max(times), 1),
    }
