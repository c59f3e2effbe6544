"""Items of the OpenAI Agents SDK as turns of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ROLES = ("user", "assistant")
TEXTS = ("input_text", "output_text", "text")


def text_of(item: Any) -> str:
    """Return the text of a message: its content, or the text parts of it."""
    content = item.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    texts = (part.get("text") for part in parts if isinstance(part, dict) and part.get("type") in TEXTS)
    return "\n".join(text for text in texts if isinstance(text, str) and text)


def turn_of(item: Any, speaker: str | None) -> dict[str, Any] | None:
    """Return an item as a turn of `remember`; None if no person or model says it, or it has no text.

    Args:
        speaker: the name of the user.
    """
    if not isinstance(item, dict) or item.get("role") not in ROLES or not text_of(item).strip():
        return None
    return {"content": text_of(item), "role": item["role"], "name": speaker if item["role"] == "user" else None}


def question_of(items: Sequence[Any]) -> str | None:
    """Return the text of the latest message of the user; None if there is no message, or it has no text."""
    latest = next((item for item in reversed(items) if isinstance(item, dict) and item.get("role") == "user"), {})
    return text_of(latest) if text_of(latest).strip() else None
