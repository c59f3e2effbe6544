"""An agent of pydantic-ai that remembers: what Ana says in one run is known in the next.

Run it beside a service, without a key:

    pip install "graphmem-client[pydantic-ai]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/pydantic_ai_agent.py

The model is scripted. Put your own in its place: `Agent("openai:…", capabilities=…)`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from graphmem_client import GraphmemClient
from graphmem_client.integrations.pydantic_ai import GraphmemMemory

TALK = (
    "I am Ana. I moved to Porto last week.",
    "Where does Ana live?",
    "Remember: Ana drinks tea without sugar.",
    "Search: What does Ana drink?",
)


def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Stand in for a model: it calls a tool where the message asks for one, and else says what its prompt tells it."""
    return ModelResponse(parts=[_answer(messages[-1].parts[-1], info.instructions)])


def _answer(last: Any, known: str | None) -> TextPart | ToolCallPart:
    if isinstance(last, ToolReturnPart):
        return TextPart(str(last.content))
    text = str(last.content) if isinstance(last, UserPromptPart) else ""
    for start, tool, argument in (("Remember: ", "remember", "text"), ("Search: ", "recall", "question")):
        if text.startswith(start):
            return ToolCallPart(tool, {argument: text.removeprefix(start)})
    return TextPart(f"I know: {known}" if known else "Nice to meet you.")


async def talk(brain: Any) -> list[str]:
    """Talk in a conversation for each message, and return the answers."""
    agent = Agent(FunctionModel(answer), capabilities=[GraphmemMemory(brain, speaker="Ana", tools=True, wait=True)])
    answers = []
    for text in TALK:
        answers.append((await agent.run(text)).output)
        print(f"Ana: {text}\nAgent: {answers[-1]}\n")
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("pydantic-ai-example"))


if __name__ == "__main__":
    asyncio.run(main())
