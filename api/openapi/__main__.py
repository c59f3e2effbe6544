# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Write docs/openapi.json as the service says it, from which the clients are made.

usage: python -m api.openapi
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphmem.settings import Settings

from ..main import create_app

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "openapi.json"


def current() -> dict[str, Any]:
    """Return the document of the service; no database is needed for it."""
    return create_app(Settings(_env_file=None, openai_api_key=None)).openapi()


def text_of(document: dict[str, Any]) -> str:
    """Return a document as it is committed."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text_of(current()), "utf8")
