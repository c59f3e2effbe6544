"""Log in with a key, as a person does: what a key may see, and what ends the login."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.test_server import serving
from tests.browser.looking import Looking


@pytest.fixture
async def keyed_site(reading: Memory, keys_removed: None) -> AsyncIterator[str]:
    """The address of the service, with keys; the keys are removed afterwards."""
    async with serving(create_app(memory=reading, keyed=True)) as port:
        yield f"http://127.0.0.1:{port}"


async def test_a_read_key_sees_its_brain_without_buttons_until_it_is_revoked(
    browser: Browser, keyed_site: str, reading: Memory, told: Brain, brain: Brain
) -> None:
    await brain.create()
    key = await reading.keys.create("reader", [told.name], ["memory:read"])
    async with Looking.opened(browser, keyed_site, check=False) as person:
        page = await person.go(f"/brains/{told.name}")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
        assert await person.barriers() == []
        await page.get_by_label("API key").fill("gmk_wrong")
        await page.get_by_role("button", name="Log in").click()
        await expect(page.get_by_role("alert")).to_contain_text("unknown")
        await page.get_by_label("API key").fill(key.key)
        await page.get_by_role("button", name="Log in").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text(told.name)
        assert page.url == f"{keyed_site}/brains/{told.name}", "it leads back to where the person wanted to go"
        await expect(page.get_by_role("link", name="Forget")).to_have_count(0)
        await expect(page.get_by_role("link", name="Settings")).to_have_count(0)
        await page.goto("/")
        await expect(page.get_by_label("Name of a new brain")).to_have_count(0)
        await expect(page.get_by_role("link", name=told.name)).to_be_visible()
        await expect(page.get_by_role("link", name=brain.name)).to_have_count(0)
        for path in (f"/brains/{brain.name}", f"/brains/{told.name}/settings"):
            answer = await page.goto(path)
            assert answer is not None
            assert answer.status == 403
            await expect(page.get_by_role("alert")).to_contain_text("no scope")

        kept = await page.context.cookies()
        assert [(one["name"], one["httpOnly"], one["sameSite"]) for one in kept if "login" in one["name"]] == [
            ("graphmem_login", True, "Lax")
        ]
        assert not [one for one in kept if key.key in one["value"]]
        await reading.keys.revoke(key.id)
        await page.goto(f"/brains/{told.name}")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Log in")


async def test_log_out_ends_the_login_in_the_graph_too(browser: Browser, keyed_site: str, reading: Memory) -> None:
    key = await reading.keys.create("admin", ["*"], ["admin"])
    async with Looking.opened(browser, keyed_site) as person:
        page = await person.go("/login")
        await page.get_by_label("API key").fill(key.key)
        await page.get_by_role("button", name="Log in").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Brains")
        cookies = await page.context.cookies()
        await page.get_by_role("button", name="Log out").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
        await page.context.add_cookies(cookies)  # type: ignore[arg-type]
        await page.goto("/")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
