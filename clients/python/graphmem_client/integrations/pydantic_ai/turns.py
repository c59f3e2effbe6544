"""Messages of pydantic-ai as turns of a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from pydantic_ai import BinaryContent, DeferredToolRequests
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_core import to_json

NO_ANSWERS = (type(None), DeferredToolRequests, BinaryContent)
"""Outputs of a run that tell nothing: none, calls of tools that wait, a picture."""


def text_of(content: Any) -> str:
    """Return the text of what the user says: a text, or the texts among pictures and files."""
    if isinstance(content, str):
        return content
    texts = (part if isinstance(part, str) else getattr(part, "content", "") for part in content or ())
    return "\n".join(text for text in texts if isinstance(text, str) and text)


def turns_of(messages: Sequence[ModelMessage], speaker: str | None) -> list[dict[str, Any]]:
    """Return what the user and the model say, as turns of `remember`.

    Args:
        speaker: the name of the user.
    """
    turns = (turn for message in messages for turn in _turns_of(message, speaker))
    return [turn for turn in turns if turn["content"].strip()]


def turns_of_run(result: Any, speaker: str | None) -> list[dict[str, Any]]:
    """Return the turns of a run, with the message before that nothing answers yet; [] if the run has no answer."""
    new = result.new_messages()
    before = _open_turns(result.all_messages()[: -len(new) or None], speaker)
    turns = [*before, *turns_of(new, speaker), *_output_turns(new, result.output)]
    return turns if any(turn["role"] == "assistant" for turn in turns) else []


def question_of(prompt: Any, messages: Sequence[ModelMessage]) -> str | None:
    """Return the text of the prompt of a run; of a run that has none, the latest message of the user. None if it has no text."""
    latest = _prompts(messages)[-1:] if prompt is None else [prompt]
    text = text_of(latest[0]) if latest else ""
    return text if text.strip() else None


def _prompts(messages: Sequence[ModelMessage]) -> list[Any]:
    """Return what the user says in messages, with or without a text."""
    return [part.content for message in messages for part in message.parts if isinstance(part, UserPromptPart)]


def _open_turns(history: Sequence[ModelMessage], speaker: str | None) -> list[dict[str, Any]]:
    """Return the latest message of the user, if the model does not answer it: it ends the history, or calls of tools wait."""
    if not history or not (isinstance(history[-1], ModelResponse) or _prompts(history[-1:])):
        return []
    said = (message for message in reversed(history) if _prompts([message]) or turns_of([message], None))
    return [turn for message in islice(said, 1) for turn in turns_of([message], speaker) if turn["role"] == "user"]


def _output_turns(messages: Sequence[ModelMessage], output: Any) -> list[dict[str, Any]]:
    """Return the output of a run as the answer, if the model does not end with a text: it called an output tool."""
    is_text = isinstance(messages[-1], ModelResponse) and turns_of(messages[-1:], None) if messages else False
    text = "" if is_text or isinstance(output, NO_ANSWERS) else _as_text(output)
    return [{"content": text, "role": "assistant", "name": None}] if text.strip() else []


def _as_text(output: Any) -> str:
    try:
        return output if isinstance(output, str) else to_json(output, fallback=str).decode()
    except ValueError:  # it has no JSON
        return str(output)


def _turns_of(message: ModelMessage, speaker: str | None) -> Iterator[dict[str, Any]]:
    for part in message.parts:
        if isinstance(message, ModelRequest) and isinstance(part, UserPromptPart):
            yield {"content": text_of(part.content), "role": "user", "name": speaker}
        elif isinstance(part, TextPart):
            yield {"content": part.content, "role": "assistant", "name": None}
