"""Messages of LangChain as turns of a conversation."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage


def text_of(message: BaseMessage) -> str:
    """Return the text of a message: its content, or the text parts of it."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = (part if isinstance(part, str) else part.get("text", "") for part in content)
    return "\n".join(part for part in parts if isinstance(part, str) and part)


def turn_of(message: BaseMessage, speaker: str | None) -> dict[str, Any] | None:
    """Return a message as a turn of `remember`; None = it is none: no person or model says it, or it has no text.

    Args:
        speaker: the name of the user.
    """
    text = text_of(message)
    if not text.strip():
        return None
    if isinstance(message, HumanMessage):
        return {"content": text, "role": "user", "name": message.name or speaker}
    if isinstance(message, AIMessage):
        return {"content": text, "role": "assistant", "name": message.name}
    return None
