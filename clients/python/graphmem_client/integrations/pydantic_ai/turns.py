"""Messages of pydantic-ai as turns of a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, TextPart, UserPromptPart


def text_of(content: Any) -> str:
    """Return the text of what the user says: a text, or the texts among pictures and files."""
    if isinstance(content, str):
        return content
    texts = (part if isinstance(part, str) else getattr(part, "content", "") for part in content or ())
    return "\n".join(text for text in texts if isinstance(text, str) and text)


def turns_of(messages: Sequence[ModelMessage], speaker: str | None) -> list[dict[str, Any]]:
    """Return what the user and the model say, as turns of `remember`.

    Args:
        speaker: the name of the user.
    """
    turns = (turn for message in messages for turn in _turns_of(message, speaker))
    return [turn for turn in turns if turn["content"].strip()]


def question_of(prompt: Any, messages: Sequence[ModelMessage]) -> str | None:
    """Return the text of the prompt of a run; of a run that has none, the latest message of the user."""
    if text_of(prompt).strip():
        return text_of(prompt)
    said = [turn["content"] for turn in turns_of(messages, None) if turn["role"] == "user"]
    return said[-1] if said and prompt is None else None


def _turns_of(message: ModelMessage, speaker: str | None) -> Iterator[dict[str, Any]]:
    for part in message.parts:
        if isinstance(message, ModelRequest) and isinstance(part, UserPromptPart):
            yield {"content": text_of(part.content), "role": "user", "name": speaker}
        elif isinstance(part, TextPart):
            yield {"content": part.content, "role": "assistant", "name": None}
