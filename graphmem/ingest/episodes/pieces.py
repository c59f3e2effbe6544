"""The pieces by which an episode is searched: its turns, or the chunks of its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.chunks import BEFORE_CHARS, Piece, context_of, pieces_of_text
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem_contract.records import Vector

IMPORTANCE = 0.5
"""Importance of an episode and of its turns."""
STABILITY = 0.2
"""Stability of a turn that is kept verbatim."""
MOST_TURNS = 1_000
"""Turns of one episode. If there are more, neighbouring turns are joined."""


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One turn. `words`: its text. `line`: the text with the speaker. `at`: when it was said. `speaker`: only for chats."""

    words: str
    line: str
    at: datetime
    speaker: str | None = None


def searched_pieces(episode: EpisodeInput) -> list[Piece]:
    """Return the pieces that are searched instead of the episode: its turns in the raw and hybrid modes, else its chunks."""
    if episode.settings.mode == "semantic":
        return pieces_of_text(episode.content, episode.settings.chunk_chars)
    return pieces_of_turns(episode)


def chunk_rows(episode: EpisodeInput, pieces: Sequence[Piece], vectors: Mapping[str, Vector]) -> list[dict[str, Any]]:
    """Return the rows of an episode's pieces. A piece without a vector is found by its words only."""
    strength = {} if episode.settings.mode == "semantic" else {"importance": IMPORTANCE, "stability": STABILITY}
    return [
        {
            "id": f"{episode.episode_id}#{number}",
            "searchText": piece.search,
            "vector": bolt(vectors.get(piece.said)),
            "contextVector": bolt(vectors.get(piece.context)) if piece.context else None,
            "props": {
                "content": piece.content,
                "speaker": piece.speaker,
                "position": number,
                "episodeId": episode.episode_id,
                **strength,
            },
        }
        for number, piece in enumerate(pieces)
    ]


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
