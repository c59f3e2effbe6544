"""Messages of the Microsoft Agent Framework as turns of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent_framework import Message


def text_of(message: Message) -> str:
    """Return the texts of a message, without what the model thinks."""
    return "\n".join(content.text for content in message.contents if content.type == "text" and content.text)


def turns_of(asked: Sequence[Message], answered: Sequence[Message], speaker: str | None) -> list[dict[str, Any]]:
    """Return what the user asks and the model answers, as turns of `remember`.

    A message that stands in the answer as one of the user is none: a loop of the framework puts it there.

    Args:
        speaker: the name of the user.
    """
    said = [*_of("user", asked, speaker), *_of("assistant", answered, None)]
    return [turn for turn in said if turn["content"].strip()]


def question_of(messages: Sequence[Message]) -> str | None:
    """Return the text of the latest message of the user, if there is one."""
    said = turns_of(messages, (), None)
    return said[-1]["content"] if said else None


def _of(role: str, messages: Sequence[Message], name: str | None) -> list[dict[str, Any]]:
    return [
        {"content": text_of(message), "role": role, "name": name} for message in messages if str(message.role) == role
    ]
