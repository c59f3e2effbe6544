"""Contents of ADK as texts, and what a brain finds as entries of a memory."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from google.adk.memory.memory_entry import MemoryEntry
from google.genai import types

USER = "user"


def text_of(content: Any) -> str:
    """Return the texts of a content, without thoughts."""
    parts = content.parts if content and content.parts else ()
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def has_text(event: Any) -> bool:
    """Return whether an event is complete and has a text."""
    return not event.partial and bool(text_of(event.content).strip())


def entries_of(recalled: Any) -> list[MemoryEntry]:
    """Return the result of a recall as entries: the facts first, then the episodes."""
    facts = [
        _entry("fact", item.fact.id, item.fact.text, None, item.fact.valid_from) for item in recalled.facts if item.fact
    ]
    return facts + [
        _entry(
            "episode", episode.id, item.passage or episode.content, episode.speaker or episode.role, episode.occurred_at
        )
        for item in recalled.episodes
        if (episode := item.episode)
    ]


def _entry(kind: str, id: str, text: str, author: str | None, at: datetime | None) -> MemoryEntry:
    content = types.Content(role=USER, parts=[types.Part(text=text)])
    when = at.isoformat() if at else None
    return MemoryEntry(content=content, id=id, author=author, timestamp=when, custom_metadata={"kind": kind})
