"""The names and the dates in a text, marked. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

MOST_MARKS = 500
MOST_NAMES = 200


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of a text. `kind` None = plain; `title`: what a mark means."""

    text: str
    kind: Literal["name", "date"] | None = None
    title: str = ""


def marked(text: str, names: Iterable[tuple[str, str]], dates: Iterable[tuple[str, str]]) -> tuple[TextPiece, ...]:
    """Return the text in pieces: names and dates with what they mean, and what lies between them.

    Where two overlap, the longer one is marked. The pieces together are the text.

    Args:
        names, dates: wordings with their titles. A name is found as a whole word, in any case.
    """
    spans = sorted(_spans(text, names, dates), key=lambda span: (span[0], -span[1]))[:MOST_MARKS]
    pieces, at = [], 0
    for start, end, kind, title in spans:
        if start < at:
            continue
        if start > at:
            pieces.append(TextPiece(text[at:start]))
        pieces.append(TextPiece(text[start:end], kind, title))
        at = end
    if at < len(text):
        pieces.append(TextPiece(text[at:]))
    return tuple(pieces)


Span = tuple[int, int, Literal["name", "date"], str]


def _spans(text: str, names: Iterable[tuple[str, str]], dates: Iterable[tuple[str, str]]) -> Iterator[Span]:
    for words, title in dates:
        at = text.find(words)
        if words and at >= 0:
            yield at, at + len(words), "date", title
    titles = {name.lower(): title for name, title in list(names)[:MOST_NAMES] if name.strip()}
    if titles:
        pattern = "|".join(re.escape(name) for name in sorted(titles, key=len, reverse=True))
        for found in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE):
            yield found.start(), found.end(), "name", titles.get(found[0].lower(), "")
