"""What a relation without a sentence of its own rests on: what its message said about both ends (S0-55, S0-56)."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.ingest.sentences import MIRROR
from graphmem.ingest.temporal import Dated
from graphmem.ingest.wordings import Wordings

Said = tuple[Dated, tuple[str, ...]]
"""A dated claim of a message, and the ids under which its fact will be found, any of them."""


def evidence_of(mirror: Dated, said: Sequence[Said], wordings: Wordings) -> tuple[tuple[str, ...], ...]:
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


def _lasts(dated: Dated, mirror: Dated) -> bool:
    claim = dated.candidate.claim
    if claim.action != "holds" or dated.candidate.source.n != mirror.candidate.source.n:
        return False
    return dated.end.at is None or (mirror.end.at is not None and mirror.end.at <= dated.end.at)


def _names(dated: Dated, wordings: Wordings) -> frozenset[str]:
    return wordings.named_in(dated.candidate.claim.text)


def _of_one_and_naming_the_other(dated: Dated, mirror: Dated, wordings: Wordings) -> bool:
    owners = {dated.candidate.subject.id, dated.candidate.object.id}
    ends = {mirror.candidate.subject.id, mirror.candidate.object.id}
    return any(end in owners and ends - {end} <= _names(dated, wordings) | owners for end in ends)
