"""`GraphmemSession`: the `Session` of the OpenAI Agents SDK over the items of a brain.

Items come back exactly as they were added, in their order, whatever writes beside it. Beside that, each answer of the model is
remembered with the messages before it as an episode of the session, so that facts are drawn from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from agents.items import TResponseInputItem
from agents.memory import SessionABC, SessionSettings

from graphmem_client.integrations.bridge import AnyBrain, Bridge
from graphmem_client.integrations.calls import remember_once
from graphmem_client.integrations.guard import Guard, OnError
from graphmem_client.integrations.lists import add_values, read_values
from graphmem_client.integrations.openai_agents.turns import turn_of
from graphmem_client.protocol import BrainLike

RECENT = 50
FOLDER = "openai-agents"


class GraphmemSession(SessionABC):
    """The conversation of one session: `Runner.run(agent, "Hi", session=GraphmemSession(brain, "monday"))`."""

    def __init__(
        self,
        brain: AnyBrain,
        session_id: str,
        *,
        speaker: str | None = None,
        remember: bool = True,
        forget: bool = False,
        wait: bool = False,
        session_settings: SessionSettings | None = None,
        on_error: OnError | None = None,
    ) -> None:
        """Open a session.

        Args:
            session_id: the session, also of the episodes.
            speaker: the name of the user; "I" in a message means them.
            remember: keep what is said as episodes too, and draw facts from it.
            forget: forget the episode of an answer that `pop_item` or `clear_session` removes; else what was told stays known.
            wait: wait until the facts are drawn; else a worker does it.
            session_settings: `SessionSettings(limit=…)`: how many items a run gets.
            on_error: receives the error of an answer that cannot be remembered; default: a warning in the log. Its item is kept.
        """
        self.session_id, self.session_settings = session_id, session_settings or SessionSettings()
        self._bridge, self._speaker = Bridge(brain), speaker
        self._remember, self._forget, self._wait, self._guard = remember, forget, wait, Guard(on_error)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the items, oldest first; with a limit, the latest ones. A negative limit is none."""
        most = self.session_settings.limit if limit is None else limit
        return await self._bridge.run(partial(read_values, self._path, most))

    async def add_items(self, items: Sequence[TResponseInputItem]) -> None:
        """Add items behind those of the session."""
        await self._bridge.run(partial(self._add, items))

    async def pop_item(self) -> TResponseInputItem | None:
        """Remove and return the latest item; None = there is none."""
        return await self._bridge.run(self._pop)

    async def clear_session(self) -> None:
        """Remove all items of the session."""
        await self._bridge.run(self._clear)

    @property
    def _path(self) -> tuple[str, str]:
        return (FOLDER, self.session_id)

    async def _add(self, items: Sequence[Any], brain: BrainLike) -> None:
        episodes = await self._episodes(items, brain) if self._remember else {}
        await add_values(self._path, items, brain, episodes)

    async def _episodes(self, items: Sequence[Any], brain: BrainLike) -> dict[int, str | None]:
        """Remember each answer with the messages since the one before; return the episodes by the positions of the answers.

        The message of the user alone is not remembered: it would be recalled as an answer to itself. Items with a compaction
        in an empty session replace a conversation that was remembered before.
        """
        turns = [(i, turn) for i, item in enumerate(items) if (turn := turn_of(item, self._speaker))]
        if all(turn["role"] == "user" for _, turn in turns):
            return {}
        recent = await brain.items.search(self._path, order="newest", limit=RECENT)
        if not recent and any(map(_is_compaction, items)):
            return {}
        latest = recent[0].key if recent else ""
        waiting = self._unanswered([item.value for item in recent])
        episodes: dict[int, str | None] = {}
        for i, turn in turns:
            waiting.append(turn)
            if turn["role"] == "assistant":
                episodes[i] = await self._episode(waiting, (*self._path, latest, str(i)), brain)
                waiting = []
        return episodes

    async def _episode(self, turns: list[dict[str, Any]], place: tuple[str, ...], brain: BrainLike) -> str | None:
        """Remember turns once, however often they are added behind the same item; return the id of their episode."""
        told = {"messages": turns, "session_id": self.session_id, "source": FOLDER, "wait": self._wait}
        key = (*place, *(turn["content"] for turn in turns))
        return await self._guard.tried("remember", remember_once(key, told, brain, anew=True), None)

    def _unanswered(self, latest: Sequence[Any]) -> list[dict[str, Any]]:
        """Return the messages of the user since the latest answer, or since a compaction. `latest`: the newest item first."""
        waiting: list[dict[str, Any]] = []
        for item in latest:
            turn = turn_of(item, self._speaker)
            if (turn and turn["role"] == "assistant") or (waiting and _is_compaction(item)):
                break
            waiting += [turn] if turn else []
        return waiting[::-1]

    async def _pop(self, brain: BrainLike) -> Any:
        """Remove the latest item. If another writer removed the item, take the one before."""
        while latest := await brain.items.search(self._path, order="newest", limit=1):
            place = {"path": self._path, "key": latest[0].key}
            if await brain.items.delete([place], forget=self._forget):
                return latest[0].value
        return None

    async def _clear(self, brain: BrainLike) -> None:
        await brain.items.clear(self._path, forget=self._forget)


def _is_compaction(item: Any) -> bool:
    """Return whether an item stands for the conversation before it."""
    return isinstance(item, dict) and item.get("type") == "compaction"
