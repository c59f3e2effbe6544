"""A model with scripted answers, which keeps what it was told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


@dataclass
class Script:
    """Answers with the next of its parts. `instructions`, `messages`: of each request."""

    parts: list[Any]
    instructions: list[str | None] = field(default_factory=list)
    messages: list[list[ModelMessage]] = field(default_factory=list)
    tools: list[list[str]] = field(default_factory=list)

    def answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.instructions.append(info.instructions)
        self.messages.append(list(messages))
        self.tools.append([tool.name for tool in info.function_tools])
        part = self.parts[len(self.messages) - 1]
        return ModelResponse(parts=part if isinstance(part, list) else [part])

    @property
    def model(self) -> FunctionModel:
        return FunctionModel(self.answer)


def says(*texts: str) -> Script:
    return Script([TextPart(text) for text in texts])
