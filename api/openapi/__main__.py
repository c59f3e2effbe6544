# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Compare the committed OpenAPI document with what the service says, or write it.

usage: python -m api.openapi [--write]

Without --write: exit status 1 if they differ; each difference is printed. With --write: docs/openapi.json is written, unless a
change breaks clients of the committed one and CHANGELOG.md does not name the operation of that change under "Unreleased".
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from graphmem.settings import Settings

from ..main import create_app
from .changes import DocumentChange, changes

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "openapi.json"
CHANGELOG = ROOT / "CHANGELOG.md"


def current() -> dict[str, Any]:
    """Return the document of the service; no database is needed for it."""
    return create_app(Settings(_env_file=None, openai_api_key=None)).openapi()


def committed() -> dict[str, Any]:
    """Return the document in docs/."""
    return dict(json.loads(FILE.read_text("utf8")))


def text_of(document: dict[str, Any]) -> str:
    """Return a document as it is committed."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def untold(found: list[DocumentChange], changelog: str) -> list[DocumentChange]:
    """Return the breaking changes whose operation the changelog does not name among the changes since the last version."""
    unreleased = re.split(r"^## ", changelog, flags=re.MULTILINE)[1]
    return [one for one in found if one.breaks and f"`{one.operation}`" not in unreleased]


def main() -> int:
    """Compare or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/openapi.json")
    options = parser.parse_args()
    now = current()
    before = committed() if FILE.exists() else now
    found = changes(before, now)
    for one in found:
        print(one)
    if not options.write:
        return int(text_of(now) != text_of(before))
    missing = untold(found, CHANGELOG.read_text("utf8"))
    if missing:
        names = ", ".join(sorted({f"`{one.operation}`" for one in missing}))
        print(
            f"Name these operations under Unreleased in CHANGELOG.md, with what clients must change: {names}",
            file=sys.stderr,
        )
        return 1
    FILE.write_text(text_of(now), "utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
