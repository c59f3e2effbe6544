"""The entity and relation types of a brain, and the rules of relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.curation import invalidate as truth
from graphmem.engine import BrainSubject
from graphmem.explore.explorer import Explorer
from graphmem_contract.changes import Changes
from graphmem_contract.choices import Per, RelationKind, VerbEffect
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import Cardinality
from graphmem_contract.validation import check_choice


class Ontology(BrainSubject):
    """The types of a brain (docs/time.md, R5)."""

    __slots__ = ()

    async def get(self) -> dict[str, Any]:
        """The entity and relation types of this brain, seeded and learnt."""
        return await Explorer(self.engine.store, self.brain).ontology()

    async def set_relation(
        self,
        name: str,
        *,
        cardinality: Cardinality | None = None,
        per: Per | None = None,
        symmetric: bool | None = None,
        synonyms: Sequence[str] | None = None,
        kind: RelationKind | None = None,
        reads_as: Mapping[str, VerbEffect] | None = None,
    ) -> Changes:
        """Set how the values of a relation exclude each other, and derive its periods again (docs/time.md, R5).

        Args:
            synonyms: other names of the relation in later messages; they replace the earlier ones.
            kind: "state": later facts of the relation last, whatever kind a claim has; "claim": the claim decides.
            reads_as: verbs in later messages, by what they say of the relation, as {"jumped_ship": "ends"}; they replace the
                earlier ones.

        Raises:
            InvalidInput: an argument is not usable; nothing was changed.
        """
        if not isinstance(reads_as or {}, Mapping):
            raise InvalidInput("reads_as is an object of verbs, each with begins or ends.", field="reads_as")
        choices = ((cardinality, Cardinality, "cardinality"), (per, Per, "per"), (kind, RelationKind, "kind"))
        effects = ((effect, VerbEffect, "reads_as") for effect in (reads_as or {}).values())
        for value, allowed, field in (*choices, *effects):
            if value is not None:
                check_choice(value, allowed, field)
        if symmetric not in (None, True, False):
            raise InvalidInput("symmetric is True or False.", field="symmetric")
        if isinstance(synonyms, str):
            raise InvalidInput("synonyms is a list of names.", field="synonyms")
        stated = {
            "cardinality": cardinality,
            "per": per,
            "symmetric": symmetric,
            "synonyms": synonyms,
            "kind": kind,
            "reads_as": reads_as,
        }
        return await truth.set_relation(self.engine.store, self.brain, name, **stated)  # type: ignore[arg-type]
