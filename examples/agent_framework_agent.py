"""An agent of the Microsoft Agent Framework that remembers: what Ana says in one session is known in the next.

Run it beside a service, without a key:

    pip install "graphmem-client[agent-framework]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/agent_framework_agent.py

The model is scripted. Put your own in its place: `Agent(OpenAIChatClient(…), …)`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from agent_framework import (
    Agent,
    AgentSession,
    BaseChatClient,
    ChatResponse,
    Content,
    FunctionInvocationLayer,
    Message,
)

from graphmem_client import GraphmemClient
from graphmem_client.integrations.agent_framework import GraphmemContextProvider, GraphmemHistoryProvider

TALK = (
    ("monday", "I am Ana. I moved to Porto last week."),
    ("monday", "What did I say?"),
    ("friday", "Where does Ana live?"),
    ("friday", "Remember: Ana drinks tea without sugar."),
    ("friday", "Search: What does Ana drink?"),
)


class ScriptedClient(FunctionInvocationLayer, BaseChatClient):  # type: ignore[misc,type-arg]
    """Stands in for a model: it calls a tool where the message asks for one, and else says what its prompt tells it."""

    async def _inner_get_response(
        self, *, messages: Sequence[Message], stream: bool, options: Mapping[str, Any], **kwargs: Any
    ) -> ChatResponse[Any]:
        return ChatResponse(messages=[Message("assistant", [_answer(messages, options.get("instructions"))])])


def _answer(messages: Sequence[Message], known: str | None) -> Content | str:
    last = messages[-1].contents[0]
    if last.type == "function_result":
        return str(last.result)
    for start, tool, argument in (("Remember: ", "remember", "text"), ("Search: ", "recall", "question")):
        if str(last.text).startswith(start):
            arguments = {argument: str(last.text).removeprefix(start)}
            return Content.from_function_call(call_id=f"call-{len(messages)}", name=tool, arguments=arguments)
    if last.text == "What did I say?":
        return f"You said: {messages[0].text}"
    return f"I know: {known}" if known else "Nice to meet you."


async def talk(brain: Any) -> list[str]:
    """Talk in two sessions, and return the answers."""
    memory = GraphmemContextProvider(brain, speaker="Ana", tools=True, wait=True)
    agent = Agent(ScriptedClient(), context_providers=[GraphmemHistoryProvider(brain), memory])
    answers = []
    for name, text in TALK:
        answers.append((await agent.run(text, session=AgentSession(session_id=name))).text)
        print(f"[{name}] Ana: {text}\n[{name}] Agent: {answers[-1]}\n")
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("agent-framework-example"))


if __name__ == "__main__":
    asyncio.run(main())
