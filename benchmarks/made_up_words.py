"""Words and names that nobody has, always the same from the same dice."""

from __future__ import annotations

from random import Random

_SYLLABLES = (
    *("bra", "cel", "dor", "fin", "gul", "hem", "iva", "jor"),
    *("kel", "lum", "mon", "nev", "pra", "ros", "sil", "tor"),
)


def made_up(dice: Random, syllables: int = 3) -> str:
    """A word in small letters."""
    return "".join(dice.choices(_SYLLABLES, k=syllables))


def full_name(dice: Random) -> str:
    """Two words as a person's name."""
    return " ".join(made_up(dice).capitalize() for _ in range(2))
