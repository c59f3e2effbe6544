"""Messages of LlamaIndex as turns of a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, TextBlock

ROLES = ("user", "assistant")


def text_of(message: ChatMessage) -> str:
    """Return the text blocks of a message."""
    return "\n".join(block.text for block in message.blocks if isinstance(block, TextBlock) and block.text)


def question_of(messages: Sequence[ChatMessage]) -> str:
    """Return the text of the latest message of the user; "" if it has none, such as a picture, or there is no message."""
    return next((text_of(message) for message in reversed(messages) if _role(message) == "user"), "")


def exchanges(messages: Sequence[ChatMessage], speaker: str | None) -> list[list[dict[str, Any]]]:
    """Return messages as turns of `remember`, each message of the user with the answers to it.

    The memory of LlamaIndex cuts a conversation before messages of the user, so that an exchange is the same in each part.

    Args:
        speaker: the name of the user.
    """
    found: list[list[dict[str, Any]]] = []
    for turn in _turns(messages, speaker):
        if not found or turn["role"] == "user":
            found.append([])
        found[-1].append(turn)
    return found


def _turns(messages: Sequence[ChatMessage], speaker: str | None) -> Iterator[dict[str, Any]]:
    """Yield what the user and the model say. Calls of tools and their results are left out."""
    for message in messages:
        role, text = _role(message), text_of(message)
        if role in ROLES and text.strip():
            yield {"content": text, "role": role, "name": speaker if role == "user" else None}


def _role(message: ChatMessage) -> str:
    return str(getattr(message.role, "value", message.role))
