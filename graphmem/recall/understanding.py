"""What a question is about: who asks, what it points back to, whom its names mean, which relations and dates; and its vector."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem.graph.relation_names import names_of_relations
from graphmem.graph.store import Store
from graphmem.models.ports import Embedder
from graphmem.observability.logs import get_logger
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import Question, asked_by, naming, parameters, without_names
from graphmem.recall.question.asker import asker_of
from graphmem.recall.question.names_in import names_in
from graphmem.recall.question.question_words import asks_for_news
from graphmem.recall.question.recent import standing_alone
from graphmem.recall.question.said_names import open_names
from graphmem_contract.errors import ModelError, reason_of
from graphmem_contract.records import Vector

log = get_logger("graphmem.recall")


@dataclass(frozen=True, slots=True)
class Understood:
    """A query as it is searched for, and its question.

    `vector`: of the question, if it has one. `relations`: the names that the filter of relations admits. `warnings`: what failed
    and was done without. `now`: the time of the recall.
    """

    query: RecallQuery
    question: Question
    vector: Vector | None
    relations: list[str]
    warnings: tuple[str, ...]
    now: datetime

    @property
    def at(self) -> datetime:
        """The valid time that is asked about."""
        return self.query.valid_at or self.now

    def parameters(self, brain: str) -> dict[str, Any]:
        """Return the parameters of the search."""
        found = parameters(brain, self.query, self.question, self.vector, self.now)
        return found | {"relations": self.relations}


async def understand(store: Store, embedder: Embedder, brain: str, query: RecallQuery) -> Understood:
    """Return a query as if its question gave everything in full that its words mean.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    now = datetime.now(UTC)
    if asks_for_news(query.text):
        query = query.model_copy(update={"query": None})
    query, question = asked_by(await asker_of(store, brain, query), query, now)
    query, question = await standing_alone(store, brain, query, question)
    query, question = await _in_full(store, brain, query, question)
    vector, warnings = await _question_vector(embedder, query)
    if warnings:
        query = query.model_copy(update={"recipe": query.chosen.without_vectors()})
    relations = await names_of_relations(store, brain, query.relations)
    return Understood(query, question, vector, relations, warnings, now)


async def _in_full(store: Store, brain: str, query: RecallQuery, question: Question) -> tuple[RecallQuery, Question]:
    """Return the query with the names in full of those whom it means by other words, and its analysis.

    Nothing is read for a question that gives no name. An overview has no names.
    """
    apart = without_names(question)
    if not query.text or query.chosen.topics or not open_names(query.text, {}, apart):
        return query, question
    names = await names_in(store, brain, query.text, query.known_at, apart)
    return naming(names.meant, query, question) if names.meant else (query, question)


async def _question_vector(embedder: Embedder, query: RecallQuery) -> tuple[Vector | None, tuple[str, ...]]:
    """Return the vector of a question, and a warning where the embedder failed."""
    if not query.text or not query.chosen.semantic:
        return None, ()
    try:
        return (await embedder.embed([query.text]))[0], ()
    except ModelError as error:
        log.warning("question_not_embedded", error=reason_of(error))
        return None, (f"The embedder failed ({reason_of(error)}). Only the words of the question were searched.",)
