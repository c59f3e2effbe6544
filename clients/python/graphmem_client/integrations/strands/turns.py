"""Messages of Strands as exchanges of `remember`, and what a recall finds as entries of Strands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, zip_longest
from typing import Any

from strands.memory import MemoryEntry

from graphmem_contract.reads import Episode
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Fact

Exchange = tuple[tuple[int, str, str], ...]
"""A message of the user and the answers to it: their numbers, roles and texts."""


def exchanges(messages: Sequence[Any], numbers: Sequence[int]) -> list[Exchange]:
    """Return the texts of messages, cut before each message of the user that follows an answer."""
    found: list[list[tuple[int, str, str]]] = []
    for message, number in zip(messages, numbers, strict=True):
        text = "\n".join(block["text"] for block in message["content"] if block.get("text"))
        if text.strip():
            role = message["role"]
            if not found or (role == "user" and found[-1][-1][1] != "user"):
                found.append([])
            found[-1].append((number, role, text))
    return [tuple(exchange) for exchange in found]


def entries(found: RecallResult) -> list[MemoryEntry]:
    """Return the facts and episodes of a recall in turn, each kind with the best first, and no text twice."""
    facts = (_of_fact(item.fact, item.score) for item in found.facts if item.fact)
    episodes = (_of_episode(item.episode, item.passage, item.score) for item in found.episodes if item.episode)
    unique: dict[str, MemoryEntry] = {}
    for entry in chain.from_iterable(zip_longest(facts, episodes)):
        if entry:
            unique.setdefault(entry.content, entry)
    return list(unique.values())


def _of_fact(fact: Fact, score: float) -> MemoryEntry:
    """Return a fact as an entry. Its period stands in the text: Strands shows a model nothing else."""
    period = " ".join(_period(fact.valid_from, fact.valid_until))
    text = f"{fact.text} ({period})" if period else fact.text
    return _entry("fact", text, fact.id, score, {"valid_from": fact.valid_from, "valid_until": fact.valid_until})


def _of_episode(episode: Episode, passage: str | None, score: float) -> MemoryEntry:
    metadata = {**episode.metadata, "occurred_at": episode.occurred_at}
    return _entry("episode", passage or episode.content, episode.id, score, metadata)


def _period(since: datetime | None, until: datetime | None) -> Iterator[str]:
    if since:
        yield f"since {since.date().isoformat()}"
    if until:
        yield f"until {until.date().isoformat()}"


def _entry(kind: str, text: str, id: str, score: float, metadata: dict[str, Any]) -> MemoryEntry:
    plain = {key: value.isoformat() if isinstance(value, datetime) else value for key, value in metadata.items()}
    return MemoryEntry(content=text, metadata={**plain, "kind": kind, "id": id, "score": score})
