"""The settings of a brain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, ConfigDict, Field, ValidationError

from graphmem_contract.errors import invalid
from graphmem_contract.records import Record, Share

ForgetPolicy = Literal["hide", "off"]
Stage = Literal["informed", "mentions", "claims", "judge", "summary", "profile", "observations", "directives", "digest"]


def _checked_zone(name: str | None) -> str | None:
    if name is None or not name.strip():
        return None
    try:
        return ZoneInfo(name.strip()).key
    except (ValueError, OSError, KeyError):
        if not available_timezones():  # the machine of a client may have no list of zones; the service has one
            return name.strip()
        raise ValueError(f"there is no time zone {name!r}; use an IANA name") from None


TimeZone = Annotated[Annotated[str, Field(max_length=60)] | None, AfterValidator(_checked_zone)]
PiiPolicy = Literal["off", "mark", "redact", "refuse"]
"""off = look for nothing; mark = store which kinds a message has; redact = replace it; refuse = refuse the message."""


class BrainSettings(Record):
    """The settings of a brain. A field that is null has the value of the service's setting of the same name.

    A value of another type is refused, not converted: "60" is no number, and "yes" is no truth value.
    """

    model_config = ConfigDict(strict=True, json_schema_serialization_defaults_required=False)

    auto_extract: bool | None = Field(None, description="false = episodes are only stored; a replay extracts them")
    mode: Literal["semantic", "raw", "hybrid"] | None = Field(
        None, description="semantic = extract; raw = store the turns verbatim, without a model; hybrid = both"
    )
    extraction: Literal["informed", "staged"] | None = Field(
        None, description="informed = one call for everything; staged = one small call per stage"
    )
    extraction_threshold: int | None = Field(
        None,
        ge=1,
        description="Number of memorable turns that must wait in a session before it is extracted; 1 = each turn at once",
    )
    instructions: str | None = Field(
        None, max_length=2_000, description="Instructions for the extractor, placed before its prompt"
    )
    language: str | None = Field(None, max_length=40, description="Language of the messages, if it is known")
    time_zone: TimeZone = Field(None, description="IANA time zone of days in messages")
    relationship_terms: Literal["entity", "speaker"] | None = Field(
        None,
        description='What "my brother" refers to: a relative of the speaker (entity), or the speaker (speaker)',
    )
    model: str | None = Field(None, min_length=1, max_length=200, description="Model for extraction and judging")
    models: dict[Stage, str] | None = Field(None, description="A separate model for a stage")
    extraction_timeout_sec: float | None = Field(
        None, description="Time limit of one model call, in seconds; 0 or less = none"
    )
    informed_extraction_topk: int | None = Field(
        None, ge=0, description="Maximum number of known facts of one entity in the prompt"
    )
    informed_extraction_context_budget_tokens: int | None = Field(
        None, ge=0, description="Token budget of known facts in the prompt"
    )
    fuzzy_threshold: Share | None = Field(None, description="Similarity from which a name resolves to an entity")
    candidate_threshold: Share | None = Field(None, description="Similarity below which a name is new")
    enable_llm_resolution: bool | None = Field(None, description="Ask the judge about ambiguous names")
    semantic_dedup_threshold: Share | None = Field(
        None, description="Similarity above which two claims of a message count as one"
    )
    reconcile_threshold: Share | None = Field(
        None, description="Similarity from which the judge compares a stored fact"
    )
    min_confidence: Share | None = Field(None, description="Minimum confidence of recalled facts")
    stability_boost: Share | None = Field(
        None, description="How much stability a known fact gains when a message repeats or resembles it; 0 = off"
    )
    boost_threshold: Share | None = Field(None, description="Similarity above which a message resembles a known fact")
    associations: int | None = Field(
        None, ge=0, description="Maximum number of fact pairs that one message associates; 0 = off"
    )
    association_threshold: Share | None = Field(
        None, description="Similarity from which two facts of a message are associated"
    )
    chunk_chars: int | None = Field(None, gt=200, description="Length above which content is split into chunks")
    emotional_trends: bool | None = Field(
        None,
        description="Upkeep also observes, for each entity, how the emotions of the messages that mention it change; "
        "false retires what it has observed",
    )
    model_calls_per_day: int | None = Field(
        None, ge=0, description="Number of model calls in a day (UTC) after which no model is asked until midnight"
    )
    tokens_per_day: int | None = Field(
        None, ge=0, description="Number of tokens in a day (UTC) after which no model is asked until midnight"
    )

    forget_requests: ForgetPolicy | None = Field(
        None,
        description="Requests to forget in messages: hide = what the same speaker has said is told no more, until it is undone; "
        "off = they are stored as ordinary messages",
    )
    pii: PiiPolicy | None = Field(
        None,
        description="Personal data in messages: off; mark = store the kinds found; redact = replace it; refuse = refuse them",
    )

    @property
    def changes(self) -> dict[str, Any]:
        """The settings of this brain that are not null."""
        return self.model_dump(exclude_none=True)

    @classmethod
    def checked(cls, fields: Mapping[str, Any]) -> BrainSettings:
        """Return the validated settings.

        Raises:
            InvalidInput: A name is unknown, or a value has the wrong type or is out of range; with the field.
        """
        try:
            return cls.model_validate(dict(fields))
        except ValidationError as error:
            raise invalid(error) from None


class EffectiveSetting(Record):
    """A setting as it applies to a brain. `set_by`: `default` = neither the brain nor the service sets it."""

    value: Any
    set_by: Literal["brain", "service", "default"]
