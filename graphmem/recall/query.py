"""What was asked: a recall with all its options, checked."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, InstanceOf, JsonValue, ValidationError, field_validator

from graphmem.contract.records import Category, Record, Share
from graphmem.contract.validation import invalid
from graphmem.recall.context import Style
from graphmem.recall.recipes import DIVERSE_FROM, RECIPES, RERANKED, Recipe

Names = Annotated[tuple[str, ...], Field(max_length=1000)]


class RecallQuery(Record):
    """One recall.

    `k`: facts, and episodes, at most. `valid_at`, `known_at`: UTC; None = now, the latest. `entities` are names, aliases, keys
    or ids: only facts of theirs, and episodes that speak of them. `session_id`, `speaker`, `role`, `tags` (all of them) and
    `metadata` (equal values) narrow the episodes, and the facts to those drawn from such episodes.
    `min_confidence` None = the brain's own, and where it has none, `least_confidence`; `language` likewise is that of a brain
    that says none.
    `recipe`: a name, or weights of one's own. `diversity`: 0 = the best, up to 1 = unlike each other (MMR). `rerank`: the best
    are read again by the reranker. `tell_ended`: the facts that `no_longer_true` counts come along.
    """

    query: str | None = None
    k: int = Field(10, ge=1, le=100)
    recipe: str | InstanceOf[Recipe] = "hybrid"
    valid_at: datetime | None = None
    known_at: datetime | None = None
    entities: Names = ()
    relations: Names = ()
    categories: tuple[Category, ...] = ()
    session_id: str | None = None
    speaker: str | None = None
    role: str | None = None
    tags: Names = ()
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    min_confidence: Share | None = None
    least_confidence: Share = 0.55
    language: str | None = None
    include_closed: bool = False
    include_provenance: bool = False
    tell_ended: bool = False
    diversity: Share = 0.0
    rerank: bool = False
    context_style: Style = "grouped"
    token_budget: int = Field(800, ge=0, le=100_000)
    reinforce: bool = False

    @field_validator("recipe")
    @classmethod
    def _known(cls, name: str | Recipe) -> str | Recipe:
        if isinstance(name, str) and name not in RECIPES:
            raise ValueError(f"there is no recipe {name!r}; there are {', '.join(RECIPES)}")
        return name

    @classmethod
    def checked(cls, **fields: Any) -> RecallQuery:
        """A recall from loose arguments.

        Raises:
            InvalidInput: one of them has the wrong type or is out of range; nobody knows the recipe.
        """
        try:
            return cls(**fields)
        except ValidationError as error:
            raise invalid(error) from None

    @property
    def text(self) -> str:
        """The question; "" where there is none."""
        return (self.query or "").strip()

    @property
    def chosen(self) -> Recipe:
        """The recipe, by its name or as it was given."""
        return RECIPES[self.recipe] if isinstance(self.recipe, str) else self.recipe

    @property
    def pool(self) -> int:
        """How many results are read in full: those asked for, and those that the reranker reads again."""
        return max(self.k, RERANKED) if self.rerank else self.k

    @property
    def most(self) -> int:
        """How many of each kind are ranked: more than are read where they shall be unlike each other."""
        return self.pool * (DIVERSE_FROM if self.diversity else 1)

    @property
    def filters_episodes(self) -> bool:
        """Whether anything narrows the episodes."""
        return bool(self.session_id or self.speaker or self.role or self.tags or self.metadata)
