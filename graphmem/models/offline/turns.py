"""A content of one or several turns, speaker by speaker."""

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
    """What one person said. `speaker` is None where an assistant or a machine speaks."""

    speaker: str | None
    text: str
    others: tuple[str, ...] = ()


def turns_of(request: Request) -> list[SpokenTurn]:
    """The turns of a request: its messages, or "Name: …" lines in its content, or all of it by its speaker."""
    if request.messages:
        turns = [
            SpokenTurn(_named(message.name, message.role, request), message.content) for message in request.messages
        ]
    else:
        turns = _lines(request) or [
            SpokenTurn(_named(request.speaker, request.role or "user", request), request.content)
        ]
    return [SpokenTurn(turn.speaker, turn.text, _others(turn, turns, request)) for turn in turns if turn.text.strip()]


def _named(name: str | None, role: str, request: Request) -> str | None:
    if name and name.strip():
        return name.strip()
    if role.lower() in ("assistant", "system", "tool"):
        return None
    return (request.speaker or "").strip() or "user"


def _lines(request: Request) -> list[SpokenTurn]:
    """Turns written as "Ana: …"; one such line is a turn only if it names the speaker."""
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
    return _named(None, role, request) if role else name


def _others(turn: SpokenTurn, turns: list[SpokenTurn], request: Request) -> tuple[str, ...]:
    """Who "you" may be: the other speakers here, else those of the recent messages."""
    here = {one.speaker for one in turns if one.speaker}
    recent = {match[1] for line in request.recent_messages if (match := _LINE.match(line))}
    names = (here | recent) - {turn.speaker}
    return tuple(sorted(name for name in names if name and name.lower() not in _ROLES))
