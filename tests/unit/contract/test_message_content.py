"""Messages as chat-completions APIs send them: content in parts, and tool calls."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from graphmem_contract.records import Message, text_of_parts


def test_the_texts_of_the_parts_are_the_content() -> None:
    parts = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "x"}},
        {"type": "input_text", "text": "a cat"},
    ]
    assert Message.model_validate({"content": parts}).content == "Look:\n[image_url]\na cat"
    assert text_of_parts("plain") == "plain"
    assert Message.model_validate({"content": []}).content == ""


def test_an_assistant_that_calls_a_tool_need_not_say_anything() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    said = Message.model_validate({"role": "assistant", "content": None, "tool_calls": [call]})
    assert (said.content, said.tool_calls) == ("", (call,))
    assert Message.model_validate({"role": "assistant", "tool_calls": [call]}).content == ""
    answer = Message.model_validate({"role": "tool", "content": "[]", "tool_call_id": "c1"})
    assert answer.tool_call_id == "c1"
    assert Message.model_validate(said.model_dump(mode="json")) == said


@pytest.mark.parametrize(
    "wrong", [{}, {"content": 7}, {"content": [7]}, {"content": [{"text": "x"}]}, {"content": [{"type": "text"}]}]
)
def test_anything_else_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Message.model_validate(wrong)
