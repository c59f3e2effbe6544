"""`memory_tools`: function tools with which a model searches and keeps by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from agent_framework import FunctionInvocationContext, FunctionTool, tool
from pydantic import Field

from graphmem_client.integrations.bridge import AnyBrain, Bridges, value_for
from graphmem_client.integrations.calls import asked_by
from graphmem_client.integrations.tools import QUESTION, RECALL, REMEMBER, TEXT, recall_as_text, remember_text


def memory_tools(
    brain: AnyBrain | Callable[[Any], AnyBrain],
    *,
    wait: bool = True,
    speaker: str | Callable[[Any], str | None] | None = None,
    **recall: Any,
) -> list[FunctionTool]:
    """Return the tools `recall` and `remember` for `Agent(tools=…)`.

    Args:
        brain: one brain, or the brain of a session: `lambda session: client.brain(session.state["user"])`.
        wait: wait until the facts are drawn; else a worker does it.
        speaker: whose "I" it is in a question, and in a text that the model keeps: a name, or a function of the session.
        recall: options of `recall`: `k`, `token_budget`, …
    """
    bridges = Bridges(brain)

    async def recall_facts(
        question: Annotated[str, Field(description=QUESTION)], context: FunctionInvocationContext
    ) -> str:
        options = asked_by(value_for(speaker, context.session), recall)
        return await bridges.of(context.session).run(partial(recall_as_text, question, options))

    async def remember(text: Annotated[str, Field(description=TEXT)], context: FunctionInvocationContext) -> str:
        options = {"source": "agent-framework", "speaker": value_for(speaker, context.session), "wait": wait}
        return await bridges.of(context.session).run(partial(remember_text, text, options))

    return [
        tool(recall_facts, name="recall", description=RECALL, approval_mode="never_require"),
        tool(remember, name="remember", description=REMEMBER, approval_mode="never_require"),
    ]
