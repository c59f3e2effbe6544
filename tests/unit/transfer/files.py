"""Exports made by hand, with a footer that fits."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from graphmem.transfer.lines import json_line

AT = {"t": "2026-03-01T09:00:00Z"}
BRAIN: dict[str, Any] = {"kind": "Brain", "properties": {"revision": 7, "lastRecordedAt": AT}}
VALUE: dict[str, Any] = {"kind": "Value", "properties": {"id": "tea", "brain": None, "recordedAt": AT}}
ANA: dict[str, Any] = {
    "kind": "Entity", "properties": {"id": "ana", "brain": None, "name": "Ana"}, "embed": {"embedding": {"property": "name"}},
}  # fmt: skip
LIKES: dict[str, Any] = {
    "kind": "FACT", "start": ["Entity", "ana"], "end": ["Value", "tea"], "properties": {"brain": None, "factId": "f"},
}  # fmt: skip


def header(lines: Sequence[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """The header of an export of these lines, by an embedder "fake" of two dimensions."""
    return {
        "graphmem": "export", "format": 1, "schema": 1, "last_recorded_at": AT["t"], "embedder": "fake", "dimensions": 2,
        "counts": dict(Counter(line["kind"] for line in lines)), **changes,
    }  # fmt: skip


def file_of(*lines: dict[str, Any], **changes: Any) -> list[str]:
    """The lines of a whole file."""
    body = [json_line(header(lines, **changes)), *map(json_line, lines)]
    digest = hashlib.sha256("".join(f"{line}\n" for line in body).encode()).hexdigest()
    return [*body, json.dumps({"graphmem": "end", "lines": len(body), "sha256": digest})]
