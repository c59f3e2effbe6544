"""The order of saying: where a claim stands among what its session, import or call says at one moment (docs/time.md, R3)."""

from __future__ import annotations

from typing import Final

from graphmem.claims import MIRROR
from graphmem.ingest.stages.records import DistinctClaim

TURN: Final = 1_000_000
"""What a turn of a session or a line of an import counts; a claim within it counts one."""


class SayingOrder:
    """Numbers the claims of a commit, record by record.

    A claim comes after those of its record that may exclude it: about the same relation of the same subject, `per: object` of the
    same object, without direction of either. Of what nothing else of its record concerns the place is that of its turn, whatever
    else the record says. A relation without a sentence is not said at any place.
    """

    def __init__(self) -> None:
        self._next: dict[tuple[int, str, str], int] = {}

    def of(self, claim: DistinctClaim) -> int:
        """Return the number of the next claim; 0 for the first of the first turn."""
        source, place = claim.source, 0
        if claim.claim.origin != MIRROR:
            ends = [(source.n, claim.relation, id_) for id_ in _ends(claim)]
            place = max(self._next.get(end, 0) for end in ends)
            self._next |= dict.fromkeys(ends, place + 1)
        return source.turns_before * TURN + place


def _ends(claim: DistinctClaim) -> tuple[str, ...]:
    if claim.rule.symmetric:
        return claim.subject.id, claim.object.id
    return (claim.object.id,) if claim.rule.per == "object" else (claim.subject.id,)
