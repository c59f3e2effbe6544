"""A LangGraph agent that remembers: what Ana says in one thread is known in the next, and her notes come back word for word.

Run it beside a service, without a key:

    pip install "graphmem-client[langgraph]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/langgraph_agent.py

The model is scripted. Put your own in its place: `create_agent("openai:…", …)`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_store

from graphmem_client import GraphmemClient
from graphmem_client.integrations.langgraph import GraphmemMiddleware, GraphmemStore

NOTES = ("notes", "ana")


@tool
async def note(key: str, text: str) -> str:
    """Keep a note, word for word."""
    await get_store().aput(NOTES, key, {"text": text})
    return "kept"


@tool
async def find_notes(question: str) -> str:
    """Find notes by their meaning."""
    found = await get_store().asearch(NOTES, query=question, limit=3)
    return "\n".join(item.value["text"] for item in found)


class ScriptedModel(BaseChatModel):
    """Stands in for a model: it calls a tool where the message asks for one, and else says what its prompt tells it."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **options: Any) -> Any:
        """Return the model itself."""
        return self

    def _generate(self, messages: list[BaseMessage], *rest: Any, **options: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._answer(messages))])

    def _answer(self, messages: list[BaseMessage]) -> AIMessage:
        last = messages[-1]
        if isinstance(last, ToolMessage):
            return AIMessage(f"Your notes: {last.content}")
        text = str(last.content)
        if text.startswith("Note: "):
            return _call("note", key="shopping", text=text.removeprefix("Note: "))
        if "notes" in text:
            return _call("find_notes", question=text)
        known = [str(message.content) for message in messages if message.type == "system"]
        return AIMessage(f"I know: {known[0]}" if known else "Nice to meet you.")


def _call(name: str, **arguments: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name}])


async def talk(brain: Any) -> list[str]:
    """Talk in three threads, and return the answers."""
    agent = create_agent(
        ScriptedModel(),
        tools=[note, find_notes],
        middleware=[GraphmemMiddleware(brain, speaker="Ana", wait=True)],
        store=GraphmemStore(brain, remember=False),
        checkpointer=InMemorySaver(),
    )
    answers = []
    for thread, text in (
        ("monday", "I am Ana. I moved to Porto last week."),
        ("tuesday", "Note: two lemons, and the tea without sugar"),
        ("friday", "Where does Ana live?"),
        ("friday", "Which notes are about tea?"),
    ):
        said = {"messages": [HumanMessage(text)]}
        result = await agent.ainvoke(said, {"configurable": {"thread_id": thread}})
        answers.append(str(result["messages"][-1].content))
        print(f"[{thread}] Ana: {text}\n[{thread}] Agent: {answers[-1]}\n")
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("langgraph-example"))


if __name__ == "__main__":
    asyncio.run(main())
