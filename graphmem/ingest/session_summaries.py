"""Session summaries, stored as episodes that recall can find."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.graph.model_quota import model_quota
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.pieces import IMPORTANCE
from graphmem.ingest.stages.prompt_context import names_in
from graphmem.ingest.trace import call_row
from graphmem.ingest.vectors import embed_texts, warnings_of, write_with_vectors
from graphmem.models.ports import Embedder
from graphmem.models.summaries import SaidTurn, Summarised, Summariser, SummaryRequest
from graphmem.names.normalize import brain_token
from graphmem.settings import Settings
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import NotFound, RevisionConflict
from graphmem_contract.records import Message, TokensUsed
from graphmem_contract.sessions import SessionSummary

MOST_TURNS, MOST_FACTS, TURN_CHARS = 400, 60, 8_000
"""Highest number of turns and of facts in a request to the summariser, and of characters per turn."""
TRIES = 3
"""Attempts to summarise a session while its turns or facts are being forgotten."""


async def summarise(
    store: Store, summariser: Summariser, embedder: Embedder, brain: str, session_id: str, settings: Settings
) -> SessionSummary:
    """Summarise a session with one model call, store the summary and replace the one before it.

    Raises:
        NotFound: the session has no episode. ModelError: the model failed; the summary before stays.
        RevisionConflict: turns or facts of the session were forgotten during each of TRIES attempts.
        QuotaSpent: no model was asked.
    """
    for _ in range(TRIES):
        row = await _session(store, brain, session_id)
        async with model_quota(store, settings, brain):
            summarised = await summariser.summarise(_request(session_id, row, settings))
        stored = await _store_summary(store, embedder, brain, session_id, row, summarised)
        if stored is not None:
            return stored
    raise RevisionConflict("Parts of this session were forgotten in the meantime; try again.", retry_after=1.0)


async def _session(store: Store, brain: str, session_id: str) -> Row:
    """Return the turns, facts and entities of a session.

    Raises:
        NotFound: the session has no episode.
    """
    rows = await store.read(
        "ingest/read_session", brain=brain, session=session_id, turns=MOST_TURNS, facts=MOST_FACTS, chars=TURN_CHARS
    )
    if not rows[0]["episodes"]:
        raise NotFound(f"There is no session {session_id} in this brain.")
    return rows[0]


def _request(session_id: str, row: Row, settings: Settings) -> SummaryRequest:
    turns = [turn for episode in row["turns"] for turn in _turns(episode)]
    return SummaryRequest(
        session_id=session_id,
        turns=tuple(turns),
        facts=tuple(fact["text"] for fact in row["facts"]),
        left_out=row["episodes"] - len(row["turns"]),
        instructions=settings.instructions,
        time_zone=settings.time_zone,
    )


def _turns(episode: Row) -> list[SaidTurn]:
    """Return the turns of a chat one by one; any other episode as one turn."""
    request = json.loads(episode["request"] or "{}")
    chat = [Message.model_validate(message) for message in request.get("messages", ())]
    at = episode["at"]
    if chat:
        return [SaidTurn(m.name or m.role, m.content, m.time or at, m.role) for m in chat if m.content.strip()]
    return [SaidTurn(episode["speaker"] or episode["role"] or "user", episode["content"], at, episode["role"])]


async def _store_summary(
    store: Store, embedder: Embedder, brain: str, session_id: str, row: Row, summarised: Summarised
) -> SessionSummary | None:
    """Store a summary; None = a turn that it covers, or a fact of it, was forgotten in the meantime."""
    content = _content(summarised)
    embedded = await embed_texts(embedder, [content])
    id_, last = str(uuid7()), row["last"]
    rows = await write_with_vectors(
        store,
        "ingest/store_summary",
        brain,
        embedded.failure,
        token=brain_token(brain),
        session=session_id,
        id=id_,
        props=_props(summarised, content, last, row["episodes"]),
        searchText=f"{last:%-d %B %Y}\n{content}",
        vector=bolt(embedded.vectors.get(content)),
        turns=row["ids"],
        facts=[fact["ids"] for fact in row["facts"]],
        entities=_named_in(content, row["entities"]),
    )
    if not rows:
        return None
    return SessionSummary(
        session_id=session_id,
        episode_id=id_,
        summary=summarised.summary,
        observations=summarised.observations,
        outcome=summarised.outcome,
        episodes=row["episodes"],
        first=row["first"],
        last=last,
        recorded_at=rows[0]["recordedAt"],
        method=summarised.method,
        warnings=(*summarised.warnings, *warnings_of(embedded.failure, names=False)),
        tokens_used=sum((call.tokens for call in summarised.calls), TokensUsed()),
    )


def _content(summarised: Summarised) -> str:
    """Return the text of the episode: the summary, one line per observation, and the outcome."""
    outcome = [f"Outcome: {summarised.outcome}"] if summarised.outcome else []
    return "\n".join((summarised.summary, *(f"- {line}" for line in summarised.observations), *outcome))


def _props(summarised: Summarised, content: str, last: datetime, episodes: int) -> dict[str, Any]:
    """Return the properties of the episode. `metadata` holds the parts of the summary as JSON."""
    metadata = {
        "summary": summarised.summary,
        "observations": summarised.observations,
        "outcome": summarised.outcome,
        "method": summarised.method,
    }
    trace = {"stages": [], "calls": [call_row(call) for call in summarised.calls]}
    return {
        "content": content,
        "kind": "summary",
        "source": "graphmem",
        "occurredAt": last,
        "metadata": json.dumps(metadata, ensure_ascii=False, sort_keys=True),
        "tags": [],
        "status": EpisodeState.STORED,
        "importance": IMPORTANCE,
        "attempts": 0,
        "leaseUntil": last,
        "covers": episodes,
        "trace": json.dumps(trace, ensure_ascii=False),
    }


def _named_in(content: str, entities: Sequence[Row]) -> list[str]:
    """Return the ids of the session's entities that the summary names."""
    names = names_in(content)
    return [entity["id"] for entity in entities if any(norm in names for norm in entity["norms"])]
