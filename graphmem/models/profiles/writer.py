"""Profiles of entities: the protocol, its records, and the writer without a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from graphmem.claims import Call

PROFILE_TOKENS = 300
"""Most tokens of a profile."""
CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A fact as input of a text: its id and its sentence."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ProfileRequest:
    """The input of a profile: the entity, and all facts about it that hold, most important first."""

    entity_id: str
    name: str
    type: str
    facts: tuple[ToldFact, ...]
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class WrittenProfile:
    """A profile, of at most 300 tokens. `fact_ids`: the facts that it rests on."""

    text: str
    fact_ids: tuple[str, ...]
    calls: tuple[Call, ...] = ()


@runtime_checkable
class ProfileWriter(Protocol):
    """Writes the profile of an entity from all facts about it that hold."""

    async def write(self, request: ProfileRequest) -> WrittenProfile:
        """Return the profile, with at most one model call and one for repair.

        Raises:
            ModelError: the model failed; there is no profile to store.
        """
        ...


class OfflineProfileWriter:
    """A profile without a model: sentences of the facts, most important first, none of them cut, in their language."""

    async def write(self, request: ProfileRequest) -> WrittenProfile:
        """Return as many whole sentences as fit. A sentence that does not fit is left out, a shorter one may follow."""
        told = tuple(fitting_facts(request.facts, PROFILE_TOKENS * CHARS_PER_TOKEN))
        return WrittenProfile(" ".join(whole_sentence(fact.text) for fact in told), tuple(fact.id for fact in told))


def fitting_facts(facts: Sequence[ToldFact], room: int) -> Iterator[ToldFact]:
    """Yield the facts whose sentences fit into a number of characters, each sentence once."""
    seen: set[str] = set()
    for fact in facts:
        sentence = whole_sentence(fact.text)
        size = len(sentence) + (1 if seen else 0)
        if sentence and sentence not in seen and size <= room:
            room -= size
            seen.add(sentence)
            yield fact


def whole_sentence(text: str) -> str:
    """Return a text on one line, with a full stop where it has no end."""
    line = " ".join(text.split())
    return line if not line or line[-1] in ".!?…。！？" else f"{line}."
