"""A chat client with scripted answers, which keeps what it was told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from agent_framework import (
    BaseChatClient,
    ChatMiddlewareLayer,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
)


class ScriptedClient(FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], BaseChatClient[Any]):
    """Answers with the next of its contents. `instructions`, `messages`, `tools`: of each request."""

    def __init__(self, *answers: Any) -> None:
        super().__init__()
        self.answers = list(answers)
        self.instructions: list[str | None] = []
        self.messages: list[list[Message]] = []
        self.tools: list[list[str]] = []

    def _inner_get_response(
        self, *, messages: Sequence[Message], stream: bool, options: Mapping[str, Any], **kwargs: Any
    ) -> Any:
        self.instructions.append(options.get("instructions"))
        self.messages.append(list(messages))
        self.tools.append([tool.name for tool in options.get("tools") or ()])
        answer = self.answers[len(self.messages) - 1]
        contents = answer if isinstance(answer, list) else [answer]
        return self._build_response_stream(_updates(contents)) if stream else _response(contents)


async def _response(contents: list[Any]) -> ChatResponse[Any]:
    return ChatResponse(messages=[Message("assistant", contents)])


async def _updates(contents: list[Any]) -> AsyncIterator[ChatResponseUpdate]:
    for content in contents:
        parts = [Content.from_text(content)] if isinstance(content, str) else [content]
        yield ChatResponseUpdate(role="assistant", contents=parts)


def call(name: str, id: str = "c-1", **arguments: Any) -> Content:
    """A call of a tool."""
    return Content.from_function_call(call_id=id, name=name, arguments=arguments)
