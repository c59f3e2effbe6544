"""`memory_tools`: tools with which an agent searches and keeps by itself."""

from __future__ import annotations

from functools import partial
from typing import Any

from crewai.tools import BaseTool
from pydantic import BaseModel, Field

from graphmem_client._sync.brain import ClientBrainSync
from graphmem_client.integrations.bridge import Bridge
from graphmem_client.integrations.calls import asked_by
from graphmem_client.integrations.tools import QUESTION, RECALL, REMEMBER, TEXT, recall_as_text, remember_text


class RecallArguments(BaseModel):
    """What a model gives to search."""

    question: str = Field(description=QUESTION)


class RememberArguments(BaseModel):
    """What a model gives to keep."""

    text: str = Field(description=TEXT)


class RecallTool(BaseTool):
    """Searches the facts and episodes of a brain."""

    name: str = "recall"
    description: str = RECALL
    args_schema: type[BaseModel] = RecallArguments
    bridge: Any = Field(exclude=True)
    options: dict[str, Any] = Field(default_factory=dict)

    def _run(self, question: str) -> str:
        return self.bridge.wait(partial(recall_as_text, question, self.options))


class RememberTool(BaseTool):
    """Keeps a text in a brain."""

    name: str = "remember"
    description: str = REMEMBER
    args_schema: type[BaseModel] = RememberArguments
    bridge: Any = Field(exclude=True)
    options: dict[str, Any] = Field(default_factory=dict)

    def _run(self, text: str) -> str:
        return self.bridge.wait(partial(remember_text, text, self.options))


def memory_tools(
    brain: ClientBrainSync, *, wait: bool = True, speaker: str | None = None, **recall: Any
) -> list[BaseTool]:
    """Return the tools `recall` and `remember` for `Agent(tools=…)`.

    Args:
        brain: a brain of the synchronous client.
        wait: wait until the facts are drawn; else a worker does it.
        speaker: whose "I" it is in a question, and in a text that the model keeps.
        recall: options of `recall`: `k`, `token_budget`, …
    """
    bridge = Bridge(brain)
    kept = {"source": "crewai", "speaker": speaker, "wait": wait}
    return [RecallTool(bridge=bridge, options=asked_by(speaker, recall)), RememberTool(bridge=bridge, options=kept)]
