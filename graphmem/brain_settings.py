"""What a brain may set for itself, and how that goes together with the service's and a call's settings.

A call's `config_overrides` come before the brain's settings, and those before the service's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field, ValidationError

from graphmem.contract.records import Record, Share
from graphmem.contract.validation import invalid
from graphmem.settings import Settings, Stage, TimeZone


class BrainSettings(Record):
    """A brain's own way with messages; what is null follows the service (the settings of the same names)."""

    auto_extract: bool | None = Field(None, description="false = episodes are only stored; a replay extracts them")
    mode: Literal["semantic", "raw", "hybrid"] | None = Field(
        None, description="semantic = extract, raw = keep the turns verbatim, hybrid = both"
    )
    extraction: Literal["informed", "staged"] | None = Field(None, description="One call, or one a stage")
    extraction_threshold: int | None = Field(
        None, ge=1, description="So many memorable messages wait in a session before it is extracted; 1 = none waits"
    )
    instructions: str | None = Field(None, max_length=2_000, description="What an extractor should mind")
    language: str | None = Field(None, max_length=40, description="Language of the messages")
    time_zone: TimeZone = Field(None, description="IANA zone in which messages speak of days")
    relationship_terms: Literal["entity", "speaker"] | None = Field(None, description='Whom a bare "my brother" names')
    model: str | None = Field(None, min_length=1, max_length=200, description="Model for extraction and judging")
    models: dict[Stage, str] | None = Field(None, description="A model of its own for a stage")
    extraction_timeout_sec: float | None = Field(None, description="Time limit of a model call; 0 or less = none")
    informed_extraction_topk: int | None = Field(
        None, ge=0, description="Known facts of one entity in a prompt at most"
    )
    informed_extraction_context_budget_tokens: int | None = Field(
        None, ge=0, description="Tokens of all of them at most"
    )
    fuzzy_threshold: Share | None = Field(None, description="Similarity that resolves a name")
    candidate_threshold: Share | None = Field(None, description="Similarity below which a name is new")
    enable_llm_resolution: bool | None = Field(None, description="Ask the judge about ambiguous names")
    semantic_dedup_threshold: Share | None = Field(None, description="Above it two claims of a message are one")
    reconcile_threshold: Share | None = Field(None, description="From it a stored fact is compared by the judge")
    min_confidence: Share | None = Field(None, description="Least confidence of recalled facts")
    stability_boost: Share | None = Field(None, description="What a known fact gains when it is repeated; 0 = off")
    boost_threshold: Share | None = Field(None, description="Above it a new fact repeats a known one")
    associations: int | None = Field(None, ge=0, description="Pairs of facts that a message can associate; 0 = off")
    association_threshold: Share | None = Field(None, description="From it two facts of a message are associated")
    chunk_chars: int | None = Field(None, gt=200, description="Longer content is split into chunks")

    @property
    def changes(self) -> dict[str, Any]:
        """What this brain does otherwise than the service."""
        return self.model_dump(exclude_none=True)

    @classmethod
    def checked(cls, fields: Mapping[str, Any]) -> BrainSettings:
        """Validates like the constructor.

        Raises:
            InvalidInput: an unknown name, a wrong type, out of range; names the field.
        """
        try:
            return cls.model_validate(dict(fields))
        except ValidationError as error:
            raise invalid(error) from None


def folds(language: str | None) -> bool | None:
    """Whether words of a language are searched without accents instead of by English endings; None where it is not known."""
    return None if language is None else not language.strip().lower().startswith("en")


DEFAULTS = BrainSettings()
OF_A_CALL = frozenset(BrainSettings.model_fields)
"""What a call's `config_overrides` may name; the rest belongs to the service."""


@lru_cache(maxsize=1024)
def read_settings(stored: str | None) -> tuple[BrainSettings, tuple[str, ...]]:
    """Settings as they stand at a brain, and a warning for each that cannot be used; it then follows the service."""
    if stored is None:
        return DEFAULTS, ()
    try:
        kept = json.loads(stored)
        return BrainSettings.model_validate(kept), ()
    except ValidationError as error:
        bad = {str(one["loc"][0]) if one["loc"] else "" for one in error.errors()}
    except ValueError:
        bad = {""}
    if "" in bad:
        return DEFAULTS, ("The brain's settings cannot be read and are left out; set them again.",)
    good = {name: value for name, value in kept.items() if name not in bad}
    warnings = tuple(f"The brain's setting {name!r} cannot be used and is left out." for name in sorted(bad))
    return BrainSettings.model_validate(good), warnings


def layered(service: Settings, brain: BrainSettings, overrides: Mapping[str, Any]) -> Settings:
    """The settings that count for a call: its overrides, then the brain's, then the service's.

    Raises:
        InvalidInput: an override has the wrong type or is out of range.
    """
    own = brain.changes
    if "models" in own:
        own["models"] = {**service.models, **own["models"]}
    settings = service.model_copy(update=own) if own else service
    if not overrides:
        return settings
    merged = dict(overrides)
    if isinstance(merged.get("models"), Mapping):
        merged["models"] = {**settings.models, **merged["models"]}
    return settings.with_overrides(**merged)
