"""Summaries of sessions: the protocol, its records, and the offline and the scripted summariser."""

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
    """A turn of a session, as input of a summary. `at` is UTC."""

    who: str
    content: str
    at: datetime
    role: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """The input of a summary: the turns of a session in order, and the sentences of its facts.

    `left_out` is the number of earlier turns that are not included.
    """

    session_id: str
    turns: tuple[SaidTurn, ...]
    facts: tuple[str, ...] = ()
    left_out: int = 0
    instructions: str | None = None
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class Summarised:
    """A summary: the topic, observations for later, and the outcome, if there is one."""

    summary: str
    observations: tuple[str, ...] = ()
    outcome: str | None = None
    method: Literal["model", "offline", "scripted"] = "model"
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


@runtime_checkable
class Summariser(Protocol):
    """Summarises a session in English, in any language of the session."""

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """Return the summary, with at most one model call.

        Raises:
            ModelError: The model failed; there is no summary to store.
        """
        ...


class OfflineSummariser:
    """An extractive summary without a model: the first sentence of the session and its facts. A warning says so."""

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """Return sentences of the session, unchanged and in its language."""
        first = next((turn for turn in request.turns if turn.role not in ("system", "tool")), request.turns[0])
        return Summarised(
            summary=f"{first.who}: {first_sentence(first.content)}",
            observations=tuple(dict.fromkeys(request.facts))[:MOST_OBSERVATIONS],
            method="offline",
            warnings=("Without a model a summary is an extract, in the language of the messages.",),
        )


class ScriptedSummariser:
    """A summariser that answers from a script, for tests: one answer for all requests, or a function.

    An answer is a mapping with `summary`, and optionally `observations` and `outcome`. An exception of the function is
    raised. `requests` holds the requests so far.
    """

    def __init__(self, script: Mapping[str, Any] | Callable[[SummaryRequest], Mapping[str, Any]]) -> None:
        self.requests: list[SummaryRequest] = []
        self._script = script

    async def summarise(self, request: SummaryRequest) -> Summarised:
        """Return the answer of the script."""
        self.requests.append(request)
        answer = self._script(request) if callable(self._script) else self._script
        return Summarised(
            str(answer["summary"]), tuple(answer.get("observations", ())), answer.get("outcome"), "scripted",
            calls=(Call("summary", "scripted", request.session_id, str(answer), 0.0),),
        )  # fmt: skip


def first_sentence(text: str, longest: int = 300) -> str:
    """Return the first sentence on one line, cut at `longest` characters."""
    pieces = (" ".join(piece.split()) for piece in _SENTENCE_END.split(text.strip()))
    sentence = next((piece for piece in pieces if piece), "")
    return sentence if len(sentence) <= longest else sentence[: longest - 1] + "…"
