"""Hooks for schemathesis: an NDJSON body is text."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def ndjson(ctx: Any, value: Any) -> bytes:
    """Return the text unchanged."""
    return str(value).encode("utf8", "replace")
