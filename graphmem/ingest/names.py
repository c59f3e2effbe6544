"""Names: folding, slugs, keys, and words that stand for the speaker."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from rapidfuzz import fuzz

_WORD = re.compile(r"[^\W_]+")
_PRONOUNS = frozenset(
    [
        "i",
        "me",
        "my",
        "myself",
        "mine",
        "user",
        "eu",
        "mim",
        "yo",
        "mí",
        "mi",
        "je",
        "moi",
        "ich",
        "mich",
        "mir",
        "ik",
        "io",
        "我",
        "私",
        "僕",
        "俺",
        "я",
    ]
)
GENERIC_TYPES = frozenset({"", "other", "entity", "thing", "unknown"})
"""Types that say nothing, and so fit every other type."""


def fold(text: str) -> str:
    """Case and accents folded, in every script."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    decomposed = unicodedata.normalize("NFKD", plain.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


def slug(name: str) -> str:
    """The normalised name: folded letters and digits of every script, words joined by `_` (S0-34); "unknown" if none."""
    return "_".join(_WORD.findall(fold(name))) or _unspeakable(name)


def _unspeakable(name: str) -> str:
    return f"sign_{_digest(name.strip())[:12]}" if name.strip() else "unknown"


def entity_key(type_: str, name: str) -> str:
    """`type:slug`, before homonyms are told apart by `~n`."""
    return f"{type_}:{slug(name)[:200]}"


def free_key(base: str, taken: set[str]) -> str:
    """`base`, or the first `base~n` nobody has."""
    if base not in taken:
        return base
    return next(key for n in range(2, len(taken) + 3) if (key := f"{base}~{n}") not in taken)


def value_key(text: str) -> str:
    """The key of a value: the same words, whatever their case and spacing, are the same value."""
    words = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    return f"{slug(words)[:60]}#{_digest(words)[:16]}"


def brain_token(brain: str) -> str:
    """One full-text token made from a brain's name; full text cannot filter by an exact property."""
    return f"b{_digest(brain)[:24]}0"


def entity_type(type_: str) -> str:
    """Types are free-form and lower-case (S0-22)."""
    return slug(type_) if type_.strip() else "other"


def is_pronoun(name: str) -> bool:
    """Whether the word stands for the speaker (S0-39)."""
    return name.strip().casefold() in _PRONOUNS


def same_kind(one: str, other: str) -> bool:
    """Whether two types can belong to one entity: equal, or one of them says nothing."""
    return one == other or one in GENERIC_TYPES or other in GENERIC_TYPES


def similarity(one: str, other: str) -> float:
    """How alike two names are written, 0 to 1, whatever the order of their words."""
    a, b = fold(one), fold(other)
    return max(fuzz.token_sort_ratio(a, b), fuzz.ratio(a, b)) / 100


def begins(short: str, long: str) -> bool:
    """Whether `short` is a first part of `long`: its first words, or a diminutive of four letters and more (S0-35)."""
    a, b = slug(short), slug(long)
    if len(a) < 3 or a == b or not b.startswith(a):
        return False
    return b[len(a)] == "_" or (len(a) >= 4 and "_" not in a)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf8", "surrogatepass")).hexdigest()
