"""`RecallQuery`: one recall with all its options, validated."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, InstanceOf, JsonValue, ValidationError, field_validator

from graphmem.recall.recipes import DIVERSE_FROM, RECIPES, RERANKED, Recipe
from graphmem_contract.choices import Style
from graphmem_contract.records import Category, Record, Share
from graphmem_contract.validation import invalid

Names = Annotated[tuple[str, ...], Field(max_length=1000)]


class RecallQuery(Record):
    """One recall.

    - `k`: maximum number of facts, and of episodes.
    - `valid_at`, `known_at`: UTC. None means now, and the latest state.
    - `entities`: names, aliases, keys or ids. Only facts about these entities or that name them, and episodes with them.
    - `asker`: name, key or id of an entity. "I" and "my" in the question mean it.
    - `session_id`, `speaker`, `role`, `tags` (all of them), `metadata` (equal values): filter the episodes. Facts are then
      limited to those derived from such episodes.
    - `min_confidence`: None means the setting of the brain, or `least_confidence` where the brain has none.
    - `min_relevance`: how well the best result has to fit, from 0 to 1; otherwise nothing is returned. None means the floor
      of the embedder.
    - `language`: the language for a brain that sets none.
    - `recipe`: a name, or a `Recipe` with custom weights.
    - `diversity`: 0 = the best results, up to 1 = results that differ from each other (MMR).
    - `rerank`: the reranker scores the best results. The recipe `rerank` implies it.
    - `deep`: also find facts that are cold, at half score.
    - `spread`: also find facts that are associated with the best ones, over two links, each link at half weight.
    - `tell_ended`: also return the facts that `no_longer_true` counts.
    - `directive_tokens`: token budget of the standing instructions, beside `token_budget`.
    - `explain`: also return how the answer came about; it costs another search.
    """

    query: str | None = None
    k: int = Field(10, ge=1, le=100)
    recipe: str | InstanceOf[Recipe] = "hybrid"
    valid_at: datetime | None = None
    known_at: datetime | None = None
    entities: Names = ()
    relations: Names = ()
    categories: tuple[Category, ...] = Field((), max_length=1000)
    asker: str | None = None
    session_id: str | None = None
    speaker: str | None = None
    role: str | None = None
    tags: Names = ()
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    min_confidence: Share | None = None
    least_confidence: Share = 0.55
    min_relevance: Share | None = None
    language: str | None = None
    include_closed: bool = False
    include_provenance: bool = False
    deep: bool = False
    spread: bool = False
    tell_ended: bool = False
    diversity: Share = 0.0
    rerank: bool = False
    context_style: Style = "grouped"
    token_budget: int = Field(800, ge=0, le=100_000)
    directive_tokens: int = Field(400, ge=0, le=10_000)
    reinforce: bool = False
    explain: bool = False

    @field_validator("recipe")
    @classmethod
    def _check_recipe(cls, name: str | Recipe) -> str | Recipe:
        if isinstance(name, str) and name not in RECIPES:
            raise ValueError(f"there is no recipe {name!r}; there are {', '.join(RECIPES)}")
        return name

    @classmethod
    def checked(cls, **fields: Any) -> RecallQuery:
        """Return a query from keyword arguments.

        Raises:
            InvalidInput: an argument has the wrong type or is out of range, or the recipe is unknown.
        """
        try:
            return cls(**fields)
        except ValidationError as error:
            raise invalid(error) from None

    @property
    def text(self) -> str:
        """The question, stripped; "" where there is none."""
        return (self.query or "").strip()

    @property
    def chosen(self) -> Recipe:
        """The recipe, looked up by its name or as given."""
        return RECIPES[self.recipe] if isinstance(self.recipe, str) else self.recipe

    @property
    def pool(self) -> int:
        """Number of results that are read in full: `k`, or more where a reranker scores them."""
        return max(self.k, RERANKED) if self.is_reranked else self.k

    @property
    def is_reranked(self) -> bool:
        """Whether the reranker scores the best results."""
        return bool(self.rerank or self.chosen.rerank)

    @property
    def spreads(self) -> bool:
        """Whether associated facts are found too."""
        return self.spread or self.chosen.spread

    @property
    def most(self) -> int:
        """Number of results of each kind that are ranked: a multiple of `pool` where diversity is asked for."""
        return self.pool * (DIVERSE_FROM if self.diversity else 1)

    @property
    def restricted(self) -> bool:
        """Whether the recall is restricted to some entities or episodes."""
        return bool(self.entities) or self.filters_episodes

    @property
    def filters_episodes(self) -> bool:
        """Whether any filter applies to the episodes."""
        return bool(self.session_id or self.speaker or self.role or self.tags or self.metadata)
