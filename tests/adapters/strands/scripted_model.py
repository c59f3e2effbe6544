"""A model that says what it is told to say, and keeps what it is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from strands.models import Model


class ScriptedModel(Model):
    """Says some texts one after the other. A dictionary is a call of a tool: `{"search_memory": {"query": …}}`."""

    def __init__(self, *parts: Any) -> None:
        self.parts = list(parts)
        self.prompts: list[str] = []
        self.tools: list[str] = []

    async def stream(self, messages: Any, tool_specs: Any = None, *rest: Any, **options: Any) -> AsyncIterator[Any]:
        self.prompts.append(str(messages))
        self.tools = [tool["name"] for tool in tool_specs or ()]
        part = self.parts.pop(0)
        yield {"messageStart": {"role": "assistant"}}
        if isinstance(part, dict):
            ((name, arguments),) = part.items()
            yield {"contentBlockStart": {"start": {"toolUse": {"name": name, "toolUseId": "t-1"}}}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": arguments}}}}
        else:
            yield {"contentBlockDelta": {"delta": {"text": part}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if isinstance(part, dict) else "end_turn"}}

    def structured_output(self, *arguments: Any, **options: Any) -> Any:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        return {}

    def update_config(self, **settings: Any) -> None:
        raise NotImplementedError
