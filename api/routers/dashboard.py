# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The dashboard page: brains, counts, and links to the documentation and Neo4j Browser."""

from __future__ import annotations

from html import escape
from pathlib import Path

from fastapi import APIRouter, Response

from ..deps import AnyMemory
from ..route import StrictRoute

router = APIRouter(include_in_schema=False, route_class=StrictRoute)

_FOLDER = Path(__file__).parent.parent / "dashboard"
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


@router.get("/")
async def get_page(memory: AnyMemory) -> Response:
    """The page. It fetches its data from the API, with a key if the service requires one."""
    page = (_FOLDER / "index.html").read_text("utf8")
    browser = escape(memory.browser_url or "", quote=True)
    return Response(page.replace("{{browser_url}}", browser), headers=_HEADERS, media_type="text/html")


@router.get("/dashboard/style.css")
async def get_style() -> Response:
    """The style sheet of the page."""
    return Response((_FOLDER / "style.css").read_text("utf8"), headers=_HEADERS, media_type="text/css")


@router.get("/dashboard/page.js")
async def get_script() -> Response:
    """The script of the page."""
    return Response((_FOLDER / "page.js").read_text("utf8"), headers=_HEADERS, media_type="text/javascript")
