"""Signals that a message is worth remembering. They decide when a session is extracted, instead of turn by turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from graphmem.languages.language import languages
from graphmem_contract.records import Message

LONG = 500
"""A message of more characters is always a signal."""

_PHRASES = [phrase.casefold() for one in languages("words") if not one.words.unspaced for phrase in one.words.signals]
_UNSPACED = [phrase for one in languages("words") if one.words.unspaced for phrase in one.words.signals]
_WORDED = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, dict.fromkeys(_PHRASES)))})(?!\w)")


def is_signal(content: str, role: str | None = None, messages: Sequence[Message] = ()) -> bool:
    """Whether a message has a signal of a language (whole words, in any case), is long, or calls a tool or is its result.

    One such turn of a chat is enough. System turns do not count.
    """
    if messages:
        return any(turn.tool_calls or _is_signal(turn.content, turn.role) for turn in messages)
    return _is_signal(content, role)


def _is_signal(text: str, role: str | None) -> bool:
    if role == "system":
        return False
    if role in ("tool", "function"):
        return bool(text.strip())
    folded = " ".join(normalize("NFC", text).replace("’", "'").casefold().split())
    return len(text) > LONG or _WORDED.search(folded) is not None or any(phrase in folded for phrase in _UNSPACED)
