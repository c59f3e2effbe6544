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
from graphmem_client.integrations.agent_framework.turns import key_of, question_of, text_of, turns_of
from graphmem_client.integrations.bridge import AnyBrain, Bridges, value_for
from graphmem_client.integrations.calls import HEAD, asked_by, framed, recall_context, remember_once, said_before
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard, OnError

SOURCE = "agent-framework"


class GraphmemContextProvider(ContextProvider):
    """Recalled context in, turns out: `Agent(client, context_providers=[GraphmemContextProvider(brain)])`."""

    after_run_once_per_turn = True
    """Where the framework runs an agent in a loop, what the user asked is remembered once, with the answers of all rounds."""

    def __init__(
        self,
        brain: AnyBrain | Callable[[Any], AnyBrain],
        *,
        speaker: str | Callable[[Any], str | None] | None = None,
        head: str = HEAD,
        tools: bool = False,
        remember: bool = True,
        wait: bool = False,
        source_id: str = "graphmem",
        timeout_sec: float | None = TIMEOUT_SEC,
        on_error: OnError | None = None,
        **recall: Any,
    ) -> None:
        """Make the provider.

        Args:
            brain: one brain, or the brain of a session: `lambda session: client.brain(session.state["user"])`.
            speaker: the name of the user, or a function of the session; "I" in a message means them.
            head: the line above what was recalled, in the instructions.
            tools: give the model the tools of `memory_tools` too.
            remember: remember the turns; else the agent only recalls.
            wait: wait until the facts are drawn; else a worker does it.
            source_id: the name of the provider in its agent.
            timeout_sec: seconds until the run goes on without the memory; None = no limit. With `wait`, remembering has none.
            on_error: receives what fails, and "recall" or "remember"; default: a warning in the log. The run goes on.
            recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
        """
        super().__init__(source_id)
        self._bridges, self._speaker, self._head = Bridges(brain), speaker, head
        self._remember, self._wait, self._recall = remember, wait, recall
        self._guard = Guard(on_error, timeout_sec)
        self._tools = memory_tools(brain, wait=wait, speaker=speaker, **recall) if tools else []

    async def before_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Put what is known about the message of the user into the instructions, and give the tools."""
        if self._tools:
            context.extend_tools(self.source_id, self._tools)
        question = question_of(context.input_messages, context.get_messages())
        if question:
            texts = [text_of(one) for one in context.get_messages() if str(one.role) in ("user", "assistant")]
            before = texts if question_of(context.input_messages) else said_before(question, texts)
            asked = asked_by(value_for(self._speaker, session), self._recall, before)
            work = partial(recall_context, question, asked)
            known = await self._guard.run(self._bridges.of(session), "recall", work, "")
            if text := framed(self._head, known):
                context.extend_instructions(self.source_id, text)

    async def after_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Remember the turns of a run."""
        answered = context.response.messages if context.response else ()
        speaker = value_for(self._speaker, session)
        turns = turns_of(context.input_messages, answered, speaker) if self._remember else []
        if turns:
            key = key_of(context.session_id, (*context.input_messages, *answered))
            told = {"messages": turns, "session_id": context.session_id, "source": SOURCE, "wait": self._wait}
            work = partial(remember_once, key, told)
            await self._guard.run(self._bridges.of(session), "remember", work, None, is_timed=not self._wait)
