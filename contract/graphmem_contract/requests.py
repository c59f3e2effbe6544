"""What a caller sends as a whole: an episode."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field, ValidationError, model_validator

from graphmem_contract.errors import invalid
from graphmem_contract.records import Json, Message, Record, ResolveMode, SuppliedExtraction, Time


class EpisodeRequest(Record):
    """One episode to take in. Either `content` or `messages`; everything else is optional."""

    content: str | None = Field(None, description="The text as it came")
    messages: tuple[Message, ...] = Field((), max_length=10_000, description="The turns of a chat, instead of content")
    speaker: str | None = Field(None, description="Whose words these are", max_length=300)
    role: str | None = Field(None, max_length=100)
    session_id: str | None = Field(None, max_length=300)
    occurred_at: Time | None = Field(
        None, description="When it was said; default the time of the latest of the messages, else now"
    )
    source: str | None = Field(None, max_length=300)
    metadata: Json = Field({})
    tags: tuple[Annotated[str, Field(max_length=1000)], ...] = Field((), max_length=1000)
    recent_messages: tuple[str, ...] = Field(
        (), max_length=1000, description="Turns just before, to understand pronouns"
    )
    kind: str = Field("message", max_length=100)
    external_id: str | None = Field(None, max_length=300)
    extraction: SuppliedExtraction | None = Field(None, description="Entities and facts found already")
    judge: bool = Field(False, description="Whether a judge may be asked about the facts of `extraction`")
    resolve: ResolveMode = "full"
    config_overrides: dict[str, Any] = Field({})
    valid_from_override: Time | None = None
    skip_extraction: bool = False
    dry_run: bool = False
    verbose: bool = False
    wait: bool = True

    @model_validator(mode="after")
    def _one_text(self) -> EpisodeRequest:
        if self.content is not None and self.messages:
            raise ValueError("send either content or messages, not both")
        if self.content is None and not self.messages:
            raise ValueError("send content or messages")
        if self.speaker is not None and not self.speaker.strip():
            raise ValueError("speaker must not be blank")
        return self

    @classmethod
    def checked(cls, **fields: Any) -> EpisodeRequest:
        """Validate the fields like the constructor.

        Raises:
            InvalidInput: a field is wrong. The error names the field and the reason.
        """
        try:
            return cls(**fields)
        except ValidationError as error:
            raise invalid(error) from None

    @property
    def text(self) -> str:
        """Return the content, or the turns as one text."""
        if self.content is not None:
            return self.content
        return "\n".join(m.line for m in self.messages if m.content.strip())

    @property
    def said_at(self) -> datetime:
        """Return when it was said: `occurred_at`, else the time of the latest turn, else now."""
        return self.occurred_at or max((m.time for m in self.messages if m.time), default=datetime.now(UTC))

    @property
    def is_blank(self) -> bool:
        """Whether the text is blank."""
        return not self.text.strip()

    def digest(self) -> str:
        """Return a hash of the body. It distinguishes a repeated request from another one with the same idempotency key."""
        body = self.model_dump(mode="json", exclude_unset=True)
        return hashlib.sha256(json.dumps(body, sort_keys=True).encode("utf8", "surrogatepass")).hexdigest()
