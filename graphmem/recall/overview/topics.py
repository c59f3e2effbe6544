"""The topics of an overview: which facts they bring in, and their lines in the context. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from graphmem.explore.passage import plain
from graphmem.recall.ranking import Scored
from graphmem_contract.recall import RecalledCluster


@dataclass(frozen=True, slots=True)
class FoundTopic:
    """A cluster that a search found. `summary` None = it is out of date. `similarity`: (1 + cosine) / 2; None without a question.

    `fact_ids`: its facts, the most important first.
    """

    id: str
    title: str
    summary: str | None
    similarity: float | None
    fact_ids: tuple[str, ...]

    @classmethod
    def of(cls, row: Sequence[object]) -> FoundTopic:
        """Return a row of recall/topics."""
        id_, title, summary, similarity, facts = row
        return cls(id_, title, summary, similarity, tuple(facts))  # type: ignore[arg-type]


def dealt(ranked: Iterable[Scored], topics: Sequence[FoundTopic]) -> list[Scored]:
    """Return the facts of the topics in turn: each topic gives its best one next, the nearest topic first, each fact once."""
    listed, given = list(ranked), set[str]()
    queues = [[one for one in listed if one.id in set(topic.fact_ids)] for topic in topics]
    order = []
    for turn in zip_longest(*(_unique(queue, given) for queue in queues)):
        order += [one for one in turn if one is not None]
    return order


def _unique(queue: Iterable[Scored], given: set[str]) -> Iterator[Scored]:
    """Yield the facts that no other topic has given yet."""
    for one in queue:
        if one.id not in given:
            given.add(one.id)
            yield one


def recalled_clusters(topics: Sequence[FoundTopic], returned: Collection[str]) -> tuple[RecalledCluster, ...]:
    """Return the topics as they stand in a result, each with those of its facts that are returned."""
    return tuple(
        RecalledCluster(
            id=topic.id,
            title=topic.title,
            summary=topic.summary,
            score=None if topic.similarity is None else round(2 * topic.similarity - 1, 4),
            rank=rank,
            fact_ids=tuple(id_ for id_ in topic.fact_ids if id_ in returned),
        )
        for rank, topic in enumerate(topics, 1)
    )


def topic_lines(clusters: Iterable[RecalledCluster]) -> list[str]:
    """Return a line for each topic. One whose summary is out of date is told by its title, if any fact of it is."""
    return [
        f"- {plain(one.title)}: {plain(one.summary)}" if one.summary else f"- {plain(one.title)}"
        for one in clusters
        if one.summary or one.fact_ids
    ]
