"""`GraphmemMemoryStore`: a memory store of Strands Agents over the recall of a brain.

A search returns facts and episodes. The messages of an agent are remembered as they are: the service draws the facts, so that
no model of the agent is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import uuid4

from strands.memory import ExtractionConfig, InvocationTrigger, MemoryEntry, MemoryStore

from graphmem_client.integrations.bridge import AnyBrain, Bridge
from graphmem_client.integrations.calls import asked_by, question_from, remember_once
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard, OnError
from graphmem_client.integrations.strands.keys import RepeatedAdds
from graphmem_client.integrations.strands.turns import Exchange, entries, exchanges
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
        timeout_sec: float | None = TIMEOUT_SEC,
        on_error: OnError | None = None,
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
            timeout_sec: seconds until a call is given up; None = no limit. With `wait`, remembering has none.
            on_error: receives what fails, and "recall" or "remember"; default: a warning in the log. The agent goes on.
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
        self._guard, self._timeout_sec = Guard(on_error, timeout_sec), None if wait else timeout_sec
        self._about = {"session_id": session_id, "source": SOURCE, "wait": wait}
        self._speaker = speaker
        self._keys: dict[Exchange, str] = {}
        self._adds = RepeatedAdds()

    async def search(self, query: str, options: Mapping[str, Any] | None = None) -> list[MemoryEntry]:
        """Return facts and episodes in turn, the best of each first."""
        asked = (options or {}).get("max_search_results")
        limit = _limit(asked if asked is not None else self.max_search_results or FOUND)
        question = question_from(query)
        if not question:
            return []
        found = await self._guard.run(self._bridge, "recall", partial(self._found, question, limit), None)
        return [] if found is None else entries(found)[:limit]

    async def add(self, content: str, metadata: Mapping[str, Any] | None = None) -> None:
        """Remember a text.

        Raises:
            ValueError: the store is not writable, or there is no text.
            GraphmemError, TimeoutError: the memory fails. With an extractor, a text that is never accepted is skipped.
        """
        self._check_writable()
        if not content.strip():
            raise ValueError("There is no text to add.")
        told = {"content": content, "metadata": dict(metadata or {}), "speaker": self._speaker}
        with self._adds.key_of(repr((content, metadata))) as key:
            await self._remember(key, told, may_skip=self._has_extractor)

    async def add_messages(self, messages: list[Any], context: Any = None) -> None:
        """Remember what the user and the model say, each exchange as one episode.

        After a failure, Strands gives all messages again, and those that were said since: each exchange keeps its key until then.

        Raises:
            ValueError: the store is not writable.
            GraphmemError, TimeoutError: an error that may pass. An exchange that is never accepted is skipped.
        """
        self._check_writable()
        numbers = (context and context.sequence_numbers) or range(len(messages))
        told = exchanges(messages, numbers)
        for exchange in told:
            turns = [
                {"content": text, "role": role, "name": self._speaker if role == "user" else None}
                for _, role, text in exchange
            ]
            key = self._keys.setdefault(exchange, uuid4().hex)
            await self._remember(key, {"messages": turns}, may_skip=True)
        given = {message for exchange in told for message in exchange}
        self._keys = {exchange: key for exchange, key in self._keys.items() if not given.issuperset(exchange)}

    def _check_writable(self) -> None:
        if not self.writable:
            raise ValueError(f"The store {self.name!r} is not writable.")

    @property
    def _has_extractor(self) -> bool:
        """Whether Strands itself adds the texts, and adds them again after an error."""
        return isinstance(self.extraction, Mapping) and self.extraction.get("extractor") is not None

    async def _remember(self, key: str, told: Mapping[str, Any], *, may_skip: bool) -> None:
        """Remember something once, however often it has this key.

        Args:
            may_skip: report an error that stays, and go on. Strands would repeat it forever, and nothing behind it.
        """
        work = partial(remember_once, (key,), {**self._about, **told})
        try:
            await asyncio.wait_for(self._bridge.run(work), self._timeout_sec)
        except Exception as error:
            if not may_skip or getattr(error, "retryable", True):
                raise
            self._guard.report(error, "remember")

    async def _found(self, query: str, limit: int, brain: BrainLike) -> Any:
        return await brain.recall(query, **{"k": limit, **asked_by(self._speaker, self._recall)})


def _limit(most: int) -> int:
    if most < 1:
        raise ValueError("max_search_results is at least 1.")
    return most
