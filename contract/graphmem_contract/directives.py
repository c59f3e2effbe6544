"""Standing instructions and preferences of a user."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.records import FactId, Record, Time

DirectiveKind = Literal["instruction", "preference"]


class Directive(Record):
    """What a user wants from now on, in the user's words: a standing instruction, or a preference.

    It rests on the messages of `episode_ids` and on the facts of `fact_ids`, and is gone when they are forgotten.
    """

    id: str
    kind: DirectiveKind
    text: str
    scope: str | None = Field(None, description="The condition under which it holds; null = always")
    confidence: float = Field(
        description="0 to 1: .95 of it is left a week after it was told last, at least .10; a repetition raises it"
    )
    speaker: str | None = Field(None, description="Whose words these are")
    valid_from: Time = Field(description="When it was told first")
    last_told_at: Time
    times_told: int = 1
    fact_ids: tuple[FactId, ...] = ()
    episode_ids: tuple[str, ...] = ()
    superseded_by: str | None = Field(None, description="The directive that excludes it and was told later")
