"""The addresses without a brain: health, readiness, dashboard, documentation."""

from __future__ import annotations

import re

import httpx

from graphmem.memory import Memory
from graphmem.version import __version__
from tests.api.conftest import Api


async def test_the_process_and_the_database_answer(client: httpx.AsyncClient) -> None:
    assert (await client.get("/health")).json() == {"status": "ok", "version": __version__}
    assert (await client.get("/ready")).json() == {"status": "ready"}


async def test_the_page_fetches_nothing_from_elsewhere(client: httpx.AsyncClient, memory: Memory) -> None:
    page = await client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert "{{" not in page.text
    links = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    assert {"/docs", "/dashboard/style.css", "/dashboard/page.js"} <= set(links)
    for link in links:
        assert link.startswith("/"), link
        assert (await client.get(link)).status_code == 200, link
    assert f'data-browser-url="{memory.browser_url or ""}"' in page.text


async def test_what_the_page_asks_for_exists(client: httpx.AsyncClient, api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    script = (await client.get("/dashboard/page.js")).text
    assert set(re.findall(r"stats\.(\w+)", script)) <= set((await api.get("/stats")).json())
    brain = (await client.get("/v1/brains", params={"limit": 1})).json()["brains"][0]
    assert set(re.findall(r"brain\.(\w+)", script)) <= set(brain)
