"""`recalling`: instructions of an agent with what the brain knows about the message of the user."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from agents import Agent, RunContextWrapper

from graphmem_client.integrations.bridge import AnyBrain, Bridges, value_for
from graphmem_client.integrations.calls import HEAD, asked_by, framed, recall_context
from graphmem_client.integrations.guard import TIMEOUT_SEC, Guard, OnError
from graphmem_client.integrations.openai_agents.turns import question_of

Instructions = Callable[[RunContextWrapper[Any], Agent[Any]], Awaitable[str]]


def recalling(
    brain: AnyBrain | Callable[[Any], AnyBrain],
    instructions: str = "",
    *,
    speaker: str | Callable[[Any], str | None] | None = None,
    head: str = HEAD,
    timeout_sec: float | None = TIMEOUT_SEC,
    on_error: OnError | None = None,
    **recall: Any,
) -> Instructions:
    """Return instructions for `Agent(instructions=…)`, with what is known about the latest message of the user.

    Args:
        brain: one brain, or the brain of a run: `lambda run: client.brain(run.context.user)`.
        instructions: what the agent is told beside it.
        speaker: the name of the user, or of the user of a run; "I" in a question means them.
        head: the line above what was recalled.
        timeout_sec: seconds until the run goes on without the memory; None = no limit.
        on_error: receives what fails, and "recall"; default: a warning in the log. The run goes on.
        recall: options of `recall`: `k`, `token_budget`, `min_relevance`, …
    """
    bridges, guard = Bridges(brain), Guard(on_error, timeout_sec)

    async def recalled(run: RunContextWrapper[Any], agent: Agent[Any]) -> str:
        question = question_of(run.turn_input)
        if question is None:
            return instructions
        work = partial(recall_context, question, asked_by(value_for(speaker, run), recall))
        context = await guard.run(bridges.of(run), "recall", work, "")
        return "\n\n".join(part for part in (instructions, framed(head, context)) if part)

    return recalled
