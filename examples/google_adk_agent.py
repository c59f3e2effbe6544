"""An agent of Google's ADK that remembers: what Ana says in one session is known in the next.

Run it beside a service, without a key:

    pip install "graphmem-client[google-adk]"
    pip install "graphmem[offline]"    # the service
    graphmem serve    # in a terminal of its own, until it tells its address
    python examples/google_adk_agent.py

The model is scripted. Put your own in its place: `LlmAgent(model="gemini-…")`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools.preload_memory_tool import PreloadMemoryTool
from google.genai import types

from graphmem_client import GraphmemClient
from graphmem_client.integrations.google_adk import GraphmemMemoryService

APP = "example"
TALK = (("monday", "I am Ana. I moved to Porto last week."), ("friday", "Where does Ana live?"))


class ScriptedModel(BaseLlm):
    """Stands in for a model: it says what it is told of past conversations."""

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """Yield one answer."""
        system = llm_request.config.system_instruction
        parts = (part.text or "" for content in llm_request.contents for part in content.parts or ())
        prompt = "\n".join([str(system or ""), *parts])
        known = prompt.partition("<PAST_CONVERSATIONS>")[2].partition("</PAST_CONVERSATIONS>")[0].strip()
        answer = f"I know: {known}" if known else "Nice to meet you."
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text=answer)]))


async def talk(brain: Any) -> list[str]:
    """Talk in two sessions, and return the answers."""
    # For many users: lambda app, user: client.brain(user); where apps are to be apart: client.brain(f"{app}.{user}")
    memory = GraphmemMemoryService(lambda app, user: brain, speaker=lambda app, user: user, wait=True)
    sessions = InMemorySessionService()
    agent = LlmAgent(name="helper", model=ScriptedModel(model="scripted"), tools=[PreloadMemoryTool()])
    runner = Runner(app_name=APP, agent=agent, session_service=sessions, memory_service=memory)
    answers = []
    for name, text in TALK:
        place = {"app_name": APP, "user_id": "Ana", "session_id": name}
        await sessions.create_session(**place)
        said = types.Content(role="user", parts=[types.Part(text=text)])
        async for event in runner.run_async(user_id="Ana", session_id=name, new_message=said):
            if event.is_final_response() and event.content and event.content.parts:
                answers.append(str(event.content.parts[0].text))
        print(f"[{name}] Ana: {text}\n[{name}] Agent: {answers[-1]}\n")
        session = await sessions.get_session(**place)
        assert session is not None
        await memory.add_session_to_memory(session)
    return answers


async def main() -> None:
    """Talk to the service at GRAPHMEM_URL."""
    async with GraphmemClient() as client:
        await talk(client.brain("google-adk-example"))


if __name__ == "__main__":
    asyncio.run(main())
