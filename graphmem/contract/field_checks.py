"""Checks of single fields: JSON values, wordings, and the content of a message, which is a text or a list of parts."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema


def as_json(value: dict[str, Any]) -> dict[str, Any]:
    """Return the value if it can be stored as JSON.

    Raises:
        ValueError: it has parts that JSON does not have.
    """
    try:
        json.dumps(value, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(
            "it must be what JSON has: texts, finite numbers, true, false, null, lists and objects"
        ) from None
    return value


def not_blank(text: str) -> str:
    """Return the text if it has more than spaces.

    Raises:
        ValueError: it is blank.
    """
    if not text.strip():
        raise ValueError("it must not be blank")
    return text


MOST_PARTS = 1000
_TEXT_PARTS = ("text", "input_text", "output_text")


def text_of_parts(value: Any) -> Any:
    """Return content that comes in parts as one text: text parts joined by lines, any other part as its type in brackets."""
    if not isinstance(value, list | tuple):
        return "" if value is None else value
    if len(value) > MOST_PARTS:
        raise ValueError(f"content has {len(value)} parts; at most {MOST_PARTS} are taken")
    return "\n".join(_text_of_part(part) for part in value)


def _text_of_part(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        raise ValueError('a part of the content must be an object with a type, such as {"type": "text", "text": "…"}')
    if kind not in _TEXT_PARTS:
        return f"[{kind}]"
    if not isinstance(part.get("text"), str):
        raise ValueError(f"a part of type {kind} must have a text")
    return str(part["text"])


_PART = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}, "text": {"type": "string"}}}
Content = Annotated[
    str,
    BeforeValidator(text_of_parts),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": _PART, "maxItems": MOST_PARTS}, {"type": "null"}]}
    ),
]
