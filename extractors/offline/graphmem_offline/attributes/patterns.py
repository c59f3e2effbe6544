"""The forms of roles as patterns over spaced words."""

from __future__ import annotations

import re
from functools import cache

_WORD = r"(?![,;:?!—](?: |\Z))[^ ]+"
_SLOTS = {
    "<R>": rf"(?P<r>{_WORD}(?: {_WORD}){{0,8}}?)",
    "<C>": rf"(?P<c>{_WORD}(?: {_WORD}){{0,8}}?)",
    "<V>": rf"(?P<v>{_WORD}(?: {_WORD}){{0,6}}?)",
    "<H>": rf"(?P<h>{_WORD}(?: {_WORD}){{0,4}}?)",
    "<O>": rf"(?P<o>{_WORD}(?: {_WORD}){{0,3}}?)",
    "<X>": rf"(?:{_WORD}(?: {_WORD}){{0,4}}?)",
}
_SLOT = re.compile("|".join(_SLOTS))


@cache
def form(pattern: str) -> re.Pattern[str]:
    """Return the pattern of a form; it has to fit a whole clause."""
    return re.compile(_filled(pattern), re.I)


@cache
def phrase(alternatives: str) -> re.Pattern[str]:
    """Return the pattern of whole words within a clause."""
    return re.compile(rf"(?:(?<= )|\A)(?:{_filled(alternatives)})(?= |\Z)", re.I)


def _filled(pattern: str) -> str:
    return _SLOT.sub(lambda slot: _SLOTS[slot[0]], pattern)
