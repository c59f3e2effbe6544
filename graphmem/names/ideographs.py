"""Traditional and simplified Chinese signs."""

from __future__ import annotations

from functools import cache, lru_cache

from opencc import OpenCC


@lru_cache(maxsize=16384)
def simplified(text: str) -> str:
    """Return a text with simplified signs for traditional ones; other signs stay."""
    return str(_converter().convert(text))


@cache
def _converter() -> OpenCC:
    return OpenCC("t2s")
