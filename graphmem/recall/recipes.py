"""Recipes: named ways of weighing what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

RERANKED = 20
"""So many of the best are read again by a reranker."""
DIVERSE_FROM = 4
"""From so many times the wanted number results are chosen that are unlike each other."""


@dataclass(frozen=True, slots=True)
class EpisodeWeights:
    """What each list of episodes counts, in standard deviations; the rest are additions to a score whose best hit lies about
    1 above the fiftieth. `by_rank`: the lists count by rank fusion (`graphmem.recall.rank_fusion`), and nothing is added."""

    text: float = 2.0
    turn: float = 1.5
    context: float = 1.5
    facts: float = 0.8
    previous: float = 0.1
    following: float = 0.25
    date: float = 0.4
    speaker: float = 0.1
    time_word: float = 0.1
    question: float = 0.15
    user: float = 0.3
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class FactWeights:
    """What each signal of a fact counts: the first three in standard deviations, the rest as additions; `by_rank` as above."""

    vector: float = 2.0
    text: float = 1.5
    walk: float = 0.5
    named: float = 0.15
    date: float = 0.4
    confidence: float = 0.1
    importance: float = 0.1
    strength: float = 0.05
    recency: float = 0.1
    retention: float = 0.05
    association: float = 0.05
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class Recipe:
    """A way to recall. `reach`, `fact_reach`: hits a list of episodes, of facts; `walk`: facts by walking at most;
    `newest_first`: of facts that tell the same thing the latest comes first (`graphmem.recall.recency`)."""

    name: str
    facts: FactWeights | None = FactWeights()
    episodes: EpisodeWeights | None = EpisodeWeights()
    reach: int = 120
    fact_reach: int = 60
    walk: int = 60
    chronological: bool = False
    newest_first: bool = True

    @property
    def semantic(self) -> bool:
        """Whether the question has to be embedded."""
        by_fact = self.facts is not None and self.facts.vector > 0
        return by_fact or (self.episodes is not None and self.episodes.turn > 0)

    @property
    def lexical(self) -> bool:
        """Whether words count."""
        by_fact = self.facts is not None and self.facts.text > 0
        return by_fact or (self.episodes is not None and self.episodes.text > 0)


RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        one.name: one
        for one in (
            Recipe("hybrid"),
            Recipe("facts", episodes=None),
            Recipe("episodes", facts=None, walk=0),
            Recipe(
                "graph", FactWeights(vector=1.0, text=0.5, walk=2.0, named=0.4), EpisodeWeights(facts=3.0), walk=200
            ),
            Recipe(
                "lexical", FactWeights(vector=0.0, walk=0.0), EpisodeWeights(turn=0.0, context=0.0, facts=0.0), walk=0
            ),
            Recipe("semantic", FactWeights(text=0.0, walk=0.0), EpisodeWeights(text=0.0), walk=0),
            Recipe(
                "conversation", FactWeights(walk=0.0), EpisodeWeights(previous=0.2, following=0.3), chronological=True
            ),
            Recipe("fusion", FactWeights(by_rank=True), EpisodeWeights(by_rank=True), newest_first=False),
        )
    }
)
"""hybrid: everything. facts | episodes: only those. graph: what hangs together. lexical: words alone, nothing is embedded.
semantic: meaning alone. conversation: turns with those around them, in the order in which they were said. fusion: the lists of
hybrid by weighted rank fusion alone."""
