"""`Resolved`, the output of stage 2: the entities that the mentions of a batch resolve to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.claims import ClaimSource, NameQuestion
from graphmem.ingest.resolution.entity_ref import AliasRow, Considered, EntityRef
from graphmem.ingest.resolution.references import Terms, reference_of
from graphmem.names.normalize import slug


@dataclass(frozen=True, slots=True)
class Resolved:
    """Output of stage 2.

    `ends`: normalised name → entities, the first one preferred. `aliases`: aliases to store. `questions`: cache key → a
    question that only the judge can answer. Until it is answered, the entities are those without a judge. `considered`: the
    candidates of the first mentions, for the trace.
    """

    ends: Mapping[str, tuple[EntityRef, ...]]
    aliases: tuple[AliasRow, ...]
    questions: Mapping[str, NameQuestion]
    terms: Terms = "entity"
    considered: tuple[Considered, ...] = ()

    def end(self, name: str, source: ClaimSource) -> EntityRef | None:
        """Return the entity that a wording refers to in its source."""
        kinds = ("other", "person")  # of a word such as "Brother" only the mention may say that it is a person
        norms = (*(reference_of(name, kind, source, self.terms).norm for kind in kinds), slug(name))
        return next((self.ends[norm][0] for norm in norms if self.ends.get(norm)), None)

    @property
    def entities(self) -> tuple[EntityRef, ...]:
        """Return every entity once, in the order of the names."""
        first: dict[str, EntityRef] = {}
        for entities in self.ends.values():
            for entity in entities:
                first.setdefault(entity.id, entity)
        return tuple(first.values())
