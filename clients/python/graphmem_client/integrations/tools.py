"""What a model may do with a brain by a tool: `recall_as_text` and `remember_text`, with the descriptions that models read."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from graphmem_client.integrations.calls import recall_context, remember
from graphmem_client.integrations.errors import is_of_memory
from graphmem_client.integrations.guard import During, log_error
from graphmem_client.protocol import BrainLike

RECALL = "Search the long-term memory: facts and earlier messages, with their dates. Ask in one plain sentence."
REMEMBER = "Keep something in the long-term memory. Write whole sentences, with the names of who and what is meant."
QUESTION = "What to search for, as a sentence: Where does Ana work?"
TEXT = "What to keep, as sentences: Ana works at Globex since May 2024."
NOTHING = "Nothing is known about this."
KEPT = "Kept."
FAILED = "The memory failed: "


async def recall_as_text(question: str, options: dict[str, Any], brain: BrainLike) -> str:
    """Return what is known about a question, for a model. If the memory fails, the model is told so."""
    return await _told("recall", recall_context(question, options, brain)) or NOTHING


async def remember_text(text: str, options: dict[str, Any], brain: BrainLike) -> str:
    """Remember a text, and return what a model is told."""
    if not text.strip():
        return KEPT
    return await _told("remember", _keep(text, options, brain))


async def _keep(text: str, options: dict[str, Any], brain: BrainLike) -> str:
    await remember({"content": text, **options}, brain)
    return KEPT


async def _told(during: During, call: Awaitable[str]) -> str:
    """Return the result of a call, or that it failed."""
    try:
        return await call
    except Exception as error:
        if not is_of_memory(error):
            raise
        log_error(error, during)
        return f"{FAILED}{error}"
