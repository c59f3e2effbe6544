"""What schemathesis has to be told: a body of NDJSON is text."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def ndjson(ctx: Any, value: Any) -> bytes:
    """The text as it stands."""
    return str(value).encode("utf8", "replace")
