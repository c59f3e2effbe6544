"""`EpisodeState`: the states of an episode, and which of them may follow which."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class EpisodeState(StrEnum):
    """Where an episode stands. Search finds it in every state.

    - `stored`: kept as it came. It waits for its session, or is only kept; a replay extracts it.
    - `pending`: it waits for a worker.
    - `extracting`: a worker holds its lease.
    - `extracted`: its facts are in the graph.
    - `failed`: its extraction failed for good; a replay tries again.
    """

    STORED = "stored"
    PENDING = "pending"
    EXTRACTING = "extracting"
    EXTRACTED = "extracted"
    FAILED = "failed"


FIRST = frozenset({EpisodeState.STORED, EpisodeState.PENDING, EpisodeState.EXTRACTING})
"""The states in which an episode begins."""
TRANSITIONS: Mapping[EpisodeState, frozenset[EpisodeState]] = {
    EpisodeState.STORED: frozenset({EpisodeState.EXTRACTING, EpisodeState.STORED}),
    EpisodeState.PENDING: frozenset({EpisodeState.EXTRACTING}),
    # A lease that ends passes to another worker; an attempt that fails returns to the queue; a session may go on waiting.
    EpisodeState.EXTRACTING: frozenset(EpisodeState),
    EpisodeState.EXTRACTED: frozenset(),
    EpisodeState.FAILED: frozenset({EpisodeState.EXTRACTING}),
}
"""State: the states that may follow it. The statements of `cypher/` that set a state keep to this table."""
