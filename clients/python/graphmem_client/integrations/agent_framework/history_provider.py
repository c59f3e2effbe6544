"""`GraphmemHistoryProvider`: the history provider of the Microsoft Agent Framework over the items of a brain.

Messages come back exactly as they were saved, in their order, also if several processes save to one session. No facts are drawn
from them: that is what `GraphmemContextProvider` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from agent_framework import HistoryProvider, Message

from graphmem_client.integrations.bridge import AnyBrain, Bridges
from graphmem_client.integrations.calls import put_unless_changed
from graphmem_client.integrations.lists import PAGE, read_values
from graphmem_client.protocol import BrainLike

FOLDER = "agent-framework"
TRIES = 50
"""Attempts to add messages beside other writers. One writer succeeds in each attempt."""


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
        """Add messages behind those of a session. If a whole conversation is saved again, only its new messages are added."""
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
        """Add what is new. If another writer adds first, compare again: it may have added the same messages."""
        for _ in range(TRIES):
            latest, known = await _end(path, len(values), brain)
            values = values[_overlap(known, values) :]
            values = values[await _add(path, values, latest, brain) :]
            if not values:
                return
        raise RuntimeError("Too many writers add to the history of one session at once.")


async def _end(path: tuple[str, ...], most: int, brain: BrainLike) -> tuple[str, list[Any]]:
    """Return the key of the latest message of a history ("" = it is empty), and its last messages."""
    latest = await brain.items.search(path, order="newest", limit=min(most, PAGE))
    known = [item.value for item in reversed(latest)] if most <= PAGE else await read_values(path, most, brain)
    return (latest[0].key if latest else ""), known


async def _add(path: tuple[str, ...], values: list[Any], latest: str, brain: BrainLike) -> int:
    """Add values behind the message with the key `latest`. Return how many; not all = another writer has added first.

    The key of a message follows from the key before it, so that two writers cannot add behind the same message.
    """
    for start in range(0, len(values), PAGE):
        page = values[start : start + PAGE]
        keys = [sha256(f"{latest} {i}".encode()).hexdigest() for i in range(len(page))]
        items = [
            {"path": path, "key": key, "value": value, "if_version": 0} for key, value in zip(keys, page, strict=True)
        ]
        if not await put_unless_changed(items, brain):
            return start
        latest = keys[-1]
    return len(values)


async def _clear(path: tuple[str, ...], brain: BrainLike) -> None:
    await brain.items.clear(path)


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
    """Return whether these are one message of the user without an id: the user may say the same again."""
    return len(known) == 1 and known[0]["role"] == "user" and known[0].get("message_id") is None


def _identity(value: Any) -> tuple[Any, ...]:
    """Return what a message is known by."""
    known_by = value.get("message_id")
    return (known_by,) if known_by is not None else (value["role"], value["contents"])
