"""Recipes: named weightings of the signals of recall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

RERANKED = 20
"""Number of best results that a reranker scores."""
DIVERSE_FROM = 4
"""Diverse results are chosen from this many times the requested number."""


@dataclass(frozen=True, slots=True)
class EpisodeWeights:
    """Weights of the signals of an episode.

    The first four weigh lists, in standard deviations. `previous` and `following` weigh the scores of the turns beside it. The
    others are added to a score whose best hit is about 1 above the fiftieth.

    `by_rank`: combine the lists by rank fusion (`graphmem.recall.rank_fusion`) and add nothing.
    """

    text: float = 2.0
    turn: float = 1.5
    context: float = 1.25
    facts: float = 0.8
    previous: float = 0.1
    following: float = 0.25
    date: float = 0.4
    speaker: float = 0.1
    time_word: float = 0.1
    question: float = 0.15
    user: float = 0.3
    recency: float = 0.1
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class FactWeights:
    """Weights of the signals of a fact.

    The first three weigh lists, in standard deviations. The others are added to the score. `by_rank`: as in `EpisodeWeights`.
    """

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
    relation: float = 2.0
    spread: float = 1.0
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class RerankRule:
    """How a reranker decides together with the fit of a result. All numbers are from 0 to 1.

    The fit is `similarity` · cosine + `recency` · 0.5^(days / `half_life_days`) + `importance` · importance. The three weights
    sum to 1. The score is fit · (`base` + (1 - `base`) · r), where r is the reranker's score. A result with r below `veto`, or
    with a score below `least`, is left out.
    """

    similarity: float = 0.7
    recency: float = 0.2
    importance: float = 0.1
    half_life_days: float = 14.0
    base: float = 0.3
    veto: float = 0.1
    least: float = 0.15


@dataclass(frozen=True, slots=True)
class Recipe:
    """One recipe.

    `facts`, `episodes`: the weights, None to recall none of the kind. `reach`, `fact_reach`: hits per list of episodes and per
    list of facts. `walk`: maximum number of facts found by walking. `chronological`: the context has episodes in the order in
    which they occurred. `newest_first`: of facts that say the same, the latest comes first (`graphmem.recall.restated`).
    `rerank`: the reranker scores every result, and this rule orders them and leaves some out; None = as the recall says.
    `topics`: maximum number of clusters that are recalled; above 0 the facts are those of the clusters, each in turn.
    `spread`: facts that are associated with the best ones are found too, over two links.
    """

    name: str
    facts: FactWeights | None = FactWeights()
    episodes: EpisodeWeights | None = EpisodeWeights()
    reach: int = 120
    fact_reach: int = 60
    walk: int = 60
    chronological: bool = False
    newest_first: bool = True
    rerank: RerankRule | None = None
    topics: int = 0
    spread: bool = False

    @property
    def semantic(self) -> bool:
        """Whether the recipe needs the embedding of the question."""
        by_fact = self.facts is not None and self.facts.vector > 0
        return by_fact or (self.episodes is not None and self.episodes.turn > 0)

    @property
    def by_relation(self) -> bool:
        """Whether the relation that the question asks for counts."""
        return self.facts is not None and self.facts.relation > 0 and self.facts.vector > 0 and not self.facts.by_rank

    @property
    def lexical(self) -> bool:
        """Whether the recipe searches by words."""
        by_fact = self.facts is not None and self.facts.text > 0
        return by_fact or (self.episodes is not None and self.episodes.text > 0)

    def without_vectors(self) -> Recipe:
        """Return the recipe for a question that could not be embedded: by words, names and the graph."""
        facts, episodes = self.facts, self.episodes
        return replace(
            self,
            rerank=None,  # its rule weighs the likeness most
            facts=facts and replace(facts, vector=0.0, relation=0.0, text=facts.text or FactWeights().text),
            episodes=episodes
            and replace(episodes, turn=0.0, context=0.0, facts=0.0, text=episodes.text or EpisodeWeights().text),
        )


RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        recipe.name: recipe
        for recipe in (
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
            Recipe("rerank", newest_first=False, rerank=RerankRule()),
            Recipe(
                "overview",
                FactWeights(vector=1.0, text=0.0, walk=0.0, importance=1.0, relation=0.0),
                episodes=None,
                walk=0,
                newest_first=False,
                topics=5,
            ),
        )
    }
)
"""The recipes by name.

- hybrid: all signals.
- facts, episodes: only that kind.
- graph: facts connected to the entities of the question count most.
- lexical: words only; nothing is embedded.
- semantic: embeddings only.
- conversation: turns with their neighbours, in chronological order.
- fusion: the lists of hybrid, combined by weighted rank fusion only.
- rerank: the results of hybrid, ordered by their fit and the reranker's score; those that the reranker refuses are left out.
- overview: the topics nearest to the question, and of each in turn the facts that matter most.
"""
