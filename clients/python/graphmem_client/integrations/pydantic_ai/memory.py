"""`GraphmemMemory`: a capability of pydantic-ai with which an agent remembers.

What the brain knows about the prompt stands in the instructions of each request of a run. After the run, what the user and the
model said in it is remembered as one episode of the conversation.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.toolsets import FunctionToolset

from graphmem_client.integrations.bridge import AnyBrain, Bridges, value_for
from graphmem_client.integrations.calls import (
    HEAD,
    asked_by,
    framed,
    recall_context,
    remember,
    remember_once,
    said_before,
)
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard, OnError
from graphmem_client.integrations.pydantic_ai.toolset import memory_toolset
from graphmem_client.integrations.pydantic_ai.turns import question_of, turns_of, turns_of_run
from graphmem_client.protocol import BrainLike

SOURCE = "pydantic-ai"


class GraphmemMemory(AbstractCapability[Any]):
    """Recalled context in, turns out: `Agent(model, capabilities=[GraphmemMemory(brain)])`."""

    def __init__(
        self,
        brain: AnyBrain | Callable[[Any], AnyBrain],
        *,
        speaker: str | Callable[[Any], str | None] | None = None,
        head: str = HEAD,
        tools: bool = False,
        remember: bool = True,
        wait: bool = False,
        timeout_sec: float | None = TIMEOUT_SEC,
        on_error: OnError | None = None,
        **recall: Any,
    ) -> None:
        """Make the capability.

        Args:
            brain: one brain, or the brain of a run: `lambda run: client.brain(run.deps.user)`.
            speaker: the name of the user, or of the user of a run: `lambda run: run.deps.user`. "I" in a message means them.
            head: the line above what was recalled, in the instructions.
            tools: give the model the tools of `memory_toolset` too.
            remember: remember the turns; else the agent only recalls.
            wait: wait until the facts are drawn; else a worker does it.
            timeout_sec: seconds until the run goes on without the memory; None = no limit. With `wait`, remembering has none.
            on_error: receives what fails, and "recall" or "remember"; default: a warning in the log. The run goes on.
            recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
        """
        self._bridges, self._speaker, self._head = Bridges(brain), speaker, head
        self._remember, self._wait, self._recall = remember, wait, recall
        self._guard = Guard(on_error, timeout_sec)
        self._tools = memory_toolset(brain, wait=wait, speaker=speaker, **recall) if tools else None
        self._recalled: dict[str, str] = {}

    @classmethod
    def get_serialization_name(cls) -> str | None:
        """Return None: a brain cannot stand in a file."""
        return None

    async def for_run(self, ctx: RunContext[Any]) -> AbstractCapability[Any]:
        """Return a copy for one run: it recalls once for its prompt."""
        own = copy(self)
        own._recalled = {}
        return own

    def get_instructions(self) -> Callable[[RunContext[Any]], Any]:
        """Return instructions with what is known about the prompt of a run."""
        return self._instructions

    def get_toolset(self) -> FunctionToolset[Any] | None:
        """Return the tools, if they are wanted."""
        return self._tools

    async def after_run(self, ctx: RunContext[Any], *, result: Any) -> Any:
        """Remember the turns of a run."""
        turns = turns_of_run(result, value_for(self._speaker, ctx)) if self._remember else []
        if turns:
            work = partial(self._remember_turns, turns, ctx)
            await self._guard.run(self._bridges.of(ctx), "remember", work, None, is_timed=not self._wait)
        return result

    async def _instructions(self, ctx: RunContext[Any]) -> str | None:
        question = question_of(ctx.prompt, ctx.messages)
        if question is None:
            return None
        if question not in self._recalled:
            before = said_before(question, [turn["content"] for turn in turns_of(ctx.messages, None)])
            work = partial(recall_context, question, asked_by(value_for(self._speaker, ctx), self._recall, before))
            self._recalled = {question: await self._guard.run(self._bridges.of(ctx), "recall", work, "")}
        return framed(self._head, self._recalled[question]) or None

    async def _remember_turns(self, turns: list[dict[str, Any]], ctx: RunContext[Any], brain: BrainLike) -> None:
        """Remember turns as one episode, once: a run that is repeated in a durable workflow has the same id."""
        told = {"messages": turns, "session_id": ctx.conversation_id, "source": SOURCE, "wait": self._wait}
        await (remember_once((SOURCE, ctx.run_id), told, brain) if ctx.run_id else remember(told, brain))
