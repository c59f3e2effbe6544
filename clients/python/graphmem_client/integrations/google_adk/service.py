"""`GraphmemMemoryService`: the memory service of Google's ADK over the episodes and facts of a brain.

Each event with a text is an episode of its session, once, however often the session is added. A search returns facts and
episodes. What was deleted does not come back with its session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Any, cast

from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.genai import types

from graphmem_client.integrations.bridge import AnyBrain, Bridge, Bridges
from graphmem_client.protocol import BrainLike

SOURCE = "google-adk"
PAGE = 500
USER = "user"
Asked = tuple[str, str]
"""An app and a user of it."""


class GraphmemMemoryService(BaseMemoryService):
    """A long-term memory: `Runner(memory_service=GraphmemMemoryService(lambda app, user: client.brain(user)), …)`."""

    def __init__(
        self,
        brain: AnyBrain | Callable[[str, str], AnyBrain],
        *,
        speaker: Callable[[str, str], str | None] | None = None,
        wait: bool = False,
        **recall: Any,
    ) -> None:
        """Make the service.

        Args:
            brain: the brain of a user: `lambda app, user: client.brain(user)`; or one brain, where there is one user only.
            speaker: the name of a user of an app; "I" in a message means them.
            wait: wait until the facts are drawn; else a worker does it.
            recall: options of `recall`: `k`, `min_relevance`, …
        """

        def of(asked: Asked) -> AnyBrain:
            return cast(Callable[[str, str], AnyBrain], brain)(*asked)

        self._bridges = Bridges(of if callable(brain) else brain)
        self._speaker, self._wait, self._recall = speaker, wait, recall

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
        name = self._speaker(app_name, user_id) if self._speaker else None
        told = {event.id: self._of_event(event, name, session_id, custom_metadata) for event in events if _said(event)}
        await self._bridge(app_name, user_id).run(partial(self._add, told, (SOURCE, session_id or "-")))

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Remember texts that are no events. One with an id is remembered once."""
        bridge = self._bridge(app_name, user_id)
        for memory in memories:
            metadata = {**(custom_metadata or {}), **memory.custom_metadata}
            about = {"content": text_of(memory.content), "metadata": metadata, "occurred_at": memory.timestamp}
            if about["content"].strip():
                told = {**about, "speaker": memory.author, "source": SOURCE}
                if memory.id:
                    await bridge.run(partial(self._add, {memory.id: told}, (SOURCE, "memories", "-")))
                else:
                    await bridge.run(partial(self._tell, told))

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """Return facts and episodes that answer a question: the facts first, each kind with the best first."""
        if not query.strip():
            return SearchMemoryResponse()
        found = await self._bridge(app_name, user_id).run(partial(self._found, query))
        return SearchMemoryResponse(memories=found)

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Forget the episode or the fact of a memory. An API key needs `graph:write` for it."""
        if memory_id:
            await self._bridge(app_name, user_id).run(partial(self._delete, memory_id))

    def _bridge(self, app_name: str, user_id: str) -> Bridge:
        return self._bridges.of((app_name, user_id))

    def _of_event(self, event: Any, name: str | None, session: str | None, metadata: Any) -> dict[str, Any]:
        """Return an event as the arguments of `remember`."""
        is_user = event.author == USER
        return {
            "content": text_of(event.content),
            "role": "user" if is_user else "assistant",
            "speaker": name if is_user else event.author,
            "session_id": session,
            "source": SOURCE,
            "occurred_at": datetime.fromtimestamp(event.timestamp, UTC),
            "metadata": dict(metadata or {}),
        }

    async def _add(self, told: Mapping[str, dict[str, Any]], path: tuple[str, ...], brain: BrainLike) -> None:
        """Remember what is not yet known. An item with the id of an event tells that it is."""
        places = [{"path": path, "key": key} for key in told]
        for start in range(0, len(places), PAGE):
            some = places[start : start + PAGE]
            known = await brain.get_items(some)
            for place, item in zip(some, known, strict=True):
                if item is None:
                    key = sha256("\n".join((*path, str(place["key"]))).encode()).hexdigest()
                    await self._tell({**told[str(place["key"])], "idempotency_key": key}, brain)
                    await brain.put_items([{**place, "value": True}])

    async def _tell(self, told: dict[str, Any], brain: BrainLike) -> None:
        try:
            await brain.remember(**told, wait=self._wait)
        except Exception as error:
            if getattr(error, "code", None) != "forgotten":  # a class of the library or of the client
                raise

    async def _found(self, query: str, brain: BrainLike) -> list[MemoryEntry]:
        found = await brain.recall(query, **self._recall)
        facts = [
            _entry("fact", item.fact.id, item.fact.text, None, item.fact.valid_from)
            for item in found.facts
            if item.fact
        ]
        return facts + [
            _entry("episode", told.id, item.passage or told.content, told.speaker or told.role, told.occurred_at)
            for item in found.episodes
            if (told := item.episode)
        ]

    async def _delete(self, memory_id: str, brain: BrainLike) -> None:
        for forget in (brain.forget_episode, brain.forget_fact):
            try:
                await forget(memory_id)
                return
            except Exception as error:
                if getattr(error, "code", None) != "not_found":  # a class of the library or of the client
                    raise


def text_of(content: Any) -> str:
    """Return the texts of a content, without thoughts."""
    parts = content.parts if content and content.parts else ()
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def _said(event: Any) -> bool:
    return not event.partial and bool(text_of(event.content).strip())


def _entry(kind: str, id: str, text: str, author: str | None, at: datetime | None) -> MemoryEntry:
    content = types.Content(role=USER, parts=[types.Part(text=text)])
    when = at.isoformat() if at else None
    return MemoryEntry(content=content, id=id, author=author, timestamp=when, custom_metadata={"kind": kind})
