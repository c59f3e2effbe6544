"""What a relation without a sentence of its own rests on: what its message said about both ends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.claims import MIRROR
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.records import DatedClaim
from graphmem.names.normalize import fold, slug

StatedClaim = tuple[DatedClaim, tuple[str, ...]]
"""A dated claim of a message, and the ids under which its fact will be found, any of them."""


def evidence_of(mirror: DatedClaim, said: Sequence[StatedClaim], wordings: Wordings) -> tuple[tuple[str, ...], ...]:
    """What a claim rests on: what it says itself; for a mirror the surest fact of its message that names both ends, else
    the surest that belongs to one end and names the other; nothing, if there is none.

    A fact that ends before the mirror would is no evidence for it: a visit that is over does not end where somebody lives.
    """
    one = mirror.candidate
    if one.claim.origin != MIRROR or one.claim.evidence:
        return one.claim.evidence
    lasting = [pair for pair in said if _lasts(pair[0], mirror) and pair[0].candidate.claim.origin != MIRROR]
    both = [pair for pair in lasting if _names(pair[0], wordings) >= {one.subject.id, one.object.id}]
    near = [pair for pair in lasting if _of_one_and_naming_the_other(pair[0], mirror, wordings)]
    best = max(both or near, key=lambda pair: pair[0].candidate.claim.confidence, default=None)
    return tuple((fact_id,) for fact_id in best[1]) if best else ()


def _lasts(dated: DatedClaim, mirror: DatedClaim) -> bool:
    claim = dated.candidate.claim
    if claim.action != "holds" or dated.candidate.source.n != mirror.candidate.source.n:
        return False
    return dated.end.at is None or (mirror.end.at is not None and mirror.end.at <= dated.end.at)


def _names(dated: DatedClaim, wordings: Wordings) -> frozenset[str]:
    return wordings.named_in(dated.candidate.claim.text)


def _of_one_and_naming_the_other(dated: DatedClaim, mirror: DatedClaim, wordings: Wordings) -> bool:
    owners = {dated.candidate.subject.id, dated.candidate.object.id}
    ends = {mirror.candidate.subject.id, mirror.candidate.object.id}
    return any(end in owners and ends - {end} <= _names(dated, wordings) | owners for end in ends)


LEAST_LETTERS = 3
"""Shorter names stand in too many words and sentences."""
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
