"""`GraphmemHistoryProvider`: the history provider of the Microsoft Agent Framework over the items of a brain.

Messages come back exactly as they were saved, in their order, whatever writes beside it. No facts are drawn from them: that is
what `GraphmemContextProvider` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from agent_framework import HistoryProvider, Message

from graphmem_client.integrations.bridge import AnyBrain, Bridges
from graphmem_client.integrations.lists import add_values, read_values
from graphmem_client.protocol import BrainLike

FOLDER = "agent-framework"


class GraphmemHistoryProvider(HistoryProvider):
    """The conversations of an agent: `Agent(client, context_providers=[GraphmemHistoryProvider(brain)])`."""

    def __init__(
        self, brain: AnyBrain | Callable[[Any], AnyBrain], *, source_id: str = "graphmem_history", **options: Any
    ) -> None:
        """Make the provider.

        Args:
            brain: one brain, or the brain of a session: `lambda session_id: client.brain(user_of[session_id])`.
            source_id: the name of the provider in its agent; each has its own history of a session.
            options: those of `HistoryProvider`: `load_messages`, `store_inputs`, `store_outputs`, …
        """
        super().__init__(source_id, **options)
        self._bridges = Bridges(brain)

    async def get_messages(
        self, session_id: str | None, *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> list[Message]:
        """Return the messages of a session, oldest first."""
        values = await self._bridges.of(session_id).run(partial(read_values, self._path(session_id), None))
        return [Message.from_dict(value) for value in values]

    async def save_messages(
        self, session_id: str | None, messages: Sequence[Message], *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        """Add messages behind those of a session. Of a conversation that is given again, only what is new."""
        values = [message.to_dict() for message in messages]
        if values:
            await self._bridges.of(session_id).run(partial(self._save, self._path(session_id), values))

    async def clear(self, session_id: str | None) -> None:
        """Delete the messages of a session."""
        await self._bridges.of(session_id).run(partial(_clear, self._path(session_id)))

    def _path(self, session_id: str | None) -> tuple[str, ...]:
        if not session_id:
            raise ValueError("A history needs the id of a session.")
        return (FOLDER, self.source_id, session_id)

    async def _save(self, path: tuple[str, ...], values: list[Any], brain: BrainLike) -> None:
        known = await read_values(path, len(values), brain)
        await add_values(path, values[_overlap(known, values) :], brain)


async def _clear(path: tuple[str, ...], brain: BrainLike) -> None:
    await brain.clear_items(path)


def _overlap(known: list[Any], values: list[Any]) -> int:
    """Return how many of the values a history ends with, as the histories of the framework find it.

    Args:
        known: the end of the history, at most as many messages as the values.
    """
    old, new = [_identity(value) for value in known], [_identity(value) for value in values]
    for start in range(len(new) - len(old) + 1 if old else 0):
        if new[start : start + len(old)] == old:
            if start == 0 and _may_be_repeated(known):
                break
            return start + len(old)
    for length in range(min(len(old), len(new)), 0, -1):
        if old[-length:] == new[:length] and not (length == 1 and _may_be_repeated(known[-1:])):
            return length
    return 0


def _may_be_repeated(known: list[Any]) -> bool:
    """Return whether these are one message of the user without an id, who may say the same again."""
    return len(known) == 1 and known[0]["role"] == "user" and known[0].get("message_id") is None


def _identity(value: Any) -> tuple[Any, ...]:
    """Return what a message is known by."""
    known_by = value.get("message_id")
    return (known_by,) if known_by is not None else (value["role"], value["contents"])
