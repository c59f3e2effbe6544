"""The known entities that mentions were compared with, with their scores. Bounded, so that a trace stays small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.entity_ref import Considered, EntityRef

MOST_TRACED_MENTIONS: Final = 50
"""Mentions of a batch whose candidates are kept."""
MOST_TRACED_CANDIDATES: Final = 5
"""Candidates of a mention that are kept, the best first."""
NOT_COMPARED: Final = {"alias": "a shared alias", "kin": "a relationship"}
"""How a candidate was found whose names were not compared, by `Candidate.through`."""


Similarity = tuple[Candidate, float | None, str]
"""(candidate, similarity of the names, reason)."""


@dataclass(slots=True)
class ConsideredSoFar:
    """The candidates of the mentions of a batch, as far as they are resolved. `scored`: those of the present mention."""

    scored: Sequence[Similarity] = ()
    rows: list[Considered] = field(default_factory=list)
    mentions: int = 0

    def keep(self, mention: str, candidates: Sequence[Candidate], chosen: EntityRef | None) -> None:
        """Keep the candidates of the present mention: what it resolved to first, then by score."""
        scored, self.scored = self.scored, ()
        if self.mentions >= MOST_TRACED_MENTIONS or not (candidates or scored):
            return
        self.mentions += 1
        found: dict[str, Similarity] = {one[0].id: one for one in scored}
        for known in candidates:
            if known.exact:
                found[known.id] = (known, 1.0, "the same name")
            elif known.through:
                found.setdefault(known.id, (known, None, NOT_COMPARED.get(known.through, known.through)))
        id_ = chosen.id if chosen else None
        ranked = sorted(found.values(), key=lambda one: (one[0].id != id_, -(one[1] or 0.0), one[0].id))
        self.rows += [_row(mention, *one, id_) for one in ranked[:MOST_TRACED_CANDIDATES]]


def _row(mention: str, known: Candidate, score: float | None, reason: str, chosen: str | None) -> Considered:
    similar = None if score is None else round(score, 3)
    return Considered(
        mention, known.id, known.name, known.type, similar, reason, round(known.support, 3), known.id == chosen
    )
