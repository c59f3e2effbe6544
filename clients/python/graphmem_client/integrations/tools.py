"""What a model may do with a brain by a tool: `recall_as_text` and `remember_text`, with the descriptions that models read."""

from __future__ import annotations

from typing import Any

from graphmem_client.protocol import BrainLike

RECALL = "Search the long-term memory: facts and earlier messages, with their dates. Ask in one plain sentence."
REMEMBER = "Keep something in the long-term memory. Write whole sentences, with the names of who and what is meant."
QUESTION = "What to search for, as a sentence: Where does Ana work?"
TEXT = "What to keep, as sentences: Ana works at Globex since May 2024."
NOTHING = "Nothing is known about this."
KEPT = "Kept."


async def recall_as_text(question: str, options: dict[str, Any], brain: BrainLike) -> str:
    """Return what is known about a question, for a model."""
    if not question.strip():
        return NOTHING
    return (await brain.recall(question, **options)).context or NOTHING


async def remember_text(text: str, options: dict[str, Any], brain: BrainLike) -> str:
    """Remember a text, and return what a model is told."""
    if text.strip():
        await brain.remember(text, **options)
    return KEPT
