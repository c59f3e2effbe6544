"""`memory_tools`: function tools with which a model searches and keeps by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from agents import FunctionTool, RunContextWrapper, function_tool
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
        brain: one brain, or the brain of a run: `lambda run: client.brain(run.context.user)`.
        wait: wait until the facts are drawn; else a worker does it.
        speaker: whose "I" it is in a question, and in a text that the model keeps: a name, or a function of the run.
        recall: options of `recall`: `k`, `token_budget`, …
    """
    bridges = Bridges(brain)

    async def recall_facts(run: RunContextWrapper[Any], question: Annotated[str, Field(description=QUESTION)]) -> str:
        return await bridges.of(run).run(partial(recall_as_text, question, asked_by(value_for(speaker, run), recall)))

    async def remember(run: RunContextWrapper[Any], text: Annotated[str, Field(description=TEXT)]) -> str:
        options = {"source": "openai-agents", "speaker": value_for(speaker, run), "wait": wait}
        return await bridges.of(run).run(partial(remember_text, text, options))

    return [
        function_tool(recall_facts, name_override="recall", description_override=RECALL),
        function_tool(remember, description_override=REMEMBER),
    ]
