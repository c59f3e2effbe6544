"""`GraphmemMemoryBlock`: a memory block of LlamaIndex over the recall of a brain.

What the brain knows about the latest message of the user stands in the prompt. Messages that leave the short-term memory are
remembered as episodes of the session, each message of the user with the answers to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import BaseMemoryBlock
from llama_index.core.utils import get_tokenizer
from pydantic import Field, PrivateAttr

from graphmem_client.integrations.bridge import Bridges, value_for
from graphmem_client.integrations.calls import asked_by, recall_context, remember_once
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard
from graphmem_client.integrations.llama_index.turns import exchanges, question_of
from graphmem_client.protocol import BrainLike

SOURCE = "llama-index"
MOST_WAITING = 200
"""Exchanges that a block keeps while the memory cannot be reached. The oldest one is dropped first."""
Key = tuple[str, ...]


class GraphmemMemoryBlock(BaseMemoryBlock[str]):
    """A long-term memory: `Memory.from_defaults(memory_blocks=[GraphmemMemoryBlock(brain=brain)])`.

    `brain`: one brain, or the brain of a session: `lambda session_id: client.brain(session_id)`. `speaker`: the name of the user,
    or a function of the session; "I" in a message means them. `remember`: remember messages; else the block only recalls.
    `wait`: wait until the facts are drawn; else a worker does it. `timeout_sec`: seconds until the chat goes on without the
    memory; None = no limit. With `wait`, remembering has none. `on_error`: receives what fails, and "recall" or "remember";
    default: a warning in the log. `recall`: options of `recall`: `{"k": 5, "token_budget": 400}`.
    """

    name: str = Field(default="LongTermMemory", description="The name of the memory block.")
    priority: int = Field(
        default=1, description="Which block is shortened first, if the memory is full; 0 = this one never."
    )
    brain: Any = Field(exclude=True, description="The brain, or a function of the session.")
    speaker: str | Callable[[Any], str | None] | None = Field(
        default=None, exclude=True, description="The name of the user, or a function of the session."
    )
    remember: bool = Field(default=True, description="Remember what leaves the short-term memory.")
    wait: bool = Field(default=False, description="Wait until the facts are drawn.")
    timeout_sec: float | None = Field(
        default=TIMEOUT_SEC, description="Seconds until the chat goes on without the memory."
    )
    on_error: Any = Field(default=None, exclude=True, description="Receives an error, and what the block was doing.")
    recall: dict[str, Any] = Field(default_factory=dict, description="Options of the recall.")
    _bridges: Bridges = PrivateAttr()
    _guard: Guard = PrivateAttr()
    _waiting: dict[Key, dict[str, Any]] = PrivateAttr(default_factory=dict)

    def model_post_init(self, context: Any, /) -> None:
        """Make the bridge, in the event loop of the brain."""
        super().model_post_init(context)
        self._bridges, self._guard = Bridges(self.brain), Guard(self.on_error, self.timeout_sec)

    async def _aget(
        self, messages: list[ChatMessage] | None = None, session_id: str | None = None, **block_kwargs: Any
    ) -> str:
        """Return what is known about the latest message of the user."""
        if not (question := question_of(messages or ())):
            return ""
        work = partial(recall_context, question, asked_by(value_for(self.speaker, session_id), self.recall))
        known = await self._guard.run(self._bridges.of(session_id), "recall", work, "")
        for tag in ("memory", self.name):  # LlamaIndex puts the text between these
            known = known.replace(f"</{tag}", f"<\\/{tag}")
        return known

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Remember what the user and the model say in some messages."""
        sessions = (message.additional_kwargs.get("session_id") for message in messages)
        session_id = next((found for found in sessions if found), None)
        if self.remember:
            self._keep(messages, session_id)
            refused: list[Exception] = []
            work = partial(self._remember_waiting, session_id, refused)
            await self._guard.run(self._bridges.of(session_id), "remember", work, None, is_timed=not self.wait)
            for error in refused:
                self._guard.report(error, "remember")

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the first lines, without so many tokens; None = nothing would be left."""
        tokens = get_tokenizer()
        lines = content.split("\n")
        most = len(tokens(content)) - tokens_to_truncate
        while len(lines) > 1 and len(tokens("\n".join(lines))) > most:
            lines.pop()
        return "\n".join(lines) if len(lines) > 1 else None

    def _keep(self, messages: list[ChatMessage], session_id: str | None) -> None:
        """Keep exchanges until they are remembered: LlamaIndex gives messages to a block once.

        The key of an exchange is its session and its texts, so that messages which are given again are one episode.
        """
        times: Counter[Key] = Counter()
        for turns in exchanges(messages, value_for(self.speaker, session_id)):
            texts = tuple(text for turn in turns for text in (turn["role"], turn["content"]))
            key = (SOURCE, session_id or uuid4().hex, str(times[texts]), *texts)
            times[texts] += 1
            told = {"messages": turns, "session_id": session_id, "source": SOURCE, "wait": self.wait}
            self._waiting[key] = told
        while len(self._waiting) > MOST_WAITING:
            self._waiting.pop(next(iter(self._waiting)), None)

    async def _remember_waiting(self, session_id: str | None, refused: list[Exception], brain: BrainLike) -> None:
        """Remember the exchanges of a session that wait, oldest first. An error that may pass leaves the rest waiting.

        Args:
            refused: receives the errors of exchanges that are never accepted; they are dropped.
        """
        for key, told in list(self._waiting.items()):
            if told["session_id"] != session_id:
                continue
            try:
                await remember_once(key, told, brain)
            except Exception as error:
                if getattr(error, "retryable", True):
                    raise
                refused.append(error)
            self._waiting.pop(key, None)
