"""Turns of a request: which speaker says which part of the content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphmem.claims import Request, second_hand
from graphmem_offline.particulars import is_key
from graphmem_offline.quoting.introductions import OPENERS, is_label, own_words
from graphmem_offline.quoting.marks import has_quotation, without_marked, without_markup

_LINE = re.compile(r"^[^\S\n]*(?:\*\*)?([A-ZÀ-Þ][\w.'’-]*(?: [A-ZÀ-Þ][\w.'’-]*){0,2})(?:\*\*)?\s*:\s+(?=\S)", re.M)
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "system": "system", "tool": "tool"}
_PRONOUNS = frozenset(("me", "i", "you", "he", "him", "she", "her", "they", "them", "us", "we", "q", "a"))
MOST_OTHERS = 50
LONGEST_PART = 6_000
"""Characters that are parsed at a time."""
_ENDS = ("\n", ". ", "! ", "? ", " ")


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """The words of one speaker.

    `speaker` is None for an assistant, a system or a tool without a name. `others` are the other speakers: "you" may mean
    them. `second_hand`: an assistant, a system or a tool says it.
    """

    speaker: str | None
    text: str
    others: tuple[str, ...] = ()
    second_hand: bool = False


def turns_of(request: Request) -> list[SpokenTurn]:
    """Return the turns of a request: its messages, else the "Name: …" lines of its content, else one turn.

    What is not the speaker's own in a turn has blanks in its place: quotations, texts to work on, invented cases.
    """
    if request.messages:
        turns = [
            SpokenTurn(
                _speaker_name(message.name, message.role, request), message.content, (), second_hand(message.role)
            )
            for message in request.messages
        ]
    else:
        role = request.role or "user"
        turns = _line_turns(request) or [
            SpokenTurn(_speaker_name(request.speaker, role, request), request.content, (), second_hand(role))
        ]
    names = _names_of(turns, request)
    turns = [replace(turn, text=_own(turn), others=_others(turn, names)) for turn in turns]
    return [turn for turn in turns if turn.text.strip()]


def _own(turn: SpokenTurn) -> str:
    text = without_markup(turn.text)
    plain = without_marked(text)
    return own_words(plain, turn.speaker, quoted=has_quotation(text))


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
    plain = without_marked(request.content)
    heads = [match for match in _LINE.finditer(plain) if _is_name(match[1])]
    if not heads or plain[: heads[0].start()].strip():
        return []
    if len(heads) < 2 and heads[0][1] != request.speaker and heads[0][1].lower() not in _ROLES:
        return []
    stops = [*(head.start() for head in heads[1:]), len(plain)]
    return [
        SpokenTurn(_line_speaker(head[1], request), request.content[head.end() : stop], (), second_hand(head[1]))
        for head, stop in zip(heads, stops, strict=True)
    ]


def _is_name(head: str) -> bool:
    words = head.lower()
    return not (words in _PRONOUNS or words in OPENERS or is_label(head) or is_key(head))


def _line_speaker(name: str, request: Request) -> str | None:
    role = _ROLES.get(name.lower())
    return _speaker_name(None, role, request) if role else name


def _names_of(turns: list[SpokenTurn], request: Request) -> list[str]:
    """Return the speakers of the request and of the recent messages, at most MOST_OTHERS and one."""
    here = {other.speaker for other in turns if other.speaker}
    recent = {match[1] for line in request.recent_messages if (match := _LINE.match(line))}
    return sorted(name for name in here | recent if name.lower() not in _ROLES)[: MOST_OTHERS + 1]


def _others(turn: SpokenTurn, names: list[str]) -> tuple[str, ...]:
    """Return who "you" may be: the other speakers."""
    return tuple(name for name in names if name != turn.speaker)


def parts_of(turn: SpokenTurn) -> Iterator[SpokenTurn]:
    """Yield a turn in parts of at most LONGEST_PART characters. A part ends with a line, else a sentence, else a word."""
    start = 0
    while len(turn.text) - start > LONGEST_PART:
        half, stop = start + LONGEST_PART // 2, start + LONGEST_PART
        ends = (
            turn.text.rfind(sign, half, stop) + len(sign) for sign in _ENDS if turn.text.rfind(sign, half, stop) >= 0
        )
        end = next(ends, stop)
        yield replace(turn, text=turn.text[start:end])
        start = end
    yield replace(turn, text=turn.text[start:])
