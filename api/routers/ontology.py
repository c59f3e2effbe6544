# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The ontology: entity types and relations, seeded and learnt."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Response

from graphmem.ontology import relation_name
from graphmem_contract.changes import Changes
from graphmem_contract.errors import InvalidInput

from ..answers import Answer
from ..deps import GraphWritable, Readable
from ..examples import RELATIONS
from ..idempotency import OnlyOnce
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import RelationRequest

router = APIRouter(prefix="/v1/brains/{brain}/ontology", route_class=StrictRoute, responses=RESPONSES)


@router.get("", operation_id="getOntology", summary="Entity types and relations")
async def get_ontology(brain: Readable) -> dict[str, Any]:
    """Every entity type and relation, with its origin and its use, and the cardinality of a relation."""
    return await brain.ontology.get()


@router.patch("/relations/{name}", operation_id="setRelation", summary="Configure a relation", response_model=Changes)
async def patch_relation(
    brain: GraphWritable,
    name: Annotated[str, Path(description="snake_case", max_length=1000)],
    asked: Annotated[RelationRequest, Body(openapi_examples=RELATIONS)],
    once: OnlyOnce,
) -> Response:
    """Sets the cardinality, the direction or the synonyms of a relation, and derives the periods of its facts again."""
    if not asked.model_fields_set:
        raise InvalidInput("Send cardinality, per, symmetric, synonyms, kind or reads_as.", field="body")

    async def settle() -> Answer:
        stored_under = relation_name(name, synonyms=False)
        return Answer.of(await brain.ontology.set_relation(stored_under, **asked.model_dump()))

    return await once.answer(brain, settle)
