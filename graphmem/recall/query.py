"""`RecallQuery`: one recall with all its options, validated."""

from __future__ import annotations

from typing import Any

from pydantic import Field, InstanceOf, ValidationError, field_validator

from graphmem.recall.recipes import DIVERSE_FROM, RECIPES, RERANKED, Recipe
from graphmem_contract.errors import invalid
from graphmem_contract.recall_options import RecallOptions
from graphmem_contract.records import Share


class RecallQuery(RecallOptions):
    """One recall: a question with its options, and what the settings of the service say.

    - `query`: None or blank means the context of the brain, or of `entities`.
    - `recipe`: a name, or a `Recipe` with custom weights.
    - `least_confidence`: what `min_confidence` means for a brain that sets none.
    - `language`: the language for a brain that sets none.
    - `directive_tokens`: token budget of the standing instructions, beside `token_budget`.
    """

    query: str | None = None
    recipe: str | InstanceOf[Recipe] = "hybrid"  # type: ignore[assignment]
    least_confidence: Share = 0.55
    language: str | None = None
    directive_tokens: int = Field(400, ge=0, le=10_000)

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
    def filters_episodes(self) -> bool:
        """Whether any filter applies to the episodes."""
        return bool(self.session_id or self.speaker or self.role or self.tags or self.metadata)
