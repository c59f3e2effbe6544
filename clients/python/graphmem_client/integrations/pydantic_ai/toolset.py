"""`memory_toolset`: tools with which a model searches and keeps by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from pydantic import Field
from pydantic_ai import RunContext
from pydantic_ai.toolsets import FunctionToolset

from graphmem_client.integrations.bridge import AnyBrain, Bridges, value_for
from graphmem_client.integrations.calls import asked_by
from graphmem_client.integrations.tools import QUESTION, RECALL, REMEMBER, TEXT, recall_as_text, remember_text


def memory_toolset(
    brain: AnyBrain | Callable[[Any], AnyBrain],
    *,
    wait: bool = True,
    speaker: str | Callable[[Any], str | None] | None = None,
    **recall: Any,
) -> FunctionToolset[Any]:
    """Return the tools `recall` and `remember` for `Agent(toolsets=[…])`.

    Args:
        brain: one brain, or the brain of a run: `lambda run: client.brain(run.deps.user)`.
        wait: wait until the facts are drawn; else a worker does it.
        speaker: whose "I" it is in a question, and in a text that the model keeps: a name, or a function of the run.
        recall: options of `recall`: `k`, `token_budget`, …
    """
    bridges = Bridges(brain)

    async def recall_facts(run: RunContext[Any], question: Annotated[str, Field(description=QUESTION)]) -> str:
        return await bridges.of(run).run(partial(recall_as_text, question, asked_by(value_for(speaker, run), recall)))

    async def remember(run: RunContext[Any], text: Annotated[str, Field(description=TEXT)]) -> str:
        options = {"source": "pydantic-ai", "speaker": value_for(speaker, run), "wait": wait}
        work = partial(remember_text, text, {**options, "session_id": run.conversation_id})
        return await bridges.of(run).run(work)

    tools: FunctionToolset[Any] = FunctionToolset(id="graphmem")
    tools.add_function(recall_facts, name="recall", description=RECALL)
    tools.add_function(remember, description=REMEMBER)
    return tools
