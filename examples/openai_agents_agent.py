"""An agent of the OpenAI Agents SDK that remembers: what Ana says in one session is known in the next.

Run it beside a service, without a key:

    pip install "graphmem-client[openai-agents]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/openai_agents_agent.py

The model is scripted. Put your own in its place: `Agent("Assistant", model="gpt-…")`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from agents import Agent, Runner, set_tracing_disabled
from agents.testing import ModelCall, ScriptedModel, assistant_message, function_call

from graphmem_client import GraphmemClient
from graphmem_client.integrations.openai_agents import GraphmemSession, memory_tools, recalling

TALK = (
    ("monday", "I am Ana. I moved to Porto last week."),
    ("monday", "What did I say?"),
    ("friday", "Where does Ana live?"),
    ("friday", "Remember: Ana drinks tea without sugar."),
    ("friday", "Search: What does Ana drink?"),
)


def answer(call: ModelCall) -> list[Any]:
    """Stand in for a model: it calls a tool where the message asks for one, and else says what its prompt tells it."""
    items: list[Any] = list(call.input)
    last = items[-1]
    if last.get("type") == "function_call_output":
        return [assistant_message(str(last["output"]))]
    text = str(last["content"])
    for start, tool, argument in (("Remember: ", "remember", "text"), ("Search: ", "recall", "question")):
        if text.startswith(start):
            return [function_call(tool, {argument: text.removeprefix(start)}, call_id=f"call-{len(items)}")]
    if text == "What did I say?":
        return [assistant_message(f"You said: {items[0]['content']}")]
    known = str(call.system_instructions or "")
    return [assistant_message(f"I know: {known}" if known else "Nice to meet you.")]


async def talk(brain: Any) -> list[str]:
    """Talk in two sessions, and return the answers."""
    model = ScriptedModel([{"responder": answer}] * (len(TALK) + 2))
    agent = Agent("Assistant", model=model, instructions=recalling(brain), tools=list(memory_tools(brain)))
    answers = []
    for name, text in TALK:
        session = GraphmemSession(brain, name, speaker="Ana", wait=True)
        result = await Runner.run(agent, text, session=session)
        answers.append(str(result.final_output))
        print(f"[{name}] Ana: {text}\n[{name}] Agent: {answers[-1]}\n")
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    set_tracing_disabled(True)  # tracing would send each run to a service of OpenAI
    async with GraphmemClient() as client:
        await talk(client.brain("openai-agents-example"))


if __name__ == "__main__":
    asyncio.run(main())
