"""A screenshot of Neo4j Browser with the neighbourhood of a person: `CALL graphmem.bfs(…)` in graphmem's style.

usage: python -m benchmarks.browser_screenshot BRAIN PERSON FILE.png [--chromium /usr/bin/chromium]

The embedded Neo4j must run: `graphmem demo --keep` starts it and prints the name of the brain. The script needs
`pip install playwright` and a Chromium (on Debian: apt install chromium). graphmem itself needs neither.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from graphmem.demo.run import query
from graphmem.embedded import server
from graphmem.embedded.password import USER, password
from graphmem.graph.statements import cypher_root
from graphmem.settings import settings

SIZE = {"width": 1500, "height": 1000}
CLIPBOARD = ["clipboard-read", "clipboard-write"]
CONNECT_MS, STYLE_MS, DRAW_MS = 8_000, 3_000, 12_000


def main() -> int:
    """Open Browser, log in, paste the style and the query, and save the picture."""
    arguments = _arguments()
    running = server.status(settings())
    if running.phase != "running" or running.browser_url is None:
        sys.stderr.write("The embedded Neo4j is not running; `graphmem neo4j start` starts it.\n")
        return 1
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=arguments.chromium, args=["--no-sandbox"])
        page = chromium.new_context(viewport=SIZE, permissions=CLIPBOARD).new_page()
        _log_in(page, running.browser_url, password(running.data_dir))
        _run(page, f":style {(cypher_root() / 'browser' / 'style.grass').read_text('utf8')}", STYLE_MS)
        _run(page, query(arguments.brain, arguments.person), DRAW_MS)
        page.screenshot(path=arguments.file)
        chromium.close()
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("brain")
    parser.add_argument("person")
    parser.add_argument("file", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return parser.parse_args()


def _log_in(page: Any, address: str, word: str) -> None:
    page.goto(address, wait_until="domcontentloaded")
    page.get_by_test_id("connect").wait_for(timeout=60_000)
    page.get_by_test_id("username").fill(USER)
    page.get_by_test_id("password").fill(word)
    page.get_by_test_id("connect").click()
    page.wait_for_timeout(CONNECT_MS)


def _run(page: Any, text: str, wait_ms: int) -> None:
    """Paste a command. If it were typed, the editor would close the braces twice."""
    page.locator(".monaco-editor").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(wait_ms)


if __name__ == "__main__":
    sys.exit(main())
