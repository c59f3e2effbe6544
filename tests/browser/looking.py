"""A person who looks at pages, and what went wrong behind them: errors of the console, requests elsewhere, barriers."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, Response, expect

AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"
expect.set_options(timeout=30_000)
ZONE = "America/Sao_Paulo"
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
EXPECTED_CSP = "default-src 'self'; script-src 'self'; style-src 'self'; frame-ancestors 'none'"


@dataclass
class Looking:
    """One window of a browser."""

    page: Page
    site: str
    problems: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    without_policy: list[str] = field(default_factory=list)

    @staticmethod
    @asynccontextmanager
    async def opened(
        browser: Browser, site: str, *, theme: str = "light", size: dict[str, int] = WIDE, check: bool = True
    ) -> AsyncIterator[Looking]:
        """A new window without cookies. `check`: at its end nothing may have gone wrong."""
        context = await browser.new_context(
            viewport=size, color_scheme=theme, timezone_id=ZONE, locale="en-GB", base_url=site
        )  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        person = Looking(await context.new_page(), site)
        person._watch()
        try:
            yield person
            if check:
                person.nothing_went_wrong()
        finally:
            await context.close()

    def _watch(self) -> None:
        self.page.on("console", lambda m: self.problems.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.on("response", self._check)

    def _note(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.site).netloc:
            self.elsewhere.append(url)

    def _check(self, response: Response) -> None:
        is_page = response.headers.get("content-type", "").startswith("text/html")
        if is_page and response.headers.get("content-security-policy") != EXPECTED_CSP:
            self.without_policy.append(response.url)

    async def go(self, path: str) -> Page:
        """Open an address of the service and wait until its parts are loaded."""
        await self.page.goto(path)
        await self.settled()
        return self.page

    async def settled(self) -> None:
        """Wait until no part of the page is loading."""
        await self.page.wait_for_load_state("networkidle")
        await expect(self.page.locator(".loading")).to_have_count(0)

    def nothing_went_wrong(self) -> None:
        """No error in the console, no request to another host, no page without its policy."""
        assert self.problems == []
        assert self.elsewhere == []
        assert self.without_policy == []

    async def barriers(self) -> list[dict[str, Any]]:
        """What axe finds serious or critical on the page."""
        if not await self.page.evaluate("() => 'axe' in window"):
            await self.page.evaluate(AXE.read_text("utf8"))
        found = await self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            {"id": one["id"], "impact": one["impact"], "nodes": [node["html"][:200] for node in one["nodes"][:3]]}
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]

    async def overflows(self) -> bool:
        """Whether the page is wider than the window."""
        return bool(
            await self.page.evaluate(
                "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
            )
        )

    async def picture(self, name: str) -> None:
        """Keep a picture of the whole page, where `GRAPHMEM_SCREENSHOTS` names a folder."""
        if folder := os.environ.get("GRAPHMEM_SCREENSHOTS"):
            await self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)
