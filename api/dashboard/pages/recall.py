# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Recall: a question, what it finds and why, with one recipe or two beside each other."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BeforeValidator, Field

from graphmem import RECIPES
from graphmem_contract.records import Category

from ...deps import AnyMemory, ReadableBrain
from ...schemas import json_object
from ..query import ClockQuery
from ..recall_calls import as_curl, as_mcp, as_python, without_mcp
from ..recall_view import RecallView, recall_view
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/recall", include_in_schema=False, route_class=PageRoute)
Words = Annotated[str | None, Field(max_length=1000)]
Share = Annotated[float | None, Field(ge=0, le=1)]
RecipeName = Annotated[str | None, Field(max_length=100)]


class RecallPageQuery(ClockQuery):
    """A question with its options. `entities`, `relations` and `tags` take several names with commas between them."""

    query: Annotated[str | None, Field(max_length=20_000)] = None
    recipe: RecipeName = "hybrid"
    beside: RecipeName = None
    k: int = Field(10, ge=1, le=100)
    entities: Words = None
    relations: Words = None
    category: Category | None = None
    asker: Words = None
    session_id: Words = None
    speaker: Words = None
    role: Words = None
    tags: Words = None
    metadata: Annotated[dict[str, Any], BeforeValidator(json_object)] = Field({})
    min_confidence: Share = None
    min_relevance: Share = None
    include_closed: bool = False
    include_provenance: bool = False
    deep: bool = False
    spread: bool = False
    diversity: float = Field(0.0, ge=0, le=1)
    rerank: bool = False
    context_style: Literal["grouped", "block", "lines"] = "grouped"
    token_budget: int = Field(540, ge=0, le=100_000)

    @property
    def asks(self) -> bool:
        """Whether there is anything to recall: a question, or entities."""
        return bool(self.query or self.entities)

    @property
    def has_more(self) -> bool:
        """Whether an option is set that the form shows on request only."""
        shown = {"query", "recipe", "beside", "k", "speaker", "valid_at", "known_at"}
        return bool(self.model_dump(exclude=shown, exclude_defaults=True))

    @property
    def metadata_text(self) -> str:
        """The metadata as the field holds them."""
        return json.dumps(self.metadata, ensure_ascii=False) if self.metadata else ""

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of `Brain.recall` that differ from their defaults, without the recipe, ready for JSON."""
        given: dict[str, Any] = self.model_dump(
            mode="json", exclude={"recipe", "beside", "category"}, exclude_defaults=True
        )
        listed: dict[str, Any] = {
            name: names_of(given[name]) for name in ("entities", "relations", "tags") if name in given
        }
        return {**given, **listed, **({"categories": [self.category]} if self.category else {})}

    def call(self, recipe: str) -> dict[str, Any]:
        """The arguments of `Brain.recall` with a recipe."""
        return {**self.options, **({"recipe": recipe} if recipe != "hybrid" else {})}


def names_of(text: str) -> list[str]:
    """Return the names of a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


@router.get("")
async def get_recall(
    request: Request, brain: ReadableBrain, who: Someone, memory: AnyMemory, asked: Annotated[RecallPageQuery, Query()]
) -> Response:
    """The answer to a question, explained; with `beside`, two recipes next to each other."""
    await brain.overview.summary()
    recipe = asked.recipe or "hybrid"
    recipes = (recipe, *((asked.beside,) if asked.beside else ())) if asked.asks else ()
    # One after the other: side by side each would be measured with the other one in its way.
    found = [await brain.recall(**asked.call(name), explain=True) for name in recipes]
    views: list[RecallView] = [
        recall_view(brain.name, name, result, found[1 - number] if len(found) > 1 else None)
        for number, (name, result) in enumerate(zip(recipes, found, strict=True))
    ]
    can_rerank = memory.models.reranker is not None
    call, origin = asked.call(recipe), str(request.base_url).rstrip("/")
    copies = {
        "curl": as_curl(origin, brain.name, call, keyed=who.has_login),
        "Python": as_python(origin, brain.name, call),
        "MCP": as_mcp(call),
    }
    return page(
        request, "recall.html", who, brain=brain.name, asked=asked, answers=views, recipes=_recipes(can_rerank),
        copies=copies, no_mcp=without_mcp(call), has_reranker=can_rerank,
    )  # fmt: skip


def _recipes(can_rerank: bool) -> tuple[str, ...]:
    """Return the names of the recipes that this service can use."""
    return tuple(name for name, recipe in RECIPES.items() if can_rerank or not recipe.rerank)
