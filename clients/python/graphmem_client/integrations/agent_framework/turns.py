"""Messages of the Microsoft Agent Framework as turns of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from agent_framework import Message

CONTROL = frozenset(("function_approval_response", "function_result"))
"""Contents that a program sends in the name of the user to continue a run."""


def text_of(message: Message) -> str:
    """Return the texts of a message, without what the model thinks."""
    return "\n".join(content.text for content in message.contents if content.type == "text" and content.text)


def turns_of(asked: Sequence[Message], answered: Sequence[Message], speaker: str | None) -> list[dict[str, Any]]:
    """Return what the user asks and the model answers, as turns of `remember`.

    A user message among the answers is left out: a loop of the framework adds it.

    Args:
        speaker: the name of the user.
    """
    said = [*_of("user", asked, speaker), *_of("assistant", answered, None)]
    return [turn for turn in said if turn["content"].strip()]


def question_of(asked: Sequence[Message], before: Sequence[Message] = ()) -> str:
    """Return the latest text that the user says in a run; "" if the user sends no text.

    Args:
        asked: the messages of the run.
        before: those of its history. The latest message of the user there is the question, if the run has none.
    """
    said = _texts_of_user(asked) or _texts_of_user(before)[-1:]
    return next((text for text in reversed(said) if text.strip()), "")


def key_of(session_id: str | None, messages: Sequence[Message]) -> tuple[str, ...]:
    """Return what makes a run one and the same: the ids and texts of its messages. Without any id, each run is another."""
    ids = [str(message.message_id) for message in messages if message.message_id]
    return (session_id or "", *(ids or [uuid4().hex]), *map(text_of, messages))


def _texts_of_user(messages: Sequence[Message]) -> list[str]:
    """Return the text of each message of the user; "" for a picture."""
    return [
        text_of(message)
        for message in messages
        if str(message.role) == "user" and any(content.type not in CONTROL for content in message.contents)
    ]


def _of(role: str, messages: Sequence[Message], name: str | None) -> list[dict[str, Any]]:
    return [
        {"content": text_of(message), "role": role, "name": name} for message in messages if str(message.role) == role
    ]
