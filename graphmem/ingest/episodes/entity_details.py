"""The summary and the properties of a supplied entity, as facts: they are dated, and fall with the message that states them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from graphmem.claims import sentence
from graphmem_contract.records import Cardinality, SuppliedEntity, SuppliedExtraction, SuppliedFact

SUMMARY: Final = "described_as"
"""The relation of a summary."""
LONGEST_OBJECT: Final = 1_000
"""Characters of the object of a fact. A longer value stands whole in the sentence."""


def with_details_as_facts(extraction: SuppliedExtraction) -> SuppliedExtraction:
    """Return an extraction whose entities have no summary and no properties: these are among its facts."""
    details = tuple(fact for entity in extraction.entities for fact in _details(entity))
    if not details:
        return extraction
    bare = tuple(e.model_copy(update={"summary": None, "properties": {}}) for e in extraction.entities)
    return extraction.model_copy(update={"entities": bare, "facts": (*extraction.facts, *details)})


def _details(entity: SuppliedEntity) -> Iterator[SuppliedFact]:
    if entity.summary and entity.summary.strip():
        yield _fact(entity.name, SUMMARY, entity.summary, "one", text=entity.summary, is_entity=False)
    for name, value in entity.properties.items():
        is_list = isinstance(value, list | tuple)
        for told in filter(None, map(_wording, value if is_list else (value,))):
            yield _fact(entity.name, name, told, "many" if is_list else "one", text=sentence(entity.name, name, told))


def _fact(
    subject: str, relation: str, object_: str, cardinality: Cardinality, *, text: str, is_entity: bool | None = None
) -> SuppliedFact:
    return SuppliedFact(
        subject=subject, relation=relation, object=object_[:LONGEST_OBJECT], object_is_entity=is_entity, text=text,
        cardinality=cardinality,
    )  # fmt: skip


def _wording(value: Any) -> str:
    """Return a value as text; "" for null and blank ones, which state nothing."""
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
