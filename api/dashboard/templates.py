"""The templates, and how values are shown in them. Everything is escaped; SVG comes from functions that escape."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from graphmem.version import __version__
from graphmem_contract.history import words_of
from graphmem_contract.records import rfc3339

from .links import link
from .svg.day_bars import day_bars
from .svg.moment_bars import moment_bars
from .svg.sparkline import sparkline
from .visitor import PAGE_COOKIE, Visitor, is_secure

FOLDER = Path(__file__).parent
CLIPPED = 400
VIEWS = frozenset(
    {
        "episodes",
        "facts",
        "entities",
        "graph",
        "time",
        "recall",
        "contradictions",
        "directives",
        "observations",
        "clusters",
        "proposals",
        "sources",
        "forgetting",
    }
)
"""The views of a brain beside its overview."""
PAGE_COOKIE_SECONDS = 30 * 24 * 3600


def moment(value: datetime | None, otherwise: str = "never") -> Markup:
    """Return a system time as an element that the page's script shows in the viewer's zone; without the script it is UTC."""
    if value is None:
        return Markup("{}").format(otherwise)
    utc = value.astimezone(UTC)
    return Markup('<time datetime="{}" title="{} UTC" data-local>{} UTC</time>').format(
        rfc3339(utc), utc.strftime("%Y-%m-%d %H:%M:%S"), utc.strftime("%Y-%m-%d %H:%M")
    )


def day(value: datetime | date | None, otherwise: str = "–") -> Markup:
    """Return a valid time: a day where it is midnight UTC, else day and time, always in UTC, as days are stored."""
    if value is None:
        return Markup("{}").format(otherwise)
    if not isinstance(value, datetime):
        return Markup('<time datetime="{0}">{0}</time>').format(value.isoformat())
    utc = value.astimezone(UTC)
    shown = utc.strftime("%Y-%m-%d" if (utc.hour, utc.minute, utc.second) == (0, 0, 0) else "%Y-%m-%d %H:%M")
    return Markup('<time datetime="{}" title="{} UTC">{}</time>').format(
        rfc3339(utc), utc.strftime("%Y-%m-%d %H:%M:%S"), shown.lstrip("0") or shown
    )


def count(value: int) -> str:
    """Return a number with thin spaces between thousands."""
    return f"{value:,}".replace(",", "\u202f")


def clip(text: str | None, most: int = CLIPPED) -> str:
    """Return the beginning of a text; what a list shows of a long one."""
    return text if text is None or len(text) <= most else text[:most].rstrip() + " …"  # type: ignore[return-value]


def pretty(value: Any) -> str:
    """Return a value as indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


def sentence(text: str) -> str:
    """Return a text with a capital letter first; the others stay as they are."""
    return text[:1].upper() + text[1:]


def given(value: datetime | None) -> str:
    """Return a moment as a field of a form holds it: a day where it is midnight UTC; empty for none."""
    return rfc3339(value).removesuffix("T00:00:00Z") if value else ""


def tojson_text(value: Any) -> str:
    """Return a value as JSON, for an attribute that a script reads. The template escapes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def environment() -> Environment:
    """Return the templates. A name that a template does not get is an error."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "moment": moment,
        "day": day,
        "count": count,
        "clip": clip,
        "pretty": pretty,
        "given": given,
        "sentence": sentence,
        "condition": words_of,
        "tojson_text": tojson_text,
    }
    made.globals |= {
        "link": link,
        "sparkline": sparkline,
        "day_bars": day_bars,
        "moment_bars": moment_bars,
        "version": __version__,
        "views": VIEWS,
    }
    return made


_TEMPLATES = environment()


def page(request: Request, name: str, who: Visitor, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a template as a page, with the cookie that the forms of a new browser need."""
    path = str(request.url.path)
    text = _TEMPLATES.get_template(name).render(
        who=who, path=path, here=address_of(request), origin=str(request.base_url).rstrip("/"), **values
    )
    answer = HTMLResponse(text, status, {"Cache-Control": "no-store"})
    if who.new_cookie:
        answer.set_cookie(
            PAGE_COOKIE, who.new_cookie, max_age=PAGE_COOKIE_SECONDS, httponly=True, samesite="lax",
            secure=is_secure(request),
        )  # fmt: skip
    return answer


def address_of(request: Request) -> str:
    """Return path and query of a request."""
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")
