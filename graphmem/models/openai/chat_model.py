"""What every model that asks a chat client has: its client, a copy with other settings, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, Self

from graphmem.models.openai.chat import OpenAIChat
from graphmem.settings import Settings


class ChatModel:
    """A model that asks a chat client."""

    def __init__(self, chat: OpenAIChat) -> None:
        self._chat = chat

    @classmethod
    def from_settings(cls, settings: Settings, chat: OpenAIChat | None = None) -> Self:
        """Return the model of the settings, with the given chat client or a new one."""
        return cls(chat or OpenAIChat.from_settings(settings))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._chat!r})"

    def configured(self, changes: Mapping[str, Any]) -> Self:
        """Return a copy with the settings of a brain or a call, on the same connections."""
        other = copy(self)
        other._chat = self._chat.configured(changes)
        return other

    async def aclose(self) -> None:
        """Close the connections."""
        await self._chat.aclose()
