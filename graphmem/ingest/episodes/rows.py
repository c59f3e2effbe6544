"""The rows of an episode: as it is stored, and as the statements return it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from graphmem.graph.row_mapping import entries
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.pieces import IMPORTANCE
from graphmem.ingest.episodes.queue import lease_ms
from graphmem.ingest.episodes.screening import REDACTED, audit_row
from graphmem.processes.quota import DaySpent
from graphmem_contract.errors import IdempotencyMismatch
from graphmem_contract.records import WriteResult

FORGOTTEN_KEY = "The request with this Idempotency-Key has been forgotten; a new request needs a new key."


@dataclass(frozen=True, slots=True)
class Stored:
    """An episode in the graph.

    `previous`: the one or two turns before it in its session, nearest first. `replayed`: the idempotency key was used
    before. `answer`: the result of the first request with this key. `settings`: the brain's own settings, in JSON. `late`:
    later turns of its session were stored before it. `trust`: that of its source when it was stored. `turns_before`: how many
    turns of its session were said at its moment before it. `spent`: the model calls and the tokens of its brain today, when it
    was stored or claimed.
    """

    id: str
    recorded_at: datetime
    previous: tuple[str, ...]
    replayed: bool
    status: str
    answer: WriteResult | None
    settings: str | None = None
    late: bool = False
    trust: float = 1.0
    turns_before: int = 0
    spent: DaySpent = field(default_factory=DaySpent)

    def complete(self, episode: EpisodeInput) -> EpisodeInput:
        """Return the episode with what is known of it since it is stored."""
        return replace(episode, episode_id=self.id, trust=self.trust, turns_before=self.turns_before)


def stored_of(episode: EpisodeInput, row: Mapping[str, Any]) -> Stored:
    """Return the stored episode from a row of the statement that stored it.

    Raises:
        IdempotencyMismatch: the idempotency key was used with another body.
    """
    if row["replayed"] and row["bodyHash"] != episode.body_hash:
        raise IdempotencyMismatch("This Idempotency-Key was used with another body; use a new one.")
    answer = WriteResult.model_validate_json(row["result"]) if row["replayed"] and row["result"] else None
    previous, late = tuple(row["previous"]), bool(row["late"]) and not row["replayed"]
    settings, trust = row["settings"], trust_in(row)
    return Stored(
        row["id"], row["recordedAt"], previous, row["replayed"], row["status"], answer, settings, late, trust,
        row.get("turnsBefore") or 0, spent_in(row),
    )  # fmt: skip


def spent_in(row: Mapping[str, Any]) -> DaySpent:
    """Return the model calls and the tokens that the brain of a row has spent today."""
    return DaySpent.of(row["spent"]) if row.get("spent") else DaySpent()


def trust_in(row: Mapping[str, Any]) -> float:
    """Return the trust of a stored episode; 1 where its source had none."""
    return 1.0 if row.get("trust") is None else float(row["trust"])


def episode_row(episode: EpisodeInput, status: str) -> dict[str, Any]:
    """Return an episode as a row of store_episodes.cypher."""
    props = {
        "content": episode.content,
        "kind": episode.kind,
        "role": episode.role,
        "source": episode.source,
        "speaker": episode.speaker,
        "speakers": sorted({turn.name.strip().lower() for turn in episode.messages if turn.name}) or None,
        "roles": sorted({turn.role for turn in episode.messages}) or None,
        "sessionId": episode.session_id,
        "metadata": json.dumps(episode.metadata, ensure_ascii=False, sort_keys=True),
        "metadataEntries": entries(episode.metadata) or None,
        "tags": list(episode.tags),
        "externalId": episode.external_id,
        "status": status,
        "importance": IMPORTANCE,
        "attempts": 1 if episode.lease else 0,
        "request": _replay_options(episode),
        "piiKinds": list(episode.pii_kinds) or None,
    }
    redacted = episode.pii == "redact" and episode.pii_kinds
    return {
        "id": episode.episode_id,
        "idempotencyKey": episode.idempotency_key,
        "bodyHash": episode.body_hash,
        "props": {name: value for name, value in props.items() if value is not None},
        "occurredAt": episode.occurred_at.isoformat(),
        "dated": f"{episode.occurred_at:%-d %B %Y}",
        "turn": episode.turn,
        "lease": episode.lease,
        "leaseMs": lease_ms(episode.settings) if episode.lease else 0,
        "pii": episode.pii,
        "servicePii": (episode.service or episode.settings).pii,
        "audit": audit_row(REDACTED, episode.brain, (episode.episode_id,), episode.pii_kinds) if redacted else None,
        "soon": episode.lease is not None and episode.extraction is not None,
    }


def _replay_options(episode: EpisodeInput) -> str:
    """Return the options of the call that a replay needs beside the content, in JSON."""
    return json.dumps(
        {
            "messages": [m.model_dump(mode="json") for m in episode.messages],
            "recent_messages": list(episode.recent_messages),
            "extraction": episode.extraction.model_dump(mode="json", exclude_unset=True)
            if episode.extraction
            else None,
            "judge": episode.judge,
            "resolve": episode.resolve,
            "valid_from_override": episode.valid_from_override.isoformat() if episode.valid_from_override else None,
            "config_overrides": dict(episode.overrides),
        },
        ensure_ascii=False,
    )
