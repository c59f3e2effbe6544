"""The tools, one row each: what an agent is told, what it may send, what it gets, and what is done.

Another tool is a function and a row.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from graphmem.access.caller import Scope
from graphmem.brain import Brain
from graphmem.contract.changes import Changes, Forgotten
from graphmem.contract.records import Record, Stats, SuppliedEntity, SuppliedExtraction, SuppliedFact
from graphmem.mcp import answers as give, arguments as ask

A = TypeVar("A", bound=ask.ToolArguments)


@dataclass(frozen=True, slots=True)
class Tool(Generic[A]):
    """One tool. `reads` = it changes nothing; `ends` = it can take something out of what is believed."""

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
        """What a key must allow."""
        if self.reads:
            return "memory:read"
        return "memory:write" if self.name in ("remember", "memory_write") else "graph:write"


async def remember(brain: Brain, asked: ask.RememberArguments) -> give.WriteAnswer:
    """Takes in a text, read by the agent or by the memory."""
    result = await brain.remember(
        asked.content,
        speaker=asked.speaker,
        occurred_at=asked.occurred_at,
        session_id=asked.session_id,
        tags=asked.tags,
        extraction=asked.extraction(),
        dry_run=asked.dry_run,
        source="mcp",
    )
    return give.write_answer(result)


async def recall(brain: Brain, asked: ask.RecallArguments) -> give.RecallAnswer:
    """Answers a question."""
    return give.recall_answer(await brain.recall(**dict(asked), token_budget=0))


async def facts(brain: Brain, asked: ask.FactsArguments) -> give.FactsAnswer:
    """Lists facts."""
    page = await brain.facts(**dict(asked))
    return give.FactsAnswer(facts=tuple(map(give.fact_view, page)), next_cursor=page.next_cursor)


async def add_fact(brain: Brain, asked: ask.StatedFact) -> give.FactView:
    """States a fact."""
    return give.fact_view(await brain.add_fact(asked.supplied()))


async def entity(brain: Brain, asked: ask.EntityArguments) -> give.EntityAnswer:
    """Tells what is known of one entity."""
    found = await brain.entity(asked.name, known_at=asked.known_at)
    given = asked.model_dump(exclude={"name"})
    page = await brain.entity_facts(found.id, **given)
    return give.EntityAnswer(
        entity=give.entity_view(found), facts=tuple(map(give.fact_view, page)), next_cursor=page.next_cursor
    )


async def entities(brain: Brain, asked: ask.EntitiesArguments) -> give.EntitiesAnswer:
    """Finds entities."""
    page = await brain.entities(**dict(asked))
    return give.EntitiesAnswer(entities=tuple(map(give.entity_view, page)), next_cursor=page.next_cursor)


async def neighbours(brain: Brain, asked: ask.NeighboursArguments) -> give.NeighboursAnswer:
    """Walks the graph."""
    return give.neighbours_answer(await brain.neighbours(asked.name, **asked.model_dump(exclude={"name"})))


async def history(brain: Brain, asked: ask.FactArguments) -> give.HistoryAnswer:
    """Tells the life of a fact."""
    return give.history_answer(await brain.history(asked.fact_id))


async def episode(brain: Brain, asked: ask.EpisodeArguments) -> give.EpisodeView:
    """Gives an episode whole."""
    return give.episode_view(await brain.episode(asked.episode_id), longest=None)


async def invalidate(brain: Brain, asked: ask.InvalidateArguments) -> Changes:
    """Ends a fact."""
    return await brain.invalidate(**dict(asked))


async def correct(brain: Brain, asked: ask.CorrectArguments) -> Changes:
    """Sets a fact right."""
    return await brain.correct(asked.fact_id, dry_run=asked.dry_run, **asked.right())


async def restore(brain: Brain, asked: ask.RestoreArguments) -> Changes:
    """Takes an end back."""
    return await brain.restore(**dict(asked))


async def forget(brain: Brain, asked: ask.ForgetArguments) -> Forgotten:
    """Removes something for good."""
    ways = {"episode": brain.forget_episode, "fact": brain.forget_fact, "entity": brain.forget_entity}
    return await ways[asked.what](asked.id, dry_run=asked.dry_run)


async def ontology(brain: Brain, asked: ask.Nothing) -> give.OntologyAnswer:
    """Tells the words in use."""
    return give.ontology_answer(await brain.ontology())


async def stats(brain: Brain, asked: ask.Nothing) -> Stats:
    """Counts."""
    return await brain.stats()


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


TABLE: tuple[Tool[Any], ...] = (
    Tool(
        "remember", "Remember", ask.RememberArguments, give.WriteAnswer, remember,
        "Keep something that was said or learnt, when it may matter later: who people are, what they prefer, decided, "
        "plan or do, and when. Send the text in its own words. If you have understood it, send its facts with it; "
        "otherwise the memory reads it. What contradicts an older fact ends that fact; nothing is lost.",
        ends=True,
    ),
    Tool(
        "recall", "Recall", ask.RecallArguments, give.RecallAnswer, recall,
        "Ask the memory before you answer anything that may depend on earlier conversations, on people, preferences "
        "or decisions. Gives facts with their dates, and what was said. Use valid_at for 'what was true then'.",
        reads=True,
    ),
    Tool(
        "facts", "List facts", ask.FactsArguments, give.FactsAnswer, facts,
        "Look facts up exactly, by subject, relation or object, as of a date. Use it when you know whom and what you "
        "ask about; recall is for questions in words.",
        reads=True,
    ),
    Tool(
        "add_fact", "State a fact", ask.StatedFact, give.FactView, add_fact,
        "State one fact that you are sure of, without a text behind it. matched is true where it was known already. "
        "A new value of a relation that has only one at a time (works_at, lives_in) ends the one before. Where several have "
        "a name, give the id of the one you mean in its place.",
        ends=True, repeatable=True,
    ),
    Tool(
        "invalidate", "No longer true", ask.InvalidateArguments, Changes, invalidate,
        "Say that a fact has ended (retracted) or never was true (corrected). What was concluded from it falls with "
        "it, and all of it is told. If you know the new value, add_fact alone is enough. restore takes it back.",
        ends=True,
    ),
    Tool(
        "correct", "Never so, but otherwise", ask.CorrectArguments, Changes, correct,
        "Set right a fact that was kept wrongly: another object, relation, date or wording. It was never as it stood, and "
        "what is right stands in its place. For what was true and has changed use add_fact. restore takes it back.",
        ends=True,
    ),
    Tool(
        "restore", "True after all", ask.RestoreArguments, Changes, restore,
        "Take back the last invalidate or correct of a fact, with all that fell with it.",
    ),
    Tool(
        "history", "Life of a fact", ask.FactArguments, give.HistoryAnswer, history,
        "See why a fact is believed and how that changed: every version, what was stated, by which episode, what "
        "ended it.",
        reads=True,
    ),
    Tool(
        "entity", "Look up an entity", ask.EntityArguments, give.EntityAnswer, entity,
        "All that is known of one person, organization, place or thing, by name, alias or id.",
        reads=True,
    ),
    Tool(
        "entities", "Find entities", ask.EntitiesArguments, give.EntitiesAnswer, entities,
        "Find who and what the memory knows, by a part of a name or by type. Use it where entity does not find a name.",
        reads=True,
    ),
    Tool(
        "neighbours", "What stands around", ask.NeighboursArguments, give.NeighboursAnswer, neighbours,
        "Walk from an entity over its facts to others, up to 4 hops: how things hang together.",
        reads=True,
    ),
    Tool(
        "episode", "Read an episode", ask.EpisodeArguments, give.EpisodeView, episode,
        "The whole text of something that was said, where recall gave only its beginning or history named it.",
        reads=True,
    ),
    Tool(
        "forget", "Forget", ask.ForgetArguments, Forgotten, forget,
        "Remove an episode, a fact or an entity for good, from history too. Only where the person asks to have it "
        "deleted: it cannot be taken back. For what is no longer true use invalidate.",
        ends=True,
    ),
    Tool(
        "ontology", "Words in use", ask.Nothing, give.OntologyAnswer, ontology,
        "Which relations and entity types there are, to use the same words in add_fact.",
        reads=True,
    ),
    Tool("stats", "Counts", ask.Nothing, Stats, stats, "How much the memory holds.", reads=True),
    Tool(
        "memory_search", "Search", ask.SearchArguments, give.RecallAnswer, memory_search,
        "The same as recall, with a limit.",
        reads=True,
    ),
    Tool(
        "memory_write", "Write", ask.WriteArguments, give.WriteAnswer, memory_write,
        "Keep one fact as a sentence. With an object it connects two entities; without one the sentence is an "
        "attribute of the subject.",
        ends=True,
    ),
    Tool(
        "memory_recall", "Recall an entity", ask.NamedArguments, give.EntityAnswer, memory_recall,
        "All that is known of one entity; the same as entity.",
        reads=True,
    ),
)  # fmt: skip


def tools(*, read_only: bool = False) -> Mapping[str, Tool[Any]]:
    """The tools by name; `read_only` leaves out those that write."""
    return {tool.name: tool for tool in TABLE if tool.reads or not read_only}
