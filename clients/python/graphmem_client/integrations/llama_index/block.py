"""`GraphmemMemoryBlock`: a memory block of LlamaIndex over the recall of a brain.

What the brain knows about the latest message of the user stands in the prompt. Messages that leave the short-term memory are
remembered as one episode of the session.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, TextBlock
from llama_index.core.memory import BaseMemoryBlock
from llama_index.core.utils import get_tokenizer
from pydantic import Field, PrivateAttr

from graphmem_client.integrations.bridge import Bridges
from graphmem_client.protocol import BrainLike

ROLES = ("user", "assistant")


class GraphmemMemoryBlock(BaseMemoryBlock[str]):
    """A long-term memory: `Memory.from_defaults(memory_blocks=[GraphmemMemoryBlock(brain=brain)])`.

    `brain`: one brain, or the brain of a session: `lambda session_id: client.brain(session_id)`. `speaker`: the name of the user;
    "I" in a message means them. `remember`: remember messages; else the block only recalls. `wait`: wait until the facts are
    drawn; else a worker does it. `recall`: options of `recall`: `{"k": 5, "token_budget": 400}`.
    """

    name: str = Field(default="LongTermMemory", description="The name of the memory block.")
    priority: int = Field(
        default=1, description="Which block is shortened first, if the memory is full; 0 = this one never."
    )
    brain: Any = Field(exclude=True, description="The brain, or a function of the session.")
    speaker: str | None = Field(default=None, description="The name of the user.")
    remember: bool = Field(default=True, description="Remember what leaves the short-term memory.")
    wait: bool = Field(default=False, description="Wait until the facts are drawn.")
    recall: dict[str, Any] = Field(default_factory=dict, description="Options of the recall.")
    _bridges: Bridges = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Make the bridge, in the event loop of the brain."""
        super().model_post_init(context)
        self._bridges = Bridges(self.brain)

    async def _aget(
        self, messages: list[ChatMessage] | None = None, session_id: str | None = None, **block_kwargs: Any
    ) -> str:
        """Return what is known about the latest message of the user."""
        said = (text_of(message) for message in reversed(messages or ()) if _role(message) == "user")
        question = next((text for text in said if text.strip()), None)
        return "" if question is None else await self._bridges.of(session_id).run(partial(self._context, question))

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Remember what the user and the model say in some messages."""
        sessions = (message.additional_kwargs.get("session_id") for message in messages)
        session_id = next((found for found in sessions if found), None)
        turns = self._turns(messages)
        if turns and self.remember:
            await self._bridges.of(session_id).run(partial(self._told, turns, session_id))

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the first lines, without so many tokens; None = nothing would be left."""
        tokens = get_tokenizer()
        lines = content.split("\n")
        most = len(tokens(content)) - tokens_to_truncate
        while len(lines) > 1 and len(tokens("\n".join(lines))) > most:
            lines.pop()
        return "\n".join(lines) if len(lines) > 1 else None

    async def _context(self, question: str, brain: BrainLike) -> str:
        return (await brain.recall(question, **self.recall)).context

    async def _told(self, turns: list[dict[str, Any]], session_id: str | None, brain: BrainLike) -> None:
        await brain.remember(messages=turns, session_id=session_id, source="llama-index", wait=self.wait)

    def _turns(self, messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
        """Return messages as turns of `remember`. A call of a tool and its result are none."""
        return [
            {"content": text, "role": role, "name": self.speaker if role == "user" else None}
            for message in messages
            if (role := _role(message)) in ROLES and (text := text_of(message)).strip()
        ]


def text_of(message: ChatMessage) -> str:
    """Return the text blocks of a message."""
    return "\n".join(block.text for block in message.blocks if isinstance(block, TextBlock) and block.text)


def _role(message: ChatMessage) -> str:
    return str(getattr(message.role, "value", message.role))
