"""`EpisodeRequest`: the body of `POST …/episodes` and the arguments of `remember`."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.brain_settings import DEFAULTS, OF_A_CALL, OF_RECALL, layered
from graphmem.ingest.episodes.entity_details import with_details_as_facts
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import Stored, spent_in, trust_in
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput, TooLarge
from graphmem_contract.records import Message, SuppliedExtraction
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.settings import BrainSettings

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
        extraction=with_details_as_facts(request.extraction) if request.extraction else None,
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
