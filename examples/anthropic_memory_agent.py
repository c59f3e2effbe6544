"""An agent with the memory tool of Anthropic: its notes are files in a brain, and what they say becomes facts.

Run it beside a service, without a key:

    pip install "graphmem-client[anthropic-memory]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/anthropic_memory_agent.py

The model is scripted. Put the real one in its place: `AsyncAnthropic()`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import httpx2
from anthropic import AsyncAnthropic

from graphmem_client import GraphmemClient
from graphmem_client.integrations.anthropic_memory import GraphmemMemoryTool

NOTES = "/memories/ana.md"
TALK = {
    "I am Ana. I live in Porto, and I drink tea.": (
        {"command": "view", "path": "/memories"},
        {"command": "create", "path": NOTES, "file_text": "# Ana\n\nAna lives in Porto.\nAna drinks tea.\n"},
    ),
    "I moved to Lisbon.": (
        {"command": "view", "path": NOTES},
        {"command": "str_replace", "path": NOTES, "old_str": "in Porto", "new_str": "in Lisbon"},
    ),
    "What do you know about me?": ({"command": "view", "path": NOTES},),
}
"""What Ana says, and the commands of the model."""


def scripted() -> AsyncAnthropic:
    """Return a client whose model carries out the commands of the talk, and then says what the last one returned."""

    steps = iter([step for commands in TALK.values() for step in (*commands, None)])

    def answer(request: httpx2.Request) -> httpx2.Response:
        command = next(steps)
        if command is not None:
            return _reply({"type": "tool_use", "id": "tool", "name": "memory", "input": command}, "tool_use")
        returned = json.loads(request.content)["messages"][-1]["content"][0]["content"]
        return _reply({"type": "text", "text": _text(returned)}, "end_turn")

    transport = httpx2.MockTransport(answer)
    return AsyncAnthropic(api_key="none", http_client=httpx2.AsyncClient(transport=transport))


def _reply(block: dict[str, Any], reason: str) -> httpx2.Response:
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "scripted", "usage": usage}
    return httpx2.Response(200, json={**message, "content": [block], "stop_reason": reason, "stop_sequence": None})


def _text(content: str | Sequence[dict[str, Any]]) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


async def talk(brain: Any) -> list[str]:
    """Talk in a conversation for each message, and return the answers."""
    tool = GraphmemMemoryTool(brain, wait=True)
    answers = []
    async with scripted() as client:
        for text in TALK:
            said: Any = [{"role": "user", "content": text}]
            runner = client.beta.messages.tool_runner(model="scripted", max_tokens=1000, messages=said, tools=[tool])
            last = await runner.until_done()
            answers.append("".join(block.text for block in last.content if block.type == "text"))
            print(f"Ana: {text}\nAgent: {answers[-1]}\n")
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("anthropic-memory-example"))


if __name__ == "__main__":
    asyncio.run(main())
