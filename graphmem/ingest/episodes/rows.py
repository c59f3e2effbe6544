"""The episode itself: stored as it came, found again, finished."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.contract.records import Vector, WriteResult
from graphmem.errors import IdempotencyMismatch
from graphmem.graph.vectors import bolt
from graphmem.ingest.episodes.chunks import Piece, pieces_of_text, pieces_of_turns
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.queue import lease_ms

IMPORTANCE = 0.5
"""Of an episode, and of a turn of it."""
STABILITY = 0.2
"""Of a turn that is kept verbatim."""
FORGOTTEN_KEY = "What came under this Idempotency-Key has been forgotten; a new request needs a new key."


@dataclass(frozen=True, slots=True)
class Stored:
    """An episode in the graph. `previous`: the one or two turns before it in its session, nearest first;
    `answer`: what the same idempotency key was answered before; `settings`: the brain's own, as they are stored;
    `late`: turns after it in its session were there before it."""

    id: str
    recorded_at: datetime
    previous: tuple[str, ...]
    replayed: bool
    status: str
    answer: WriteResult | None
    settings: str | None = None
    late: bool = False


def stored_of(episode: EpisodeInput, row: Mapping[str, Any]) -> Stored:
    """What the statement that stored an episode tells of it.

    Raises:
        IdempotencyMismatch: the key came with another body.
    """
    if row["replayed"] and row["bodyHash"] != episode.body_hash:
        raise IdempotencyMismatch("This Idempotency-Key came before with another body; use a new one.")
    answer = WriteResult.model_validate_json(row["result"]) if row["replayed"] and row["result"] else None
    previous, late = tuple(row["previous"]), bool(row["late"]) and not row["replayed"]
    return Stored(row["id"], row["recordedAt"], previous, row["replayed"], row["status"], answer, row["settings"], late)


def entries(metadata: Mapping[str, Any]) -> list[str]:
    """Each entry as it is compared: its key and its value as JSON, keys of maps sorted."""
    return [json.dumps({key: value}, ensure_ascii=False, sort_keys=True)[1:-1] for key, value in metadata.items()]


def episode_row(episode: EpisodeInput, status: str) -> dict[str, Any]:
    """What store_episodes.cypher takes of an episode: how it is stored as it came."""
    props = {
        "content": episode.content,
        "kind": episode.kind,
        "role": episode.role,
        "source": episode.source,
        "speaker": episode.speaker,
        "speakers": sorted({one.name.strip().lower() for one in episode.messages if one.name}) or None,
        "roles": sorted({one.role for one in episode.messages}) or None,
        "sessionId": episode.session_id,
        "metadata": json.dumps(episode.metadata, ensure_ascii=False, sort_keys=True),
        "metadataEntries": entries(episode.metadata) or None,
        "tags": list(episode.tags),
        "externalId": episode.external_id,
        "status": status,
        "importance": IMPORTANCE,
        "attempts": 1 if episode.lease else 0,
        "request": _request(episode),
    }
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
        "soon": episode.lease is not None and episode.extraction is not None,
    }


def _request(episode: EpisodeInput) -> str:
    """What a replay needs beyond the content."""
    return json.dumps(
        {
            "messages": [m.model_dump(mode="json") for m in episode.messages],
            "recent_messages": list(episode.recent_messages),
            "extraction": episode.extraction.model_dump(mode="json", exclude_unset=True)
            if episode.extraction
            else None,
            "resolve": episode.resolve,
            "valid_from_override": episode.valid_from_override.isoformat() if episode.valid_from_override else None,
            "config_overrides": dict(episode.overrides),
        },
        ensure_ascii=False,
    )


def searched_pieces(episode: EpisodeInput) -> list[Piece]:
    """What is searched in the episode's place: the turns of it in the raw and hybrid modes, the chunks of long content."""
    if episode.settings.mode == "semantic":
        return pieces_of_text(episode.content, episode.settings.chunk_chars)
    return pieces_of_turns(episode)


def chunk_rows(episode: EpisodeInput, pieces: Sequence[Piece], vectors: Mapping[str, Vector]) -> list[dict[str, Any]]:
    """The rows of an episode's pieces; a vector that is missing leaves a piece to be found by its words."""
    strength = {} if episode.settings.mode == "semantic" else {"importance": IMPORTANCE, "stability": STABILITY}
    return [
        {
            "id": f"{episode.episode_id}#{number}",
            "searchText": piece.search,
            "vector": bolt(vectors.get(piece.said)),
            "contextVector": bolt(vectors.get(piece.context)) if piece.context else None,
            "props": {
                "content": piece.content,
                "speaker": piece.speaker,
                "position": number,
                "episodeId": episode.episode_id,
                **strength,
            },
        }
        for number, piece in enumerate(pieces)
    ]
