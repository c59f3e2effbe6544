"""The output of stage 2: the entities that the names of a batch resolve to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.claims import ClaimSource, NameQuestion
from graphmem.ingest.resolution.entity_ref import AliasRow, EntityRef
from graphmem.ingest.resolution.references import Terms, reference_of
from graphmem.names.normalize import slug


@dataclass(frozen=True, slots=True)
class Resolved:
    """Output of stage 2. `ends`: normalised name → entities; `aliases` to register, first written first preferred;
    `questions`: what only the judge can settle, by cache key; until they are answered, what follows without a judge."""

    ends: Mapping[str, tuple[EntityRef, ...]]
    aliases: tuple[AliasRow, ...]
    questions: Mapping[str, NameQuestion]
    terms: Terms = "entity"

    def end(self, name: str, source: ClaimSource) -> EntityRef | None:
        """The entity meant by a wording in a source."""
        found = self.ends.get(reference_of(name, "other", source, self.terms).norm) or self.ends.get(slug(name), ())
        return found[0] if found else None

    @property
    def entities(self) -> tuple[EntityRef, ...]:
        """Every entity met, once, as it was met first."""
        first: dict[str, EntityRef] = {}
        for ends in self.ends.values():
            for end in ends:
                first.setdefault(end.id, end)
        return tuple(first.values())
