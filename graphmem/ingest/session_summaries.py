"""Session summaries: what a conversation came to, kept as an episode that can be recalled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.contract.pagination import Page
from graphmem.contract.records import Message, Session, SessionSummary, TokensUsed
from graphmem.errors import NotFound, RevisionConflict
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.ingest.episodes.rows import IMPORTANCE
from graphmem.ingest.stages.prompt_context import names_in
from graphmem.ingest.trace import call_row
from graphmem.models.ports import Embedder
from graphmem.models.summaries import SaidTurn, Summarised, Summariser, SummaryRequest
from graphmem.names.normalize import brain_token
from graphmem.settings import Settings

MOST_TURNS, MOST_FACTS, TURN_CHARS = 400, 60, 8_000
TRIES = 3


async def summarise(
    store: Store, summariser: Summariser, embedder: Embedder, brain: str, session_id: str, settings: Settings
) -> SessionSummary:
    """Sums a session up by one model call, and keeps that in place of the summary before.

    Raises:
        NotFound: the session has no episode. ModelError: the model failed; the summary before stays.
        RevisionConflict: turns of the session were being forgotten all the while.
    """
    for _ in range(TRIES):
        row = await _session(store, brain, session_id)
        said = await summariser.summarise(_request(session_id, row, settings))
        kept = await _kept(store, embedder, brain, session_id, row, said)
        if kept is not None:
            return kept
    raise RevisionConflict("Turns of this session were forgotten meanwhile; ask again.", retry_after=1.0)


async def sessions(store: Store, brain: str, limit: int, cursor: str | None) -> Page[Session]:
    """The sessions of a brain by id; the cursor is the last id of the page before."""
    rows = await store.read("api/sessions", brain=brain, after=cursor or "", limit=limit + 1)
    shown = tuple(_listed(row) for row in rows[:limit])
    return Page(shown, shown[-1].id if len(rows) > limit else None)


def _listed(row: Row) -> Session:
    summary = json.loads(row["summary"])["summary"] if row["summary"] else None
    return Session(**{**row, "summary": summary})


async def _session(store: Store, brain: str, session_id: str) -> Row:
    rows = await store.read(
        "upkeep/read_session", brain=brain, session=session_id, turns=MOST_TURNS, facts=MOST_FACTS, chars=TURN_CHARS
    )
    if not rows[0]["episodes"]:
        raise NotFound(f"There is no session {session_id} in this brain.")
    return rows[0]


def _request(session_id: str, row: Row, settings: Settings) -> SummaryRequest:
    turns = [turn for one in row["turns"] for turn in _turns(one)]
    return SummaryRequest(
        session_id=session_id,
        turns=tuple(turns),
        facts=tuple(row["facts"]),
        left_out=row["episodes"] - len(row["turns"]),
        instructions=settings.instructions,
        time_zone=settings.time_zone,
    )


def _turns(episode: Row) -> list[SaidTurn]:
    """The turns of a chat by themselves, anything else as one turn."""
    request = json.loads(episode["request"] or "{}")
    chat = [Message.model_validate(one) for one in request.get("messages", ())]
    at = episode["at"]
    if chat:
        return [SaidTurn(m.name or m.role, m.content, m.time or at, m.role) for m in chat if m.content.strip()]
    return [SaidTurn(episode["speaker"] or episode["role"] or "user", episode["content"], at, episode["role"])]


async def _kept(
    store: Store, embedder: Embedder, brain: str, session_id: str, row: Row, said: Summarised
) -> SessionSummary | None:
    content = _content(said)
    vectors = await embedder.embed([content])
    id_, last = str(uuid7()), row["last"]
    rows = await store.write(
        "upkeep/keep_summary",
        brain=brain,
        token=brain_token(brain),
        session=session_id,
        id=id_,
        props=_props(said, content, last, row["episodes"]),
        searchText=f"{last:%-d %B %Y}\n{content}",
        vector=vectors[0],
        turns=row["ids"],
        entities=_named(content, row["entities"]),
    )
    if not rows:
        return None
    return SessionSummary(
        session_id=session_id,
        episode_id=id_,
        summary=said.summary,
        observations=said.observations,
        outcome=said.outcome,
        episodes=row["episodes"],
        first=row["first"],
        last=last,
        recorded_at=rows[0]["recordedAt"],
        method=said.method,
        warnings=said.warnings,
        tokens_used=sum((call.tokens for call in said.calls), TokensUsed()),
    )


def _content(said: Summarised) -> str:
    outcome = [f"Outcome: {said.outcome}"] if said.outcome else []
    return "\n".join((said.summary, *(f"- {one}" for one in said.observations), *outcome))


def _props(said: Summarised, content: str, last: datetime, episodes: int) -> dict[str, Any]:
    told = {"summary": said.summary, "observations": said.observations, "outcome": said.outcome, "method": said.method}
    trace = {"stages": [], "calls": [call_row(call) for call in said.calls]}
    return {
        "content": content,
        "kind": "summary",
        "source": "graphmem",
        "occurredAt": last,
        "metadata": json.dumps(told, ensure_ascii=False, sort_keys=True),
        "tags": [],
        "status": "stored",
        "importance": IMPORTANCE,
        "attempts": 0,
        "leaseUntil": last,
        "covers": episodes,
        "trace": json.dumps(trace, ensure_ascii=False),
    }


def _named(content: str, entities: Sequence[Row]) -> list[str]:
    """The entities of the session that the summary names."""
    names = names_in(content)
    return [one["id"] for one in entities if any(norm in names for norm in one["norms"])]
