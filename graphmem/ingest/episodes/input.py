"""`EpisodeInput`, the input of the pipeline: an episode as it came, with the options of the call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from graphmem.brain_settings import layered, read_settings
from graphmem.ingest.episodes.salience import is_signal
from graphmem.settings import Settings
from graphmem_contract.records import Message, ResolveMode, SuppliedExtraction
from graphmem_contract.settings import BrainSettings, PiiPolicy

Course = Literal["extract", "wait", "keep"]
"""What happens to a stored episode: extract it at once, wait until its session is extracted, or only keep it."""


@dataclass(frozen=True, slots=True)
class EpisodeInput:
    """One episode with the options of its call. `occurred_at` is UTC.

    `settings` are the effective ones. The `overrides` of the call take precedence over the settings of the brain (once
    `in_brain` has read them), and these over those of the service. `trust`: the greatest confidence of its claims.
    `turns_before`: how many turns of its session were said at its moment before it. `pii`: the policy about personal data by
    which it was screened; `pii_kinds`: what was found.
    """

    brain: str
    episode_id: str
    content: str
    occurred_at: datetime
    settings: Settings
    kind: str = "message"
    role: str | None = None
    source: str | None = None
    trust: float = 1.0
    turns_before: int = 0
    speaker: str | None = None
    session_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    external_id: str | None = None
    messages: tuple[Message, ...] = ()
    recent_messages: tuple[str, ...] = ()
    extraction: SuppliedExtraction | None = None
    judge: bool = False
    resolve: ResolveMode = "full"
    valid_from_override: datetime | None = None
    skip_extraction: bool = False
    idempotency_key: str | None = None
    body_hash: str | None = None
    lease: str | None = None
    pii: PiiPolicy = "off"
    pii_kinds: tuple[str, ...] = ()
    service: Settings | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)

    @property
    def turn(self) -> str:
        """Return the content with its speaker, as it is searched."""
        return f"{self.speaker}: {self.content}" if self.speaker else self.content

    @property
    def course(self) -> Course:
        """Return what happens after it is stored.

        A supplied extraction is always written, because it takes no model. `skip_extraction` takes precedence over it.
        """
        if self.skip_extraction:
            return "keep"
        if self.extraction is not None:
            return "extract"
        if not self.settings.auto_extract or self.settings.mode == "raw":
            return "keep"
        return "wait" if self.settings.extraction_threshold > 1 and self.session_id else "extract"

    @property
    def may_ask_judge(self) -> bool:
        """Whether a judge may be asked about its claims: always about extracted ones, on request about supplied ones."""
        return self.extraction is None or self.judge

    @property
    def is_signal(self) -> bool:
        """Whether it contains a signal that it is worth remembering."""
        return is_signal(self.content, self.role, self.messages)

    def in_brain(self, stored: str | None) -> tuple[EpisodeInput, tuple[str, ...]]:
        """Return it with the settings of its brain, and warnings about the unusable ones.

        Args:
            stored: the settings as the brain stores them, in JSON.
        """
        brain, warnings = read_settings(stored)
        return self.under(brain), warnings

    def under(self, brain: BrainSettings) -> EpisodeInput:
        """Return it with these settings of a brain."""
        if not brain.changes:
            return self
        return replace(self, settings=layered(self.service or self.settings, brain, self.overrides))
