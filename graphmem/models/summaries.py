"""Summaries of sessions: the protocol, what it takes and gives, and the implementations that ask nobody."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable

from graphmem.claims import Call

MOST_OBSERVATIONS = 20
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn of a session, as a summary is made from it. `at` is UTC."""

    who: str
    content: str
    at: datetime
    role: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """What a session was: its turns in their order, and the sentences of the facts drawn from it. `left_out`: earlier turns
    that are not among the turns."""

    session_id: str
    turns: tuple[SaidTurn, ...]
    facts: tuple[str, ...] = ()
    left_out: int = 0
    instructions: str | None = None
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class Summarised:
    """A summary: what it was about, what is worth knowing, and how it ended, if it came to something."""

    summary: str
    observations: tuple[str, ...] = ()
    outcome: str | None = None
    method: Literal["model", "offline", "scripted"] = "model"
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


@runtime_checkable
class Summariser(Protocol):
    """Sums a session up, in English whatever it was held in."""

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """The summary, by one call at most.

        Raises:
            ModelError: the model failed; nothing is to be kept.
        """
        ...


class OfflineSummariser:
    """Extracts: the first sentence that was said and the facts that were drawn. It understands nothing and says so."""

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """Sentences of the session as they stand there, in its own language."""
        first = next((turn for turn in request.turns if turn.role not in ("system", "tool")), request.turns[0])
        return Summarised(
            summary=f"{first.who}: {first_sentence(first.content)}",
            observations=tuple(dict.fromkeys(request.facts))[:MOST_OBSERVATIONS],
            method="offline",
            warnings=("Without a model a summary is an extract, in the language of the messages.",),
        )


class ScriptedSummariser:
    """Says what a script says, for tests: one answer for all, or a function. `requests` is what it was asked.

    An answer is a mapping with summary, and observations and outcome if there are any. An exception that the function raises
    goes through.
    """

    def __init__(self, script: Mapping[str, Any] | Callable[[SummaryRequest], Mapping[str, Any]]) -> None:
        self.requests: list[SummaryRequest] = []
        self._script = script

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """The script's answer."""
        self.requests.append(request)
        said = self._script(request) if callable(self._script) else self._script
        return Summarised(
            str(said["summary"]), tuple(said.get("observations", ())), said.get("outcome"), "scripted",
            calls=(Call("summary", "scripted", request.session_id, str(said), 0.0),),
        )  # fmt: skip


def first_sentence(text: str, longest: int = 300) -> str:
    """The first sentence, in one line, cut where it is too long."""
    pieces = (" ".join(piece.split()) for piece in _SENTENCE_END.split(text.strip()))
    sentence = next((piece for piece in pieces if piece), "")
    return sentence if len(sentence) <= longest else sentence[: longest - 1] + "…"
