"""`GraphmemContextProvider`: a context provider of the Microsoft Agent Framework with which an agent remembers.

What the brain knows about the message of the user stands in the instructions of a run. After the run, what the user and the model
said in it is remembered as one episode of the session.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from agent_framework import ContextProvider

from graphmem_client.integrations.agent_framework.tools import memory_tools
from graphmem_client.integrations.agent_framework.turns import question_of, turns_of
from graphmem_client.integrations.bridge import AnyBrain, Bridges
from graphmem_client.protocol import BrainLike

HEAD = "What you remember about this:"


class GraphmemContextProvider(ContextProvider):
    """Recalled context in, turns out: `Agent(client, context_providers=[GraphmemContextProvider(brain)])`."""

    after_run_once_per_turn = True
    """Where the framework runs an agent in a loop, what the user asked is remembered once, with the answers of all rounds."""

    def __init__(
        self,
        brain: AnyBrain | Callable[[Any], AnyBrain],
        *,
        speaker: str | None = None,
        head: str = HEAD,
        tools: bool = False,
        remember: bool = True,
        wait: bool = False,
        source_id: str = "graphmem",
        **recall: Any,
    ) -> None:
        """Make the provider.

        Args:
            brain: one brain, or the brain of a session: `lambda session: client.brain(session.state["user"])`.
            speaker: the name of the user; "I" in a message means them.
            head: the line above what was recalled, in the instructions.
            tools: give the model the tools of `memory_tools` too.
            remember: remember the turns; else the agent only recalls.
            wait: wait until the facts are drawn; else a worker does it.
            source_id: the name of the provider in its agent.
            recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
        """
        super().__init__(source_id)
        self._bridges, self._speaker, self._head = Bridges(brain), speaker, head
        self._remember, self._wait, self._recall = remember, wait, recall
        self._tools = memory_tools(brain, wait=wait, speaker=speaker, **recall) if tools else []

    async def before_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Put what is known about the latest message of the user into the instructions, and give the tools."""
        if self._tools:
            context.extend_tools(self.source_id, self._tools)
        question = question_of(context.get_messages(include_input=True))
        if question is not None:
            known = await self._bridges.of(session).run(partial(self._context, question))
            if known:
                context.extend_instructions(self.source_id, f"{self._head}\n{known}")

    async def after_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Remember the turns of a run."""
        answered = context.response.messages if context.response else ()
        turns = turns_of(context.input_messages, answered, self._speaker) if self._remember else []
        if turns:
            await self._bridges.of(session).run(partial(self._told, turns, context.session_id))

    async def _context(self, question: str, brain: BrainLike) -> str:
        return (await brain.recall(question, **self._recall)).context

    async def _told(self, turns: list[dict[str, Any]], session_id: str | None, brain: BrainLike) -> None:
        await brain.remember(messages=turns, session_id=session_id, source="agent-framework", wait=self._wait)
