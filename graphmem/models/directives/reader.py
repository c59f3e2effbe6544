"""Read directives in the turns of a user: the protocol, its records, and the reader without a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from graphmem.claims import Call
from graphmem.directives.reading import StandingWish, standing_wishes


@dataclass(frozen=True, slots=True)
class UserTurn:
    """What a user says in one turn. `speaker`: the name of the user, if it is known."""

    text: str
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class DirectiveRequest:
    """The turns of a batch."""

    turns: tuple[UserTurn, ...]
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class FoundDirective:
    """A directive in a turn. `turn`: the index of the turn. `topics`: what it is about, with its value, as a model names them."""

    turn: int
    wish: StandingWish
    topics: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadDirectives:
    """The directives of a batch, with the calls that they took."""

    found: tuple[FoundDirective, ...]
    calls: tuple[Call, ...] = ()


@runtime_checkable
class DirectiveReader(Protocol):
    """Reads the standing instructions and preferences in the turns of a user."""

    async def read(self, request: DirectiveRequest) -> ReadDirectives:
        """Return what the turns state for later, with at most one model call for the batch and one for repair.

        Raises:
            ModelError: the model failed; the turns are not read.
        """
        ...


class OfflineDirectiveReader:
    """A reader without a model: rules for English, Portuguese, Spanish, French and German."""

    async def read(self, request: DirectiveRequest) -> ReadDirectives:
        """Return what the rules find. The same turns always give the same directives."""
        return ReadDirectives(
            tuple(
                FoundDirective(number, wish)
                for number, turn in enumerate(request.turns)
                for wish in standing_wishes(turn.text, turn.speaker)
            )
        )
