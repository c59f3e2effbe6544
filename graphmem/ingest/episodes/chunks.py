"""Split content into chunks, and chats into turns, for extraction and search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.ingest.episodes.input import EpisodeInput

MOST_TURNS = 1_000
"""Turns of one episode. If there are more, neighbouring turns are joined."""
BEFORE_CHARS = 400
"""Characters of a turn that the context of the following turns includes. Statements such as
cypher/ingest/store_episodes.cypher have the same number."""
CONTEXT_CHARS = 1_200
"""A longer turn has no context: the turns before it would push its own words out of the input of an embedder."""


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One turn. `words`: its text. `line`: the text with the speaker. `at`: when it was said. `speaker`: only for chats."""

    words: str
    line: str
    at: datetime
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an episode that is searched instead of the episode: a turn or a chunk.

    `content`: its text as it came. `said`: the text that is embedded. `search`: the text of the full-text search.
    `context`: the text with the two turns before it, which is embedded as well.
    """

    content: str
    said: str
    search: str
    context: str | None = None
    speaker: str | None = None


def context_of(turn: str, before: Sequence[str]) -> str:
    """Return a turn with the beginnings of the turns before it, for its second vector.

    Args:
        before: the one or two turns before, nearest first.
    """
    if len(turn) > CONTEXT_CHARS:
        return turn
    return "\n".join((*(earlier[:BEFORE_CHARS] for earlier in reversed(before)), turn))


def last_turn(search: str, content: str) -> str:
    """Return the last turn of a search text: the content, with its speaker."""
    if not search.endswith(content):
        return content
    return search[search.rfind("\n", 0, len(search) - len(content)) + 1 :]


def pieces_of_text(content: str, size: int) -> list[Piece]:
    """Return the chunks of long content; none for content of at most `size` characters, which is searched as it is."""
    return [Piece(chunk, chunk, chunk) for chunk in chunks(content, size)] if len(content) > size else []


def pieces_of_turns(episode: EpisodeInput) -> list[Piece]:
    """Return every turn with its date and the turn before it. An episode of one turn is searched as it is."""
    turns, size = turns_of(episode), episode.settings.chunk_chars
    if len(turns) == 1 and turns[0].line in (episode.turn.strip(), episode.content.strip()):
        return pieces_of_text(episode.content, size)
    pieces: list[Piece] = []
    for number, turn in enumerate(turns):
        before = [earlier.line for earlier in turns[max(0, number - 2) : number]]
        if len(turn.line) > size:
            pieces += pieces_of_text(turn.line, size)
        else:
            search = "\n".join(
                (f"{turn.at:%-d %B %Y}", *(earlier[:BEFORE_CHARS] for earlier in before[-1:]), turn.line)
            )
            pieces.append(Piece(turn.words, turn.line, search, context_of(turn.line, before[::-1]), turn.speaker))
    return pieces


def turns_of(episode: EpisodeInput) -> list[ChatTurn]:
    """Return the turns of a chat or the lines of a text, without blank ones and remarks in [brackets]."""
    if episode.messages:
        turns = [ChatTurn(m.content, m.line, m.time or episode.occurred_at, m.name or m.role) for m in episode.messages]
    else:
        prefix = f"{episode.speaker}: " if episode.speaker else ""
        lines = (line.strip() for line in episode.content.splitlines())
        turns = [ChatTurn(line, prefix + line, episode.occurred_at) for line in lines]
    return _joined([turn for turn in turns if _has_words(turn.words.strip())])


def time_of_turn(episode: EpisodeInput, words: str) -> datetime | None:
    """Return the time of the latest turn that contains the words; None if there is no such turn with a time."""
    folded = words.casefold()
    return max((m.time for m in episode.messages if m.time and folded in m.content.casefold()), default=None)


def _has_words(words: str) -> bool:
    return bool(words) and not (words.startswith("[") and words.endswith("]"))


def _joined(turns: Sequence[ChatTurn]) -> list[ChatTurn]:
    """Return at most MOST_TURNS turns, of neighbours joined where there are more."""
    size = -(-len(turns) // MOST_TURNS)
    if size <= 1:
        return list(turns)
    groups = (turns[start : start + size] for start in range(0, len(turns), size))
    return [ChatTurn(text := "\n".join(turn.line for turn in group), text, group[0].at) for group in groups]


_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"(?<=[.!?…。！？])\s+"), re.compile(r"\s+"))
"""Where a chunk may end, best first: paragraph, line, sentence, word."""
OVERLAP, OVERLAP_SHARE = 300, 5
"""Most characters of the end of a chunk that the next one repeats; at most a fifth of the size of a chunk."""


def chunks(content: str, size: int) -> list[str]:
    """Return the content in pieces of at most `size` characters, each of which repeats the end of the piece before it.

    A piece ends at a paragraph, else a line, a sentence or a word. It has at least half of `size` characters, but for the
    last one, so that n characters are at most 1 + n / (0.3 × `size`) pieces.
    """
    if len(content) <= size:
        return [content]
    out, start, overlap = [], 0, min(OVERLAP, size // OVERLAP_SHARE)
    while start < len(content):
        end = start + size if start + size < len(content) else len(content)
        if end < len(content):
            end = _best_break(content, start + size // 2, end)
        out.append(content[start:end])
        if end >= len(content):
            break
        start = max(end - overlap, start + 1)
    return out


def _best_break(content: str, low: int, high: int) -> int:
    """Return the last position between `low` and `high` with the best kind of break; `high` without any."""
    for pattern in _BREAKS:
        found = [m.end() for m in pattern.finditer(content, low, high)]
        if found:
            return found[-1]
    return high
