"""`GraphmemChatMessageHistory`: LangChain's `BaseChatMessageHistory` over the items of a brain.

Messages come back exactly as they were added, in their order, whatever writes beside it. Beside that, what people and the model
say is remembered as episodes of the session, so that facts are drawn from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import BaseMessage, message_to_dict, messages_from_dict

from graphmem_client.integrations.bridge import AnyBrain, Bridge
from graphmem_client.integrations.calls import remember_once
from graphmem_client.integrations.guard import Guard, OnError
from graphmem_client.integrations.langgraph.turns import turn_of
from graphmem_client.integrations.lists import add_values, read_values
from graphmem_client.protocol import BrainLike


class GraphmemChatMessageHistory(BaseChatMessageHistory):
    """The messages of one session."""

    def __init__(
        self,
        brain: AnyBrain,
        session_id: str,
        *,
        speaker: str | None = None,
        remember: bool = True,
        forget: bool = False,
        wait: bool = False,
        on_error: OnError | None = None,
    ) -> None:
        """Open the history of a session.

        Args:
            session_id: the session, also of the episodes.
            speaker: the name of the user; "I" in a message means them.
            remember: keep what is said as episodes too, and draw facts from it.
            forget: forget these episodes with `clear`; else what they told stays known.
            wait: wait until the facts are drawn; else a worker does it.
            on_error: receives the error of a message that cannot be remembered; default: a warning in the log. It is kept.
        """
        self._bridge, self.session_id, self._speaker = Bridge(brain), session_id, speaker
        self._remember, self._forget, self._wait, self._guard = remember, forget, wait, Guard(on_error)

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """The messages of the session, oldest first."""
        return self._bridge.wait(self._read)

    async def aget_messages(self) -> list[BaseMessage]:
        """`messages`, asynchronously."""
        return await self._bridge.run(self._read)

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages behind those of the session."""
        self._bridge.wait(partial(self._add, messages))

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        """`add_messages`, asynchronously."""
        await self._bridge.run(partial(self._add, messages))

    def clear(self) -> None:
        """Delete the messages of the session."""
        self._bridge.wait(self._clear)

    async def aclear(self) -> None:
        """`clear`, asynchronously."""
        await self._bridge.run(self._clear)

    @property
    def _path(self) -> tuple[str, str]:
        return ("chat", self.session_id)

    async def _read(self, brain: BrainLike) -> list[BaseMessage]:
        return messages_from_dict(await read_values(self._path, None, brain))

    async def _add(self, messages: Sequence[BaseMessage], brain: BrainLike) -> None:
        """Add messages. Each is remembered first, so that its item can name the episode."""
        latest = await brain.items.search(self._path, order="newest", limit=1) if self._remember else ()
        place = (*self._path, latest[0].key if latest else "")
        episodes = {i: await self._episode(message, (*place, str(i)), brain) for i, message in enumerate(messages)}
        await add_values(self._path, [message_to_dict(message) for message in messages], brain, episodes)

    async def _episode(self, message: BaseMessage, place: tuple[str, ...], brain: BrainLike) -> str | None:
        """Remember a message once, however often it is added behind the same one; return the id of its episode."""
        turn = turn_of(message, self._speaker)
        if turn is None or not self._remember:
            return None
        said = {"content": turn["content"], "role": turn["role"], "speaker": turn["name"]}
        told = {**said, "session_id": self.session_id, "source": "langchain", "wait": self._wait}
        call = remember_once((*place, turn["content"]), told, brain, anew=True)
        return await self._guard.tried("remember", call, None)

    async def _clear(self, brain: BrainLike) -> None:
        await brain.items.clear(self._path, forget=self._forget)
