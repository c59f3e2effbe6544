"""The memory block for a prompt: as a resource that a client may attach, and as a prompt that a person may choose."""

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
    """What there is to attach, where the server is bound to a brain."""
    if bound is None:
        return []
    about = "What matters most of what is known, as text for a prompt"
    return [Resource(uri=URI, name="context", title="Memory", description=about, mime_type="text/plain")]


def templates(bound: str | None) -> list[ResourceTemplate]:
    """The same for any brain, where the server is bound to none."""
    if bound is not None:
        return []
    about = "What matters most of what a brain knows, as text for a prompt"
    return [
        ResourceTemplate(
            uri_template=TEMPLATE, name="context", title="Memory", description=about, mime_type="text/plain"
        )
    ]


def brain_of(uri: str, bound: str | None) -> str:
    """Whose context an address means.

    Raises:
        MCPError: it is no address here.
    """
    if bound is not None and uri == URI:
        return bound
    if bound is None and (found := _OF_A_BRAIN.fullmatch(uri)):
        return unquote(found[1])
    raise MCPError(INVALID_PARAMS, f"There is no resource {uri!r} here.")


def prompts(bound: str | None) -> list[Prompt]:
    """The prompt `memory`."""
    arguments = [PromptArgument(name="question", description="What it should be about; without it what matters most")]
    if bound is None:
        arguments.insert(0, PromptArgument(name="brain", description="Which memory", required=True))
    about = "What is known about a question, put before the conversation"
    return [Prompt(name=PROMPT, title="Memory", description=about, arguments=arguments)]


async def block(brain: Brain, question: str | None = None) -> str:
    """The context that recall makes of what it finds."""
    return (await brain.recall(question)).context or NOTHING


async def prompt(brain: Brain, question: str | None) -> GetPromptResult:
    """The block as the user's message."""
    text = TextContent(text=await block(brain, question))
    return GetPromptResult(description="What is known", messages=[PromptMessage(role="user", content=text)])
