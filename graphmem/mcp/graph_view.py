"""The graph view of MCP Apps: a page that a host shows beside the answer of a tool that returns facts.

The page takes the facts from the answer that the host gives it, and calls nothing (`graph_view.html`; MCP Apps, 2026-01-26).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp_types import Resource, TextResourceContents

URI: Final = "ui://graphmem/graph"
EXTENSIONS: Final[dict[str, dict[str, Any]]] = {EXTENSION_ID: {}}
"""What the server announces."""
SHOWN_FOR: Final = frozenset({"recall", "facts", "entity", "neighbours"})
"""Tools whose answers have facts."""


def resource() -> Resource:
    """Return the page as a resource."""
    about = "The facts of an answer as a graph"
    return Resource(uri=URI, name="graph", title="Graph of the facts", description=about, mime_type=APP_MIME_TYPE)


def meta(tool: str) -> dict[str, Any] | None:
    """Return what names the page in the list of tools; None for a tool that returns no facts."""
    return {"ui": {"resourceUri": URI}} if tool in SHOWN_FOR else None


def page() -> TextResourceContents:
    """Return the page."""
    return TextResourceContents(uri=URI, mime_type=APP_MIME_TYPE, text=_html())


@cache
def _html() -> str:
    return Path(__file__).with_suffix(".html").read_text("utf8")
