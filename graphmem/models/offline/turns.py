"""Turns of a request: which speaker says which part of the content."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.claims import Request

_LINE = re.compile(r"^\s*(?:\*\*)?([A-ZÀ-Þ][\w.'’-]*(?: [A-ZÀ-Þ][\w.'’-]*){0,2})(?:\*\*)?\s*:\s+(?=\S)", re.M)
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "system": "system", "tool": "tool"}
_NOT_NAMES = frozenset(
    ("note", "todo", "ps", "subject", "date", "edit", "update", "warning", "example", "answer", "question", "re")
)


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """The words of one speaker.

    `speaker` is None for an assistant, a system or a tool. `others` are the other speakers: "you" may mean them.
    """

    speaker: str | None
    text: str
    others: tuple[str, ...] = ()


def turns_of(request: Request) -> list[SpokenTurn]:
    """Return the turns of a request: its messages, else the "Name: …" lines of its content, else one turn."""
    if request.messages:
        turns = [
            SpokenTurn(_speaker_name(message.name, message.role, request), message.content)
            for message in request.messages
        ]
    else:
        turns = _line_turns(request) or [
            SpokenTurn(_speaker_name(request.speaker, request.role or "user", request), request.content)
        ]
    return [SpokenTurn(turn.speaker, turn.text, _others(turn, turns, request)) for turn in turns if turn.text.strip()]


def _speaker_name(name: str | None, role: str, request: Request) -> str | None:
    if name and name.strip():
        return name.strip()
    if role.lower() in ("assistant", "system", "tool"):
        return None
    return (request.speaker or "").strip() or "user"


def _line_turns(request: Request) -> list[SpokenTurn]:
    """Return the turns of a content with "Ana: …" lines.

    A single such line is a turn only if it names the speaker or a role ("user", "assistant").
    """
    heads = [match for match in _LINE.finditer(request.content) if match[1].lower() not in _NOT_NAMES]
    if not heads or request.content[: heads[0].start()].strip():
        return []
    if len(heads) < 2 and heads[0][1] != request.speaker and heads[0][1].lower() not in _ROLES:
        return []
    stops = [*(head.start() for head in heads[1:]), len(request.content)]
    return [
        SpokenTurn(_line_speaker(head[1], request), request.content[head.end() : stop])
        for head, stop in zip(heads, stops, strict=True)
    ]


def _line_speaker(name: str, request: Request) -> str | None:
    role = _ROLES.get(name.lower())
    return _speaker_name(None, role, request) if role else name


def _others(turn: SpokenTurn, turns: list[SpokenTurn], request: Request) -> tuple[str, ...]:
    """Return who "you" may be: the other speakers of the request and of the recent messages."""
    here = {other.speaker for other in turns if other.speaker}
    recent = {match[1] for line in request.recent_messages if (match := _LINE.match(line))}
    names = (here | recent) - {turn.speaker}
    return tuple(sorted(name for name in names if name and name.lower() not in _ROLES))
