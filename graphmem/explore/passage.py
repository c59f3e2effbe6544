"""The passage of a text that has most words of a question. Pure."""

from __future__ import annotations

import re

from graphmem.graph.fulltext import words

LONGEST_TURN = 600
"""Most characters of a passage."""
_WORD = re.compile(r"\w+")


def passage_of(content: str, speaker: str | None, question: str) -> str:
    """Return the passage of an episode that has the most words of the question, at most `LONGEST_TURN` characters."""
    text = plain(content)
    room = LONGEST_TURN - (len(speaker) + 2 if speaker else 0)
    if len(text) > room:
        at = _densest(text.casefold(), set(words(question.casefold())), room)
        text = f"{'…' if at else ''}{text[at : at + room - 2]}…"
    return f"{speaker}: {text}" if speaker else text


def _densest(text: str, asked: set[str], room: int) -> int:
    """Return the start of the window with the most distinct words of the question. It is the start of a word."""
    starts = [m.start() for m in _WORD.finditer(text) if m[0] in asked]
    begins = [0, *(text.rfind(" ", 0, max(0, start - room // 4)) + 1 for start in starts)]
    return max(begins, key=lambda at: (len(asked.intersection(_WORD.findall(text[at : at + room]))), -at))


def plain(text: str) -> str:
    """Return the text on one line, so that a name or a sentence cannot add a line to the context."""
    return " ".join(text.split())
