"""The protocol of an observer and its records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from graphmem.claims import Call
from graphmem_contract.observations import ObservationKind

MOST_OBSERVED = 5
"""Most observations of one run."""


@dataclass(frozen=True, slots=True)
class ObservedFact:
    """A recent fact, as input of an observer. `since`, `until`: its period, UTC; None = open. `holds`: it holds now."""

    id: str
    subject_id: str
    subject: str
    relation: str
    object_id: str
    object: str
    text: str
    since: datetime | None = None
    until: datetime | None = None
    holds: bool = True
    is_entity: bool = True
    importance: float = 0.5
    episode_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObservationRequest:
    """The input of an observer: recent facts, newest first, and the texts of observations that are known already."""

    facts: tuple[ObservedFact, ...]
    known: tuple[str, ...] = ()
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class WrittenObservation:
    """Something that an observer has noticed. `fact_ids`: the facts that support it, at least two.

    `key` identifies what it is about, so that it is found again; None where only its text can tell.
    """

    kind: ObservationKind
    title: str
    text: str
    confidence: float
    importance: float
    fact_ids: tuple[str, ...]
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """What an observer has noticed, most important first, with the model calls that it took."""

    observations: tuple[WrittenObservation, ...] = ()
    calls: tuple[Call, ...] = ()


@runtime_checkable
class Observer(Protocol):
    """Notices what recent facts have in common."""

    async def observe(self, request: ObservationRequest) -> Observed:
        """Return at most `MOST_OBSERVED` observations, with at most one model call and one for repair.

        Raises:
            ModelError: the model failed; nothing was observed.
        """
        ...
