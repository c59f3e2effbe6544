"""Three tools under the names that agents with a memory of entities and edges know (S2-21)."""

from __future__ import annotations

from graphmem.brain import Brain
from graphmem.mcp import answers as give
from graphmem.mcp import arguments as ask
from graphmem.records import SuppliedEntity, SuppliedExtraction, SuppliedFact

LINK, ATTRIBUTE = "relates_to", "described_as"


async def memory_search(brain: Brain, asked: ask.SearchArguments) -> give.RecallAnswer:
    """Recall with a limit."""
    return give.recall_answer(await brain.recall(asked.query, k=asked.limit, token_budget=0))


async def memory_write(brain: Brain, asked: ask.WriteArguments) -> give.WriteAnswer:
    """A sentence that says one fact: a link between two entities, or, without an object, an attribute with a value.

    A sentence without an object never becomes an edge from the subject to itself.
    """
    extraction = SuppliedExtraction(entities=_entities(asked), facts=(_fact(asked),))
    return give.write_answer(await brain.remember(asked.fact, extraction=extraction, source="mcp"))


async def memory_recall(brain: Brain, asked: ask.NamedArguments) -> give.EntityAnswer:
    """An entity and its facts."""
    found = await brain.entity(asked.entity_name)
    page = await brain.entity_facts(found.id)
    return give.EntityAnswer(
        entity=give.entity_view(found), facts=tuple(map(give.fact_view, page)), next_cursor=page.next_cursor
    )


def _entities(asked: ask.WriteArguments) -> tuple[SuppliedEntity, ...]:
    named = [(asked.subject, asked.subject_type)]
    if asked.object is not None:
        named.append((asked.object, asked.object_type))
    return tuple(SuppliedEntity(name=name, type=type_ or "other") for name, type_ in named)


def _fact(asked: ask.WriteArguments) -> SuppliedFact:
    relation = asked.relationship or (ATTRIBUTE if asked.object is None else LINK)
    return SuppliedFact(
        subject=asked.subject,
        relation=relation,
        object=asked.fact if asked.object is None else asked.object,
        object_is_entity=asked.object is not None,
        text=asked.fact,
        confidence=1.0,
    )
