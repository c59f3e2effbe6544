"""Long content in pieces that overlap, so that nothing is cut in the middle of its sense (S1-15)."""

from __future__ import annotations

import re

_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"(?<=[.!?…。！？])\s+"), re.compile(r"\s+"))
OVERLAP = 300


def chunks(content: str, size: int) -> list[str]:
    """Pieces of at most `size` characters, cut at paragraphs, lines, sentences or words, each repeating the end of the last."""
    if len(content) <= size:
        return [content]
    out, start = [], 0
    while start < len(content):
        end = start + size if start + size < len(content) else len(content)
        if end < len(content):
            end = _break(content, start + size // 2, end)
        out.append(content[start:end])
        if end >= len(content):
            break
        start = max(end - OVERLAP, start + 1)
    return out


def _break(content: str, low: int, high: int) -> int:
    for pattern in _BREAKS:
        found = [m.end() for m in pattern.finditer(content, low, high)]
        if found:
            return found[-1]
    return high
