"""An agent of Strands that remembers: what Ana says in one conversation is known in the next.

Run it beside a service, without a key:

    pip install "graphmem-client[strands]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/strands_agent.py

The model is scripted. Put your own in its place: `Agent(model=BedrockModel(), …)`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from strands import Agent
from strands.memory import MemoryManager
from strands.models import Model

from graphmem_client import GraphmemClient
from graphmem_client.integrations.strands import GraphmemMemoryStore

TALK = (("monday", "I am Ana. I moved to Porto last week."), ("friday", "Where does Ana live?"))


class ScriptedModel(Model):
    """Stands in for a model: it says what it is told of its memory."""

    async def stream(self, messages: Any, *arguments: Any, **options: Any) -> AsyncIterator[Any]:
        """Yield one answer."""
        prompt = "\n".join(block.get("text", "") for message in messages for block in message["content"])
        known = prompt.partition("<entry")[2].partition(">")[2].partition("</entry>")[0]
        answer = f"I know: {known}" if known else "Nice to meet you."
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockDelta": {"delta": {"text": answer}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}

    def structured_output(self, *arguments: Any, **options: Any) -> Any:
        """Nobody asks for it here."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """Return no settings."""
        return {}

    def update_config(self, **settings: Any) -> None:
        """Take no settings."""


async def talk(brain: Any) -> list[str]:
    """Talk in two conversations, and return the answers."""
    answers = []
    for name, text in TALK:
        store = GraphmemMemoryStore(brain, session_id=name, speaker="Ana", wait=True)
        memory = MemoryManager(stores=[store])
        agent = Agent(model=ScriptedModel(), memory_manager=memory, callback_handler=None)
        answers.append(str(await agent.invoke_async(text)).strip())
        await memory.flush()
        print(f"[{name}] Ana: {text}\n[{name}] Agent: {answers[-1]}\n")
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("strands-example"))


if __name__ == "__main__":
    asyncio.run(main())
