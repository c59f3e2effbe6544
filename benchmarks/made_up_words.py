"""Invented words and names, the same for the same random generator."""

from __future__ import annotations

from random import Random

_SYLLABLES = (
    *("bra", "cel", "dor", "fin", "gul", "hem", "iva", "jor"),
    *("kel", "lum", "mon", "nev", "pra", "ros", "sil", "tor"),
)


def made_up(dice: Random, syllables: int = 3) -> str:
    """Return a word in lower case."""
    return "".join(dice.choices(_SYLLABLES, k=syllables))


def full_name(dice: Random) -> str:
    """Return two words as a person's name."""
    return " ".join(made_up(dice).capitalize() for _ in range(2))
