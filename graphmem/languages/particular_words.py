"""The words of a language for a person's particulars in a list: "City: Ulm", "Employer: Acme"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ParticularWords:
    """Alternatives of regular expressions. `keys`: the words before the colon by relation. `name`: those for the own name.

    `none`: values that say that there is nothing.
    """

    keys: Mapping[str, str]
    name: str
    none: str
