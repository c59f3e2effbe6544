"""Content in turns, as the raw and hybrid modes keep them searchable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.ingest.episodes.input import EpisodeInput

MOST_TURNS = 1_000
"""More turns than this are joined with their neighbours."""
BEFORE_CHARS = 400
"""So much of a turn is told beside the turns that follow it (cypher/ingest/store_episodes and its kin have the same number)."""
CONTEXT_CHARS = 1_200
"""A turn longer than this stands for itself: what comes before it would push its own words out of what an embedder reads."""


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One turn: its words, the same with the speaker, when it was said; and of a chat, by whom."""

    words: str
    said: str
    at: datetime
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an episode that is searched in its place.

    `content`: its words as they came; `said`: what is embedded; `search`: what words are sought in; `context`: it with the two
    turns before it, as it is embedded a second time.
    """

    content: str
    said: str
    search: str
    context: str | None = None
    speaker: str | None = None


def context_of(turn: str, before: Sequence[str]) -> str:
    """A turn with the beginnings of the one or two before it, nearest first, as it is embedded a second time."""
    if len(turn) > CONTEXT_CHARS:
        return turn
    return "\n".join((*(one[:BEFORE_CHARS] for one in reversed(before)), turn))


def pieces_of_text(content: str, size: int) -> list[Piece]:
    """Long content by its chunks; none where it is short enough to be searched as it is."""
    return [Piece(one, one, one) for one in chunks(content, size)] if len(content) > size else []


def pieces_of_turns(episode: EpisodeInput) -> list[Piece]:
    """Every turn with its date and the turn before it in the episode; an episode of one turn is searched as it is."""
    turns, size = turns_of(episode), episode.settings.chunk_chars
    if len(turns) == 1 and turns[0].said in (episode.turn.strip(), episode.content.strip()):
        return pieces_of_text(episode.content, size)
    pieces: list[Piece] = []
    for number, turn in enumerate(turns):
        before = [one.said for one in turns[max(0, number - 2) : number]]
        if len(turn.said) > size:
            pieces += pieces_of_text(turn.said, size)
        else:
            search = "\n".join((f"{turn.at:%-d %B %Y}", *(one[:BEFORE_CHARS] for one in before[-1:]), turn.said))
            pieces.append(Piece(turn.words, turn.said, search, context_of(turn.said, before[::-1]), turn.speaker))
    return pieces


def turns_of(episode: EpisodeInput) -> list[ChatTurn]:
    """The turns of a chat, or the lines of a text; what is blank or only a remark in [brackets] is left out."""
    if episode.messages:
        told = [ChatTurn(m.content, m.line, m.time or episode.occurred_at, m.name or m.role) for m in episode.messages]
    else:
        who = f"{episode.speaker}: " if episode.speaker else ""
        lines = (line.strip() for line in episode.content.splitlines())
        told = [ChatTurn(line, who + line, episode.occurred_at) for line in lines]
    return _joined([turn for turn in told if _says_something(turn.words.strip())])


def time_of_turn(episode: EpisodeInput, words: str) -> datetime | None:
    """When the latest turn that has these words was said; None where no turn has them, or nobody knows when."""
    sought = words.casefold()
    return max((m.time for m in episode.messages if m.time and sought in m.content.casefold()), default=None)


def _says_something(words: str) -> bool:
    return bool(words) and not (words.startswith("[") and words.endswith("]"))


def _joined(turns: Sequence[ChatTurn]) -> list[ChatTurn]:
    size = -(-len(turns) // MOST_TURNS)
    if size <= 1:
        return list(turns)
    groups = (turns[start : start + size] for start in range(0, len(turns), size))
    return [ChatTurn(said := "\n".join(turn.said for turn in group), said, group[0].at) for group in groups]


_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"(?<=[.!?…。！？])\s+"), re.compile(r"\s+"))
OVERLAP = 300


def chunks(content: str, size: int) -> list[str]:
    """Pieces of at most `size` characters, cut at paragraphs, lines, sentences or words, each repeating the end of the last."""
    if len(content) <= size:
        return [content]
    out, start = [], 0
    while start < len(content):
        end = start + size if start + size < len(content) else len(content)
        if end < len(content):
            end = _break(content, start + size // 2, end)
        out.append(content[start:end])
        if end >= len(content):
            break
        start = max(end - OVERLAP, start + 1)
    return out


def _break(content: str, low: int, high: int) -> int:
    for pattern in _BREAKS:
        found = [m.end() for m in pattern.finditer(content, low, high)]
        if found:
            return found[-1]
    return high
