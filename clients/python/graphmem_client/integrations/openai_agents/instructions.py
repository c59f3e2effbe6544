"""`recalling`: instructions of an agent with what the brain knows about the message of the user."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from agents import Agent, RunContextWrapper

from graphmem_client.integrations.bridge import AnyBrain, Bridges
from graphmem_client.integrations.openai_agents.turns import question_of
from graphmem_client.protocol import BrainLike

HEAD = "What you remember about this:"
Instructions = Callable[[RunContextWrapper[Any], Agent[Any]], Awaitable[str]]


def recalling(
    brain: AnyBrain | Callable[[Any], AnyBrain], instructions: str = "", *, head: str = HEAD, **recall: Any
) -> Instructions:
    """Return instructions for `Agent(instructions=…)`, with what is known about the latest message of the user.

    Args:
        brain: one brain, or the brain of a run: `lambda run: client.brain(run.context.user)`.
        instructions: what the agent is told beside it.
        head: the line above what was recalled.
        recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
    """
    bridges = Bridges(brain)

    async def recalled(run: RunContextWrapper[Any], agent: Agent[Any]) -> str:
        question = question_of(run.turn_input)
        if question is None:
            return instructions
        context = await bridges.of(run).run(partial(_recalled, question, recall))
        return "\n\n".join(part for part in (instructions, context and f"{head}\n{context}") if part)

    return recalled


async def _recalled(question: str, options: dict[str, Any], brain: BrainLike) -> str:
    return (await brain.recall(question, **options)).context
