"""The context for a prompt: as a resource that a client can attach, and as a prompt that a person can choose."""

from __future__ import annotations

import re
from urllib.parse import unquote

from mcp import MCPError
from mcp_types import (
    INVALID_PARAMS,
    GetPromptResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    Resource,
    ResourceTemplate,
    TextContent,
)

from graphmem.brain import Brain

URI = "graphmem://context"
TEMPLATE = "graphmem://brains/{brain}/context"
PROMPT = "memory"
NOTHING = "Nothing is known yet."
_OF_A_BRAIN = re.compile(r"graphmem://brains/([^/]+)/context")


def resources(bound: str | None) -> list[Resource]:
    """Return the resources of a server that is bound to a brain; else an empty list."""
    if bound is None:
        return []
    about = "The most important facts, as text for a prompt"
    return [Resource(uri=URI, name="context", title="Memory", description=about, mime_type="text/plain")]


def templates(bound: str | None) -> list[ResourceTemplate]:
    """Return the resource templates of a server without a bound brain; else an empty list."""
    if bound is not None:
        return []
    about = "The most important facts of a brain, as text for a prompt"
    return [
        ResourceTemplate(
            uri_template=TEMPLATE, name="context", title="Memory", description=about, mime_type="text/plain"
        )
    ]


def brain_of(uri: str, bound: str | None) -> str:
    """Return the brain that a resource address refers to.

    Raises:
        MCPError: there is no such resource.
    """
    if bound is not None and uri == URI:
        return bound
    if bound is None and (found := _OF_A_BRAIN.fullmatch(uri)):
        return unquote(found[1])
    raise MCPError(INVALID_PARAMS, f"There is no resource {uri!r} here.")


def prompts(bound: str | None) -> list[Prompt]:
    """Return the prompts: only `memory`."""
    arguments = [PromptArgument(name="question", description="The question; without it, the most important facts")]
    if bound is None:
        arguments.insert(0, PromptArgument(name="brain", description="Name of the brain", required=True))
    about = "What is known about a question, as context for the conversation"
    return [Prompt(name=PROMPT, title="Memory", description=about, arguments=arguments)]


async def block(brain: Brain, question: str | None = None) -> str:
    """Return the context that recall builds for a question."""
    return (await brain.recall(question)).context or NOTHING


async def prompt(brain: Brain, question: str | None) -> GetPromptResult:
    """Return the context as a message of the user."""
    text = TextContent(text=await block(brain, question))
    return GetPromptResult(description="What is known", messages=[PromptMessage(role="user", content=text)])
