"""What the pipeline starts from: an episode as it came, with the options of the call."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.records import Message, ResolveMode, SuppliedExtraction
from graphmem.settings import Settings


@dataclass(frozen=True, slots=True)
class Intake:
    """One input. `occurred_at` is UTC; `settings` are the service's with this call's overrides."""

    brain: str
    episode_id: str
    content: str
    occurred_at: datetime
    settings: Settings
    kind: str = "message"
    role: str | None = None
    source: str | None = None
    speaker: str | None = None
    session_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    external_id: str | None = None
    messages: tuple[Message, ...] = ()
    recent_messages: tuple[str, ...] = ()
    extraction: SuppliedExtraction | None = None
    resolve: ResolveMode = "full"
    valid_from_override: datetime | None = None
    skip_extraction: bool = False
    idempotency_key: str | None = None
    body_hash: str | None = None
    lease: str | None = None

    @property
    def turn(self) -> str:
        """The turn as it is searched: the speaker and what was said."""
        return f"{self.speaker}: {self.content}" if self.speaker else self.content
