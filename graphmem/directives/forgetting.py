"""Words by which people ask a memory to forget. Pure."""

from __future__ import annotations

import re
from typing import Final

from graphmem.languages.language import languages
from graphmem.names.normalize import fold

_WORDS: Final = tuple(one.forgetting for one in languages("forgetting"))
_VERBS, _KEEPING, _NOT, _NOT_BEHIND = (
    "|".join(getattr(one, name) for one in _WORDS) for name in ("verbs", "keeping", "denials", "denials_behind")
)
_MAY_ASK: Final = re.compile(
    rf"\b(?:{_VERBS})\b|\b(?:{_NOT})\W+(?:\w+\W+){{0,2}}(?:{_KEEPING})\b|"
    rf"\b(?:{_KEEPING})\W+(?:\w+\W+){{0,4}}(?:{_NOT_BEHIND})\b"
)


def may_ask_to_forget(text: str) -> bool:
    """Whether a text has words by which somebody may ask to forget something. Most texts that have them do not ask."""
    return _MAY_ASK.search(fold(text).replace("’", "'")) is not None
