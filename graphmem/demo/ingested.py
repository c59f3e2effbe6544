"""`Ingested`: what became of the conversation of the demo."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from graphmem_contract.errors import NotFound
from graphmem_contract.records import WriteResult


@dataclass(slots=True)
class Ingested:
    """Result of the ingest: the system time of each message, and counts of facts.

    `silent`: messages that changed no fact. `failed`: error messages.
    """

    recorded: dict[datetime, datetime] = field(default_factory=dict)
    added: int = 0
    closed: int = 0
    silent: int = 0
    failed: list[str] = field(default_factory=list)

    def note(self, said_at: datetime, result: WriteResult) -> None:
        """Count one result. `said_at` is the time of the message."""
        if not result.success:
            self.failed.append(result.error or "unknown error")
        if result.recorded_at:
            self.recorded[said_at] = result.recorded_at
        self.added += len(result.facts_added)
        self.closed += len(result.facts_closed)
        self.silent += not (result.facts_added or result.facts_updated or result.facts_closed or result.facts_deleted)

    def known_by(self, said_at: datetime) -> datetime:
        """Return the system time at which all messages up to `said_at` were ingested.

        Raises:
            NotFound: there was no message by then.
        """
        before = [recorded for time, recorded in self.recorded.items() if time <= said_at]
        if not before:
            raise NotFound(f"There was no message by {said_at:%Y-%m-%d}.")
        return max(before)
