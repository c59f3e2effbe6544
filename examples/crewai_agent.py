"""A crew of CrewAI that remembers: what one task says is known to a later crew.

Run it beside a service, in an environment without graphmem itself (their versions of openai differ), without a key:

    pip install "graphmem-client[crewai]"
    pip install "graphmem[offline]"    # the service, in its own environment
    graphmem serve    # there, in a terminal of its own, until it tells its address
    python examples/crewai_agent.py

The model is scripted. Put your own in its place: `LLM(model="…")`.
"""

from __future__ import annotations

import json
from typing import Any

from crewai import Agent, BaseLLM, Crew, Memory, Task

from graphmem_client import ClientBrainSync, GraphmemClientSync
from graphmem_client.integrations.crewai import GraphmemStorage, memory_tools

TASKS = ("Ana moved to Porto last week. Note it.", "Where does Ana live?")


class ScriptedModel(BaseLLM):
    """Stands in for a model: it says what it is told of its memory, and answers what the memory asks."""

    def call(self, messages: Any, *arguments: Any, **options: Any) -> str:
        """Return one answer."""
        prompt = messages if isinstance(messages, str) else "\n".join(str(each["content"]) for each in messages)
        if "Expected result:" in prompt:  # what to keep of a result?
            result = prompt.rpartition("Final Answer:")[2].strip().splitlines()[0]
            return json.dumps({"memories": [result.rpartition(") ")[2]]})
        if "Existing similar memories:" in prompt:  # is it new?
            return json.dumps({"insert_new": False})
        if "Content to store:" in prompt:  # where to keep it?
            return json.dumps({"suggested_scope": "/people/ana", "categories": ["home"], "importance": 0.8})
        task, _, known = prompt.partition("Current Task:")[2].partition("Relevant memories:")
        answer = (known or task).strip().splitlines()[0].removesuffix(" Note it.")
        return f"Thought: I know it.\nFinal Answer: {answer}"


def work(brain: ClientBrainSync) -> list[str]:
    """Let two crews do one task each, and return the answers."""
    storage, model = GraphmemStorage(brain, wait=True), ScriptedModel(model="scripted")
    memory = Memory(storage=storage, embedder=storage.embedder, llm=model)
    answers = []
    for text in TASKS:
        agent = Agent(role="Helper", goal="Help", backstory="You help.", llm=model, tools=memory_tools(brain))
        task = Task(description=text, expected_output="One sentence.", agent=agent)
        answers.append(str(Crew(agents=[agent], tasks=[task], memory=memory).kickoff()))
        print(f"Task: {text}\nCrew: {answers[-1]}\n")
    return answers


def main() -> None:
    """Work with the service at GRAPHMEM_URL."""
    with GraphmemClientSync() as client:
        work(client.brain("crewai-example"))


if __name__ == "__main__":
    main()
