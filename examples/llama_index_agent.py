"""A chat engine of LlamaIndex that remembers: what Ana says in one session is known in the next.

Run it beside a service, without a key:

    pip install "graphmem-client[llama-index]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/llama_index_agent.py

The model is scripted. Put your own in its place.
"""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen, LLMMetadata
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import CustomLLM
from llama_index.core.memory import Memory
from llama_index.core.storage.chat_store.sql import MessageStatus

from graphmem_client import GraphmemClient
from graphmem_client.integrations.llama_index import GraphmemMemoryBlock

TALK = {
    "monday": ("I am Ana. I moved to Porto last week.", "I like it there."),
    "friday": ("Where does Ana live?",),
}


class ScriptedModel(CustomLLM):
    """Stands in for a model: it says what its prompt tells it."""

    @property
    def metadata(self) -> LLMMetadata:
        """Return nothing special."""
        return LLMMetadata()

    def complete(self, prompt: str, formatted: bool = False, **options: Any) -> CompletionResponse:
        """Return what stands in the prompt from the long-term memory."""
        known = prompt.partition("<LongTermMemory>")[2].partition("</LongTermMemory>")[0].strip()
        return CompletionResponse(text=f"I know: {known}" if known else "Nice to meet you.")

    def stream_complete(self, prompt: str, formatted: bool = False, **options: Any) -> CompletionResponseGen:
        """Return the same in one part."""
        return iter([self.complete(prompt)])


async def talk(brain: Any) -> list[str]:
    """Talk in two sessions, and return the answers."""
    block = GraphmemMemoryBlock(brain=brain, speaker="Ana", wait=True)
    answers = []
    for name, texts in TALK.items():
        memory = Memory.from_defaults(session_id=name, memory_blocks=[block])
        engine = SimpleChatEngine.from_defaults(llm=ScriptedModel(), memory=memory)
        for text in texts:
            answers.append(str(await engine.achat(text)))
            print(f"[{name}] Ana: {text}\n[{name}] Agent: {answers[-1]}\n")
        # The session ends: what is still in its short-term memory is remembered too.
        await block.aput(await memory.aget_all(MessageStatus.ACTIVE), session_id=name)
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("llama-index-example"))


if __name__ == "__main__":
    asyncio.run(main())
