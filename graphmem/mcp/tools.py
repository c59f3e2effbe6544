"""The tools, one row each: description, arguments, answer, and function. A new tool needs a function and a row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from graphmem.brain import Brain
from graphmem.mcp import answers as give, arguments as ask
from graphmem_contract.changes import Changes, Forgotten
from graphmem_contract.choices import Scope
from graphmem_contract.reads import Stats
from graphmem_contract.records import Record, SuppliedEntity, SuppliedExtraction, SuppliedFact

A = TypeVar("A", bound=ask.ToolArguments)

MOST_WAITING = 200
"""Facts that wait, in one answer."""


@dataclass(frozen=True, slots=True)
class Tool(Generic[A]):
    """One tool. `reads`: it changes nothing. `ends`: it can end, correct or remove facts. `repeatable`: it is idempotent."""

    name: str
    title: str
    asks: type[A]
    gives: type[Record]
    run: Callable[[Brain, A], Awaitable[Record]]
    description: str
    reads: bool = False
    ends: bool = False
    repeatable: bool = False

    @property
    def scope(self) -> Scope:
        """The scope that a key needs for this tool."""
        if self.reads:
            return "memory:read"
        return "memory:write" if self.name in ("remember", "memory_write") else "graph:write"


async def remember(brain: Brain, asked: ask.RememberArguments) -> give.WriteAnswer:
    """Store a text. The agent or the memory extracts it."""
    result = await brain.remember(
        asked.content,
        speaker=asked.speaker,
        occurred_at=asked.occurred_at,
        session_id=asked.session_id,
        tags=asked.tags,
        extraction=asked.extraction(),
        judge=asked.judge,
        dry_run=asked.dry_run,
        source="mcp",
    )
    return give.write_answer(result)


async def recall(brain: Brain, asked: ask.RecallArguments) -> give.RecallAnswer:
    """Answer a question."""
    return give.recall_answer(await brain.recall(**dict(asked), token_budget=0))


async def facts(brain: Brain, asked: ask.FactsArguments) -> give.FactsAnswer:
    """List facts."""
    page = await brain.facts(**dict(asked))
    return give.FactsAnswer(facts=tuple(map(give.fact_view, page)), next_cursor=page.next_cursor)


async def add_fact(brain: Brain, asked: ask.AddFactArguments) -> give.FactView:
    """State a fact."""
    return give.fact_view(await brain.add_fact(asked.supplied(), judge=asked.judge))


async def entity(brain: Brain, asked: ask.EntityArguments) -> give.EntityAnswer:
    """Return an entity and its facts."""
    found = await brain.entities.get(asked.name, known_at=asked.known_at)
    given = asked.model_dump(exclude={"name"})
    page = await brain.entities.facts(found.id, **given)
    return give.EntityAnswer(
        entity=give.entity_view(found), facts=tuple(map(give.fact_view, page)), next_cursor=page.next_cursor
    )


async def entities(brain: Brain, asked: ask.EntitiesArguments) -> give.EntitiesAnswer:
    """Find entities."""
    page = await brain.entities.list(**dict(asked))
    return give.EntitiesAnswer(entities=tuple(map(give.entity_view, page)), next_cursor=page.next_cursor)


async def neighbours(brain: Brain, asked: ask.NeighboursArguments) -> give.NeighboursAnswer:
    """Traverse the graph from an entity."""
    return give.neighbours_answer(await brain.graph.neighbours(asked.name, **asked.model_dump(exclude={"name"})))


async def history(brain: Brain, asked: ask.FactArguments) -> give.HistoryAnswer:
    """Return the history of a fact."""
    return give.history_answer(await brain.history(asked.fact_id))


async def dependents(brain: Brain, asked: ask.DependentsArguments) -> give.DependentsAnswer:
    """Return what rests on a fact and what waits for it, or all that waits."""
    if asked.fact_id is None:
        return give.waiting_answer(await brain.graph.waiting(limit=MOST_WAITING))
    return give.dependents_answer(await brain.graph.dependents(asked.fact_id))


async def episode(brain: Brain, asked: ask.EpisodeArguments) -> give.EpisodeView:
    """Return the whole text of an episode."""
    return give.episode_view(await brain.episodes.get(asked.episode_id), longest=None)


async def invalidate(brain: Brain, asked: ask.InvalidateArguments) -> Changes:
    """End a fact, or deny that it was ever true."""
    return await brain.invalidate(**dict(asked))


async def correct(brain: Brain, asked: ask.CorrectArguments) -> Changes:
    """Correct a fact."""
    return await brain.correct(asked.fact_id, dry_run=asked.dry_run, **asked.right())


async def restore(brain: Brain, asked: ask.RestoreArguments) -> Changes:
    """Take back the last end or correction of a fact."""
    return await brain.restore(**dict(asked))


async def forget(brain: Brain, asked: ask.ForgetArguments) -> Forgotten:
    """Remove an episode, a fact or an entity for good."""
    methods = {"episode": brain.episodes.forget, "fact": brain.forget, "entity": brain.entities.forget}
    return await methods[asked.what](asked.id, dry_run=asked.dry_run)


async def ontology(brain: Brain, asked: ask.Nothing) -> give.OntologyAnswer:
    """Return the entity types and relations in use."""
    return give.ontology_answer(await brain.ontology.get())


async def stats(brain: Brain, asked: ask.Nothing) -> Stats:
    """Return the counts of the brain."""
    return await brain.overview.stats()


LINK, ATTRIBUTE = "relates_to", "described_as"


async def memory_search(brain: Brain, asked: ask.SearchArguments) -> give.RecallAnswer:
    """Answer a question with `limit` results."""
    return give.recall_answer(await brain.recall(asked.query, k=asked.limit, token_budget=0))


async def memory_write(brain: Brain, asked: ask.WriteArguments) -> give.WriteAnswer:
    """Store a sentence as one fact: a link between two entities, or, without an object, an attribute of the subject.

    A sentence without an object never becomes an edge from the subject to itself.
    """
    extraction = SuppliedExtraction(entities=_entities(asked), facts=(_fact(asked),))
    return give.write_answer(await brain.remember(asked.fact, extraction=extraction, source="mcp"))


async def memory_recall(brain: Brain, asked: ask.NamedArguments) -> give.EntityAnswer:
    """Return an entity and its facts."""
    return await entity(brain, ask.EntityArguments(name=asked.entity_name))


def _entities(asked: ask.WriteArguments) -> tuple[SuppliedEntity, ...]:
    ends = [(asked.subject, asked.subject_type)]
    if asked.object is not None:
        ends.append((asked.object, asked.object_type))
    return tuple(SuppliedEntity(name=name, type=type_ or "other") for name, type_ in ends)


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


TABLE: tuple[Tool[Any], ...] = (
    Tool(
        "remember", "Remember", ask.RememberArguments, give.WriteAnswer, remember,
        "Store something that was said or learnt and may matter later: who people are, what they prefer, have decided, "
        "plan or do, and when. Send the original text. If you have extracted its facts, send them with it; otherwise the "
        "memory extracts them. A new fact that contradicts an older one ends it; nothing is lost.",
        ends=True,
    ),
    Tool(
        "recall", "Recall", ask.RecallArguments, give.RecallAnswer, recall,
        "Ask the memory before you answer anything that may depend on earlier conversations, on people, preferences "
        "or decisions. Returns facts with their dates, and what was said. Use valid_at for 'what was true then'.",
        reads=True,
    ),
    Tool(
        "facts", "List facts", ask.FactsArguments, give.FactsAnswer, facts,
        "Look up facts exactly, by subject, relation or object, at a date. Use it when you know the subject, relation or "
        "object; use recall for questions.",
        reads=True,
    ),
    Tool(
        "add_fact", "State a fact", ask.AddFactArguments, give.FactView, add_fact,
        "State one fact that you are sure of, without a source text. matched is true if it was known already. "
        "A new value of a relation that has only one at a time (works_at, lives_in) ends the previous one. If several "
        "entities have the same name, give the id of the one you mean instead of the name.",
        ends=True, repeatable=True,
    ),
    Tool(
        "invalidate", "No longer true", ask.InvalidateArguments, Changes, invalidate,
        "Say that a fact has ended (retracted) or was never true (corrected). Facts that rest on it fall with it; the "
        "answer lists all changes. If you know the new value, add_fact alone is enough. restore takes it back.",
        ends=True,
    ),
    Tool(
        "correct", "Correct a fact", ask.CorrectArguments, Changes, correct,
        "Correct a fact that was stored wrongly: another object, relation, date or wording. The wrong fact counts as never "
        "true, and the right one replaces it. If a fact was true and has changed, use add_fact. restore takes it back.",
        ends=True,
    ),
    Tool(
        "restore", "Restore a fact", ask.RestoreArguments, Changes, restore,
        "Take back the last invalidate or correct of a fact. Facts that fell with it come back too.",
    ),
    Tool(
        "history", "History of a fact", ask.FactArguments, give.HistoryAnswer, history,
        "Why a fact is believed and how it changed: every version, the statements with their episodes, and what ended it.",
        reads=True,
    ),
    Tool(
        "dependents", "What depends on a fact", ask.DependentsArguments, give.DependentsAnswer, dependents,
        "What would change if a fact changed: facts that rest on it and facts that wait for it, over any number of steps. "
        "invalidate with dry_run shows the changes themselves.",
        reads=True,
    ),
    Tool(
        "entity", "Look up an entity", ask.EntityArguments, give.EntityAnswer, entity,
        "Everything known about one person, organization, place or thing, by name, alias or id.",
        reads=True,
    ),
    Tool(
        "entities", "Find entities", ask.EntitiesArguments, give.EntitiesAnswer, entities,
        "Find entities by a part of a name or by type. Use it if entity does not find a name.",
        reads=True,
    ),
    Tool(
        "neighbours", "Facts around an entity", ask.NeighboursArguments, give.NeighboursAnswer, neighbours,
        "Traverse the graph from an entity over its facts to other entities, up to 4 hops.",
        reads=True,
    ),
    Tool(
        "episode", "Read an episode", ask.EpisodeArguments, give.EpisodeView, episode,
        "The whole text of an episode, if recall returned only a part of it or history named it.",
        reads=True,
    ),
    Tool(
        "forget", "Forget", ask.ForgetArguments, Forgotten, forget,
        "Remove an episode, a fact or an entity for good, from history too. Only if the person asks for it: it cannot be "
        "undone. If a fact is no longer true, use invalidate.",
        ends=True,
    ),
    Tool(
        "ontology", "Relations and types", ask.Nothing, give.OntologyAnswer, ontology,
        "The relations and entity types in use. Use the same ones in add_fact.",
        reads=True,
    ),
    Tool("stats", "Counts", ask.Nothing, Stats, stats, "How many entities, facts and episodes the memory holds.", reads=True),
    Tool(
        "memory_search", "Search", ask.SearchArguments, give.RecallAnswer, memory_search,
        "The same as recall, with query and limit.",
        reads=True,
    ),
    Tool(
        "memory_write", "Write", ask.WriteArguments, give.WriteAnswer, memory_write,
        "Store one fact as a sentence. With an object it connects two entities; without one the sentence is an "
        "attribute of the subject.",
        ends=True,
    ),
    Tool(
        "memory_recall", "Recall an entity", ask.NamedArguments, give.EntityAnswer, memory_recall,
        "Everything known about one entity; the same as entity.",
        reads=True,
    ),
)  # fmt: skip


def tools(*, read_only: bool = False) -> Mapping[str, Tool[Any]]:
    """Return the tools by name; `read_only` leaves out the tools that write."""
    return {tool.name: tool for tool in TABLE if tool.reads or not read_only}
