"""Evidence of a relation without a sentence: a fact of the same message about its two ends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.claims import MIRROR
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.records import DatedClaim
from graphmem.names.normalize import fold, slug

StatedClaim = tuple[DatedClaim, tuple[str, ...]]
"""A dated claim of a message, and the ids under which its fact may be stored."""


def evidence_of(mirror: DatedClaim, stated: Sequence[StatedClaim], wordings: Wordings) -> tuple[tuple[str, ...], ...]:
    """Return the evidence of a claim as sets of fact ids: its own, if it has some.

    A mirror without evidence rests on the fact with the highest confidence whose text names both ends. Without such a fact
    it rests on the one with the highest confidence that belongs to one end and names the other. Without that it rests on
    nothing. Only facts of the same message count.

    A fact that ends before the mirror is no evidence: the end of a visit does not end where somebody lives.
    """
    candidate = mirror.candidate
    if candidate.claim.origin != MIRROR or candidate.claim.evidence:
        return candidate.claim.evidence
    lasting = [pair for pair in stated if _lasts(pair[0], mirror) and pair[0].candidate.claim.origin != MIRROR]
    both = [
        pair for pair in lasting if _named_entities(pair[0], wordings) >= {candidate.subject.id, candidate.object.id}
    ]
    near = [pair for pair in lasting if _of_one_and_naming_the_other(pair[0], mirror, wordings)]
    best = max(both or near, key=lambda pair: pair[0].candidate.claim.confidence, default=None)
    return tuple((fact_id,) for fact_id in best[1]) if best else ()


def _lasts(dated: DatedClaim, mirror: DatedClaim) -> bool:
    """Whether a claim of the same record holds at least as long as the mirror."""
    claim = dated.candidate.claim
    if claim.action != "holds" or dated.candidate.source.n != mirror.candidate.source.n:
        return False
    return dated.end.at is None or (mirror.end.at is not None and mirror.end.at <= dated.end.at)


def _named_entities(dated: DatedClaim, wordings: Wordings) -> frozenset[str]:
    return wordings.named_in(dated.candidate.claim.text)


def _of_one_and_naming_the_other(dated: DatedClaim, mirror: DatedClaim, wordings: Wordings) -> bool:
    """Whether a claim belongs to one end of the mirror and names the other."""
    owners = {dated.candidate.subject.id, dated.candidate.object.id}
    ends = {mirror.candidate.subject.id, mirror.candidate.object.id}
    return any(end in owners and ends - {end} <= _named_entities(dated, wordings) | owners for end in ends)


LEAST_LETTERS = 3
"""Letters of a name that is searched for. A shorter name matches too many sentences."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Wordings:
    """The names of the entities of a message.

    `spaced`: normalised name → entity id. `unspaced`: folded name → entity id, for scripts without spaces between words
    and scripts that attach endings to names. `longest`: number of words in the longest name.
    """

    spaced: Mapping[str, str]
    unspaced: Mapping[str, str]
    longest: int

    @classmethod
    def of(cls, resolved: Resolved) -> Wordings:
        """Return the names and aliases of the resolved entities. A name of several entities means the first."""
        names = [(entity.name, entity.id) for ends in resolved.ends.values() for entity in ends]
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
        """Return the ids of the entities whose names are whole words of the text. Case and accents are ignored.

        The longest match counts: the text "Ana Souza" does not name another entity "Ana".
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
