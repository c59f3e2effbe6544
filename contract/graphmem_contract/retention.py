"""Records of retention: which episodes are kept for how long, and what was forgotten because of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from graphmem_contract.records import Record, Time

Word = Annotated[str, Field(min_length=1, max_length=300)]


class RetentionPolicy(Record):
    """Episodes of this kind, source and tag are kept for some days. What is null matches every episode."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    days: int = Field(ge=1, le=36_500, description="Days since the episode was recorded (system time)")
    kind: Word | None = None
    source: Word | None = None
    tag: Word | None = None


class Retention(Record):
    """The retention policies of a brain. Each stands for itself: an episode that one of them matches is forgotten."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    policies: Annotated[tuple[RetentionPolicy, ...], Field(max_length=50)] = ()


class ForgottenEpisodes(Record):
    """Episodes that were forgotten, or would be (dry run), oldest first, and the numbers of what went with them.

    `more`: others match too; repeat the call. `recorded_at`: that of the last one; null after a dry run.
    """

    episodes: tuple[str, ...]
    more: bool
    statements: int = 0
    facts: int = 0
    entities: int = 0
    recorded_at: Time | None = None
