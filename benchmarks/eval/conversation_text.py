"""How `conversations.py` compares texts: case and accents are folded, and short words must stand by themselves."""

from __future__ import annotations

import re
import unicodedata

SHORT = 3
"""A text of at most so many characters must stand as words of its own, and so must a text with a digit."""


def norm(text: object) -> str:
    """Return the text with case, accents and spaces folded."""
    plain = unicodedata.normalize("NFKD", str(text).casefold())
    return " ".join("".join(one for one in plain if not unicodedata.combining(one)).split())


def holds_words(part: object, whole: object) -> bool:
    """Whether `whole` contains `part`."""
    inner, outer = norm(part), norm(whole)
    if not inner or inner not in outer:
        return False
    if len(inner) > SHORT and not any(one.isdigit() for one in inner):
        return True
    return re.search(rf"(?<!\w){re.escape(inner)}(?!\w)", outer) is not None


def holds_one(choices: object, whole: object) -> bool:
    """Whether `whole` contains one of the texts `a|b`."""
    return any(holds_words(one, whole) for one in str(choices).split("|"))


def alike(choices: object, other: object) -> bool:
    """Whether one of the texts `a|b` contains the other text or is contained in it."""
    return any(holds_words(one, other) or holds_words(other, one) for one in str(choices).split("|"))
