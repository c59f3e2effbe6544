"""`GraphmemMemoryService`: the memory service of Google's ADK over the episodes and facts of a brain.

Each event with a text is an episode of its session, once, however often the session is added. A search returns facts and
episodes. What was deleted does not come back with its session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry

from graphmem_client.integrations.bridge import AnyBrain, Bridge, Bridges, value_for
from graphmem_client.integrations.calls import asked_by, question_from, remember, remember_once
from graphmem_client.integrations.errors import code_of
from graphmem_client.integrations.google_adk.entries import USER, entries_of, has_text, text_of
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard, OnError
from graphmem_client.protocol import BrainLike

T = TypeVar("T")
SOURCE = "google-adk"
PAGE = 500
Asked = tuple[str, str]
"""An app and a user of it."""
_NEVER_TAKEN = {
    ("too_large", "content"),
    ("too_large", "body"),
    ("too_large", None),
    ("invalid_input", "content"),
    ("invalid_input", "occurred_at"),
}
"""Code and field of errors that come again with each repetition, because of one text and not because of the call."""


class GraphmemMemoryService(BaseMemoryService):
    """A long-term memory: `Runner(memory_service=GraphmemMemoryService(lambda app, user: client.brain(user)), …)`."""

    def __init__(
        self,
        brain: AnyBrain | Callable[[str, str], AnyBrain],
        *,
        speaker: str | Callable[[str, str], str | None] | None = None,
        wait: bool = False,
        timeout_sec: float | None = TIMEOUT_SEC,
        on_error: OnError | None = None,
        **recall: Any,
    ) -> None:
        """Make the service.

        Args:
            brain: the brain of a user: `lambda app, user: client.brain(user)`; or one brain, where there is one user only.
            speaker: the name of the user, or of a user of an app: `lambda app, user: name_of[user]`. "I" in a message means them.
            wait: wait until the facts are drawn; else a worker does it.
            timeout_sec: seconds until a search is given up; None = no limit.
            on_error: receives the error of a search that fails, and of a text that is never taken, with "recall" or "remember";
                default: a warning in the log. The run goes on.
            recall: options of `recall`: `k`, `min_relevance`, …
        """
        self._bridges, self._speaker = Bridges(_of_pair(brain)), _of_pair(speaker)
        self._wait, self._recall = wait, recall
        self._guard = Guard(on_error, timeout_sec)

    async def add_session_to_memory(self, session: Any) -> None:
        """Remember the events of a session that are new."""
        await self.add_events_to_memory(
            app_name=session.app_name, user_id=session.user_id, events=session.events, session_id=session.id
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Any],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Remember events that are new. `custom_metadata` is that of the episodes."""
        asked = (app_name, user_id)
        name = value_for(self._speaker, asked)
        texts = {event.id: _episode_of(event, name, session_id, custom_metadata) for event in events if has_text(event)}
        await self._bridges.of(asked).run(partial(self._add, texts, _path(asked, session_id or "-")))

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Remember texts that are no events. One with an id is remembered once."""
        asked = (app_name, user_id)
        bridge, name = self._bridges.of(asked), value_for(self._speaker, asked)
        for memory in memories:
            text = text_of(memory.content)
            episode = {
                "content": text,
                "speaker": name if memory.author == USER else memory.author or None,
                "source": SOURCE,
                "occurred_at": memory.timestamp,
                "metadata": {**(custom_metadata or {}), **memory.custom_metadata},
            }
            if text.strip() and memory.id:
                await bridge.run(partial(self._add, {memory.id: episode}, _path(asked, "memories", "-")))
            elif text.strip():
                await bridge.run(partial(self._remember, None, episode))

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """Return facts and episodes that answer a question: the facts first, each kind with the best first.

        If the memory fails, or takes too long, the response is empty.
        """
        question = question_from(query)
        if not question:
            return SearchMemoryResponse()
        asked = (app_name, user_id)
        options = asked_by(value_for(self._speaker, asked), self._recall)
        bridge, work = self._bridges.of(asked), partial(self._search, question, options)
        return SearchMemoryResponse(memories=await self._guard.run(bridge, "recall", work, []))

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Forget the episode or the fact of a memory. An API key needs `graph:write` for it."""
        if memory_id:
            bridge: Bridge = self._bridges.of((app_name, user_id))
            await bridge.run(partial(_delete, memory_id))

    async def _add(self, episodes: Mapping[str, dict[str, Any]], path: tuple[str, ...], brain: BrainLike) -> None:
        """Remember what is new. An item with the id of an event marks that it was added, or is never taken."""
        ids = list(episodes)
        for start in range(0, len(ids), PAGE):
            some = ids[start : start + PAGE]
            marks = await brain.items.get([{"path": path, "key": key} for key in some])
            for key, mark in zip(some, marks, strict=True):
                if not mark:
                    await self._remember((*path, key), episodes[key], brain)
                    await brain.items.put([{"path": path, "key": key, "value": True}])

    async def _remember(self, key: Sequence[str] | None, episode: Mapping[str, Any], brain: BrainLike) -> None:
        """Remember a text, with a key once. One that is never taken is reported, so that it does not keep back the next ones."""
        asked = {**episode, "wait": self._wait}
        try:
            await (remember_once(key, asked, brain) if key else remember(asked, brain))
        except Exception as error:
            if (code_of(error), getattr(error, "field", None)) not in _NEVER_TAKEN:
                raise
            self._guard.report(error, "remember")

    async def _search(self, question: str, options: Mapping[str, Any], brain: BrainLike) -> list[MemoryEntry]:
        return entries_of(await brain.recall(question, **options))


async def _delete(memory_id: str, brain: BrainLike) -> None:
    for forget in (brain.episodes.forget, brain.forget):
        try:
            await forget(memory_id)
            return
        except Exception as error:
            if code_of(error) != "not_found":
                raise


def _of_pair(value: T | Callable[[str, str], T]) -> T | Callable[[Asked], T]:
    """Return a value, or a function of an app and a user as one of the pair."""
    return (lambda asked: value(*asked)) if callable(value) else value


def _path(asked: Asked, *labels: str) -> tuple[str, ...]:
    """Return the path of marks. The name of a user may be an address, which is personal data: its hash is in the path."""
    app_name, user_id = asked
    user = sha256(user_id.encode("utf-8", "surrogatepass")).hexdigest()
    return SOURCE, "apps", app_name, user, *labels


def _episode_of(event: Any, name: str | None, session: str | None, metadata: Any) -> dict[str, Any]:
    """Return an event as the arguments of `remember`."""
    is_user = event.author == USER
    return {
        "content": text_of(event.content),
        "role": "user" if is_user else "assistant",
        "speaker": name if is_user else event.author or None,
        "session_id": session,
        "source": SOURCE,
        "occurred_at": datetime.fromtimestamp(event.timestamp, UTC),
        "metadata": dict(metadata or {}),
    }
