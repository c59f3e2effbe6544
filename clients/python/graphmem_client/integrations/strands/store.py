"""`GraphmemMemoryStore`: a memory store of Strands Agents over the recall of a brain.

A search returns facts and episodes. The messages of an agent are remembered as they are: the service draws the facts, so that
no model of the agent is asked.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any
from uuid import uuid4

from strands.memory import ExtractionConfig, InvocationTrigger, MemoryEntry, MemoryStore

from graphmem_client.integrations.bridge import AnyBrain, Bridge
from graphmem_client.integrations.strands.turns import entries, exchanges
from graphmem_client.protocol import BrainLike

SOURCE = "strands"
FOUND = 10
"""Entries of a search, where nobody says how many; as in the stores of Strands."""


class GraphmemMemoryStore(MemoryStore):
    """A long-term memory: `MemoryManager(stores=[GraphmemMemoryStore(brain)])`."""

    def __init__(
        self,
        brain: AnyBrain,
        *,
        name: str = "graphmem",
        description: str | None = None,
        max_search_results: int | None = None,
        writable: bool = True,
        extraction: ExtractionConfig | bool | None = None,
        session_id: str | None = None,
        speaker: str | None = None,
        wait: bool = False,
        **recall: Any,
    ) -> None:
        """Make a store.

        Args:
            name, description: what tells a model of the store.
            max_search_results: entries of a search, where the caller does not say.
            writable: it may be written to.
            extraction: when the messages of the agent are remembered, as in Strands; None = after each invocation.
            session_id: the session of what is remembered.
            speaker: the name of the user; "I" in a message means them.
            wait: wait until the facts are drawn; else a worker does it.
            recall: options of `recall`: `min_relevance`, `categories`, …

        Raises:
            ValueError: the name is empty, or `max_search_results` is less than 1.
        """
        if not name.strip():
            raise ValueError("The name of a store is not empty.")
        self.name, self.description, self.writable = name, description, writable
        self.max_search_results = _limit(max_search_results) if max_search_results is not None else None
        self.extraction = extraction
        if extraction is None and writable:
            self.extraction = ExtractionConfig(trigger=InvocationTrigger())
        self._bridge, self._recall = Bridge(brain), recall
        self._told = {"session_id": session_id, "source": SOURCE, "wait": wait}
        self._speaker = speaker
        self._keys: dict[Hashable, str] = {}

    async def search(self, query: str, options: Mapping[str, Any] | None = None) -> list[MemoryEntry]:
        """Return facts and episodes in turn, the best of each first."""
        asked = (options or {}).get("max_search_results")
        limit = _limit(asked if asked is not None else self.max_search_results or FOUND)
        if not query.strip():
            return []
        found = await self._bridge.run(partial(self._found, query, limit))
        return entries(found)[:limit]

    async def add(self, content: str, metadata: Mapping[str, Any] | None = None) -> None:
        """Remember a text.

        Raises:
            ValueError: the store is not writable, or there is no text.
        """
        if not content.strip():
            raise ValueError("There is no text to add.")
        about = {"content": content, "metadata": dict(metadata or {}), "speaker": self._speaker}
        await self._tell({(content, repr(metadata)): about})

    async def add_messages(self, messages: list[Any], context: Any = None) -> None:
        """Remember what the user and the model say, each exchange as one episode.

        Raises:
            ValueError: the store is not writable.
        """
        numbers = (context and context.sequence_numbers) or range(len(messages))
        await self._tell({
            exchange: {
                "messages": [
                    {"content": text, "role": role, "name": self._speaker if role == "user" else None}
                    for _, role, text in exchange
                ]
            }
            for exchange in exchanges(messages, numbers)
        })  # fmt: skip

    async def _tell(self, told: Mapping[Hashable, dict[str, Any]]) -> None:
        """Remember several things. After a failure, Strands gives all of them again: each is remembered once."""
        if not self.writable:
            raise ValueError(f"The store {self.name!r} is not writable.")
        for key, about in told.items():
            once = {"idempotency_key": self._keys.setdefault(key, uuid4().hex)}
            await self._bridge.run(partial(self._remember, {**self._told, **about, **once}))
        self._keys.clear()

    async def _found(self, query: str, limit: int, brain: BrainLike) -> Any:
        return await brain.recall(query, **{"k": limit, **self._recall})

    async def _remember(self, about: dict[str, Any], brain: BrainLike) -> None:
        await brain.remember(**about)


def _limit(most: int) -> int:
    if most < 1:
        raise ValueError("max_search_results is at least 1.")
    return most
