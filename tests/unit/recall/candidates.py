"""Candidates for ranking, with a default for every column."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import Question, ms, read_question
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate
from graphmem.recall.results import RecallHits
from graphmem.recall.search import Search
from graphmem.recall.understanding import Understood

NOW = datetime(2025, 6, 1, tzinfo=UTC)
NOTHING = Question(frozenset())


def fact(id_: str, **changes: Any) -> FactCandidate:
    """A fact that holds at all times and that no list has found."""
    row: dict[str, Any] = {
        "id": id_, "vector": None, "text": None, "hops": None, "seed": None, "via": None, "named": False, "confidence": 0.8,
        "importance": 0.5, "strength": 0.8, "confirmed": ms(NOW), "start": 0, "end": 2**62, "kind": "state", "subject_id": "s",
        "object_id": "o", "episode_ids": (),
    }  # fmt: skip
    return FactCandidate(**{**row, **changes})


def turn(id_: str, **changes: Any) -> EpisodeCandidate:
    """An episode that no list has found."""
    row: dict[str, Any] = {
        "id": id_, "text": None, "turn": None, "context": None, "following": None, "speaker": None,
        "occurred": 0, "dated": False, "asks": False,
    }  # fmt: skip
    return EpisodeCandidate(**{**row, **changes})


def ids(ranked: list[Any]) -> list[str]:
    """The ids, in order."""
    return [one.id for one in ranked]


def searched(*facts: Any, episodes: Any = (), named: tuple[str, ...] = (), **fields: Any) -> tuple[Search, Understood]:
    """A search that found these candidates, and its question."""
    query = RecallQuery(**{"query": "Where does Ana work?", **fields})
    understood = Understood(query, read_question(query.text, NOW), None, [], (), NOW)
    hits = RecallHits({one.id: one for one in facts}, tuple(episodes), named, {}, None)
    return Search(query, hits, {}), understood
