"""Split content into chunks, for extraction and search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

BEFORE_CHARS = 400
"""Characters of a turn that the context of the following turns includes. Statements such as
cypher/ingest/store_episodes.cypher have the same number."""
CONTEXT_CHARS = 1_200
"""A longer turn has no context: the turns before it would push its own words out of the input of an embedder."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an episode that is searched instead of the episode: a turn or a chunk.

    `content`: its text as it came. `said`: the text that is embedded. `search`: the text of the full-text search.
    `context`: the text with the two turns before it, which is embedded as well.
    """

    content: str
    said: str
    search: str
    context: str | None = None
    speaker: str | None = None


def context_of(turn: str, before: Sequence[str]) -> str:
    """Return a turn with the beginnings of the turns before it, for its second vector.

    Args:
        before: the one or two turns before, nearest first.
    """
    if len(turn) > CONTEXT_CHARS:
        return turn
    return "\n".join((*(earlier[:BEFORE_CHARS] for earlier in reversed(before)), turn))


def last_turn(search: str, content: str) -> str:
    """Return the last turn of a search text: the content, with its speaker."""
    if not search.endswith(content):
        return content
    return search[search.rfind("\n", 0, len(search) - len(content)) + 1 :]


def pieces_of_text(content: str, size: int) -> list[Piece]:
    """Return the chunks of long content; none for content of at most `size` characters, which is searched as it is."""
    return [Piece(chunk, chunk, chunk) for chunk in chunks(content, size)] if len(content) > size else []


_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"(?<=[.!?…。！？])\s+"), re.compile(r"\s+"))
"""Where a chunk may end, best first: paragraph, line, sentence, word."""
OVERLAP, OVERLAP_SHARE = 300, 5
"""Most characters of the end of a chunk that the next one repeats; at most a fifth of the size of a chunk."""


def chunks(content: str, size: int) -> list[str]:
    """Return the content in pieces of at most `size` characters, each of which repeats the end of the piece before it.

    A piece ends at a paragraph, else a line, a sentence or a word. It has at least half of `size` characters, but for the
    last one, so that n characters are at most 1 + n / (0.3 × `size`) pieces.
    """
    if len(content) <= size:
        return [content]
    out, start, overlap = [], 0, min(OVERLAP, size // OVERLAP_SHARE)
    while start < len(content):
        end = start + size if start + size < len(content) else len(content)
        if end < len(content):
            end = _best_break(content, start + size // 2, end)
        out.append(content[start:end])
        if end >= len(content):
            break
        start = max(end - overlap, start + 1)
    return out


def _best_break(content: str, low: int, high: int) -> int:
    """Return the last position between `low` and `high` with the best kind of break; `high` without any."""
    for pattern in _BREAKS:
        found = [m.end() for m in pattern.finditer(content, low, high)]
        if found:
            return found[-1]
    return high
