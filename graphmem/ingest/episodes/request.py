"""`EpisodeRequest`: the body of `POST …/episodes` and the arguments of `remember`."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field, ValidationError, model_validator
from uuid_utils import uuid7

from graphmem.brain_settings import DEFAULTS, OF_A_CALL, OF_RECALL, BrainSettings, layered
from graphmem.contract.records import Json, Message, Record, ResolveMode, SuppliedExtraction, Time
from graphmem.contract.validation import invalid
from graphmem.errors import InvalidInput, TooLarge
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import Stored, spent_in, trust_in
from graphmem.settings import Settings


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


NOTHING_SAID = "The content is blank: nothing was stored."
"""The warning for blank content."""


def episode_input(
    request: EpisodeRequest, brain: str, settings: Settings, idempotency_key: str | None = None
) -> tuple[EpisodeInput, tuple[str, ...]]:
    """Return the input of the pipeline, and warnings about overrides without effect.

    Raises:
        TooLarge: the content is longer than `max_content_chars`.
        InvalidInput: an override has the wrong type, the text has an unpaired surrogate or NUL, or the idempotency key is
            blank.
    """
    if idempotency_key is not None and not idempotency_key.strip():
        raise InvalidInput("An idempotency key must not be blank; leave it out instead.", field="idempotency_key")
    content = _valid_unicode(request.text)
    if len(content) > settings.max_content_chars:
        raise TooLarge(
            f"The content has {len(content)} characters; {settings.max_content_chars} is the limit.", field="content"
        )
    known = {k: v for k, v in request.config_overrides.items() if k in OF_A_CALL}
    BrainSettings.checked(known)
    episode = EpisodeInput(
        brain=brain,
        episode_id=str(uuid7()),
        content=content,
        occurred_at=request.said_at,
        settings=layered(settings, DEFAULTS, known),
        kind=request.kind,
        role=request.role,
        source=request.source,
        speaker=request.speaker.strip() if request.speaker else None,
        session_id=request.session_id,
        metadata=request.metadata,
        tags=request.tags,
        external_id=request.external_id,
        messages=request.messages,
        recent_messages=request.recent_messages,
        extraction=request.extraction,
        judge=request.judge,
        resolve=request.resolve,
        valid_from_override=request.valid_from_override,
        skip_extraction=request.skip_extraction,
        idempotency_key=idempotency_key,
        body_hash=None if idempotency_key is None else request.digest(),
        service=settings,
        overrides=known,
    )
    without_effect = sorted(set(request.config_overrides) - set(known) | OF_RECALL.intersection(known))
    return episode, tuple(map(_no_effect_warning, without_effect))


def _no_effect_warning(name: str) -> str:
    if name in OF_RECALL:
        return f"config_overrides: {name!r} has no effect on an episode; send it with a recall"
    if name in Settings.model_fields:
        return f"config_overrides: {name!r} belongs to the service, not to a call"
    return f"config_overrides: there is no setting {name!r}"


def _valid_unicode(text: str) -> str:
    try:
        text.encode("utf8")
    except UnicodeEncodeError:
        raise InvalidInput("The content is no valid Unicode: it has half a surrogate pair.", field="content") from None
    return text


def replayed_input(brain: str, row: dict[str, Any], settings: Settings) -> tuple[EpisodeInput, Stored]:
    """Return an episode of the graph as input of the pipeline, with the options of its call."""
    options = json.loads(row["request"] or "{}")
    override = options.get("valid_from_override")
    overrides = {k: v for k, v in options.get("config_overrides", {}).items() if k in OF_A_CALL}
    episode = EpisodeInput(
        brain=brain,
        episode_id=row["id"],
        content=row["content"],
        occurred_at=row["occurredAt"],
        settings=layered(settings, DEFAULTS, overrides),
        kind=row["kind"],
        role=row["role"],
        source=row["source"],
        speaker=row["speaker"],
        session_id=row["sessionId"],
        messages=tuple(Message.model_validate(m) for m in options.get("messages", ())),
        recent_messages=tuple(options.get("recent_messages", ())),
        extraction=SuppliedExtraction.model_validate(options["extraction"]) if options.get("extraction") else None,
        judge=options.get("judge", False),
        resolve=options.get("resolve", "full"),
        valid_from_override=datetime.fromisoformat(override) if override else None,
        service=settings,
        overrides=overrides,
    )
    stored = Stored(
        row["id"],
        row["recordedAt"],
        tuple(row["previous"]),
        False,
        row["status"],
        None,
        row.get("settings"),
        trust=trust_in(row),
        turns_before=row.get("turnsBefore") or 0,
        spent=spent_in(row),
    )
    return episode, stored
