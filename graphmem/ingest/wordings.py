"""Which entities of a message stand in a sentence, by any of their names (S0-52)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.ingest.entity_resolve import Resolved
from graphmem.ingest.names import fold, slug

LEAST_LETTERS = 3
"""Shorter names stand in too many words and sentences (S0-52)."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Wordings:
    """Every name of the entities of a message. `spaced`: normalised name → entity id; `unspaced`: folded names in
    scripts that do not put spaces between words, or hang endings on names; `longest`: words in the longest name."""

    spaced: Mapping[str, str]
    unspaced: Mapping[str, str]
    longest: int

    @classmethod
    def of(cls, resolved: Resolved) -> Wordings:
        """The names under which a message's entities are known here; of homonyms the first is meant."""
        names = [(end.name, end.id) for ends in resolved.ends.values() for end in ends]
        names += [(alias[1], alias[2]) for alias in resolved.aliases]
        spaced: dict[str, str] = {}
        unspaced: dict[str, str] = {}
        for name, id_ in names:
            if _UNSPACED.search(name):
                unspaced.setdefault(fold(name.strip()), id_)
            elif sum(letter.isalnum() for letter in name) >= LEAST_LETTERS:
                spaced.setdefault(slug(name), id_)
        return cls(spaced, unspaced, max((name.count("_") + 1 for name in spaced), default=0))

    def named_in(self, text: str) -> frozenset[str]:
        """Ids of the entities whose name stands in the text as whole words, whatever case and accents.

        The longest name counts: where Ana Souza is named, another Ana is not.
        """
        found, words, at = set[str](), slug(text).split("_"), 0
        while at < len(words):
            size = next((n for n in range(self.longest, 0, -1) if "_".join(words[at : at + n]) in self.spaced), 0)
            found |= {self.spaced["_".join(words[at : at + size])]} if size else set()
            at += size or 1
        if self.unspaced:
            folded = fold(text)
            found |= {id_ for name, id_ in self.unspaced.items() if len(name) > 1 and name in folded}
        return frozenset(found)
