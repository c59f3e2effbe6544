"""The search of a recall: seeds and walk in one statement, the fit of relations, and the paths of a question of several steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem.graph.store import Store
from graphmem.graph.time_parameters import from_micros
from graphmem.graph.transaction import Row
from graphmem.models.ports import Embedder
from graphmem.names.normalize import joined
from graphmem.observability.logs import get_logger
from graphmem.recall.overview.topics import FoundTopic
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import ms
from graphmem.recall.question.asked_path import PathWords, path_fits
from graphmem.recall.question.asked_relation import longest_names, may_take_two_hops
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate
from graphmem.recall.relation_likeness import BrainRelation, Naming, relation_likeness
from graphmem.recall.results import RecallHits
from graphmem.recall.understanding import Understood
from graphmem_contract.errors import ModelError, reason_of

log = get_logger("graphmem.recall")
AROUND = 0.5
"""What is left of the fit of a relation where a path answers the question."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found for a query. `asked`: by fact id, how well its relation fits the question."""

    query: RecallQuery
    found: RecallHits
    asked: Mapping[str, float]


async def search(store: Store, embedder: Embedder, brain: str, understood: Understood) -> Search:
    """Return what the brain has for a question.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    arguments = understood.parameters(brain)
    return await _with_paths(store, await _searched(store, embedder, understood, arguments), arguments)


async def search_for(
    store: Store, embedder: Embedder, brain: str, understood: Understood, query: RecallQuery
) -> Search:
    """Return what the brain has for the same question with other filters, without the paths of several steps.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    other = replace(understood, query=query, relations=[])
    return await _searched(store, embedder, other, other.parameters(brain))


async def _searched(store: Store, embedder: Embedder, understood: Understood, arguments: Row) -> Search:
    query = understood.query
    found = await _hits(store, query, arguments)
    return Search(query, found, await _relation_fits(embedder, query, found, understood.at))


async def _hits(store: Store, query: RecallQuery, arguments: Row) -> RecallHits:
    (row,) = await store.plain(_statement(query), q=arguments)
    facts = map(FactCandidate.of, row["facts"])
    episodes = tuple(map(EpisodeCandidate._make, row["episodes"]))
    linked = dict(sorted(row["linked"], key=lambda link: (link[1], link[0])))
    named, last = tuple(dict.fromkeys(row["named"])), from_micros(row["last"])
    topics = tuple(map(FoundTopic.of, row.get("topics", ())))
    return RecallHits(
        {fact.id: fact for fact in facts}, episodes, named, linked, last, _naming(row, named), topics, row["waits"]
    )


def _statement(query: RecallQuery) -> str:
    """Return the name of the statement that searches for a query."""
    if query.chosen.topics:
        return "recall/topics"
    if not query.text:
        return "recall/overview"
    return "recall/recall_past" if query.known_at else "recall/recall"


def _naming(row: Mapping[str, Any], only: Sequence[str]) -> Naming:
    """Return which words of the question name which entities, and what the brain says about the relations that were found."""
    names: dict[str, list[str]] = {}
    for id_, norms in row.get("spoken", ()):
        for norm in norms:
            names.setdefault(norm, []).append(id_)
    relations = {
        name: BrainRelation(about or "", tuple(others or ())) for name, about, others in row.get("relations", ())
    }
    return Naming(names, only, relations)


async def _relation_fits(
    embedder: Embedder, query: RecallQuery, found: RecallHits, at: datetime
) -> Mapping[str, float]:
    """Return by fact id how well its relation fits the question; nothing where that is not weighed or not known."""
    if not query.text or not query.chosen.by_relation:
        return {}
    try:
        return await relation_likeness(embedder, query.text, found.naming, found.facts.values(), ms(at))
    except ModelError as error:
        log.warning("relations_not_compared", error=reason_of(error))
        return {}


async def _with_paths(store: Store, search: Search, arguments: Row) -> Search:
    """Return the search with the facts of the paths that a question of several steps asks for, and how well each fact fits.

    A path needs all of its facts, so none leads over a fact that a filter excludes.
    """
    query, found = search.query, search.found
    if not arguments["deep"] or query.known_at or query.entities or not found.named:
        return search
    parts = [part for part in joined(query.text).split("_") if part]
    if not may_take_two_hops(parts, found.naming.names):
        return search
    words = PathWords.of(parts, longest_names(parts, found.naming.names))
    (row,) = await store.plain("recall/asked_path", q={**arguments, **words.parameters, "ids": list(found.named)})
    facts = {fact.id: fact for fact in map(FactCandidate.of, row["facts"])}
    fits, paths = path_fits([way for way in row["paths"] if all(id_ in facts for id_, *_ in way)], words)
    if not fits:
        return search
    asked = {id_: AROUND * fit for id_, fit in search.asked.items()} | fits
    return Search(query, found.with_paths(facts, paths), asked)
