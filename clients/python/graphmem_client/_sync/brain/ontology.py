"""The entity and relation types of a brain, and the rules of relations."""

# Derived by clients/python/scripts/generate.py from _async/brain/ontology.py.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.answers import OBJECT
from graphmem_client.calls import Call, json_bytes, segment
from graphmem_contract.changes import Changes
from graphmem_contract.choices import Per, RelationKind, VerbEffect
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import Cardinality


class Ontology(BrainSubject):
    """The types of a brain."""

    __slots__ = ()

    def get(self) -> dict[str, Any]:
        """The entity and relation types of this brain, seeded and learnt."""
        return (self._service.reply(Call("getOntology", "GET", self._at("/ontology")))).value(OBJECT)

    def set_relation(
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
        """Set how the values of a relation exclude each other, and derive its periods again.

        Args:
            synonyms: other names of the relation in later messages; they replace the earlier ones.
            kind: "state": later facts of the relation last, whatever kind a claim has; "claim": the claim decides.
            reads_as: verbs in later messages, by what they say of the relation, as {"jumped_ship": "ends"}; they replace the
                earlier ones.

        Raises:
            InvalidInput: an argument is not usable; nothing was changed.
        """
        if isinstance(synonyms, str):
            raise InvalidInput("synonyms is a list of names.", field="synonyms")
        asked = {
            "cardinality": cardinality,
            "per": per,
            "symmetric": symmetric,
            "synonyms": None if synonyms is None else list(synonyms),
            "kind": kind,
            "reads_as": reads_as,
        }
        rest = f"/ontology/relations/{segment(name)}"
        return (self._write("setRelation", rest, json_bytes(asked), method="PATCH")).record(Changes)
