"""Looking through what came from outside for text that the graph cannot keep."""

from __future__ import annotations

import math
from typing import Any

from graphmem.errors import InvalidInput


def check(value: Any, name: str = "", *, deepest: int, whole: str) -> None:
    """Looks through a value of JSON's types.

    Args:
        name: of the value itself; parts are named below it. `whole` stands for it where it has none.
        deepest: levels of nesting that are allowed.

    Raises:
        InvalidInput: NUL, half a surrogate pair, a number that is none, too deep a nesting; names the field.
    """
    todo: list[tuple[Any, str, int]] = [(value, name, 0)]
    while todo:
        one, field, depth = todo.pop()
        reason = f"nested deeper than {deepest} levels" if depth > deepest else _fault(one)
        if reason:
            raise InvalidInput(f"{printable(field)}: {reason}", field=printable(field) or whole)
        todo.extend((part, f"{field}.{key}" if field else str(key), depth + 1) for key, part in _parts(one))


def _fault(value: Any) -> str | None:
    if isinstance(value, str):
        return _fault_of_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN and Infinity are no JSON numbers"
    if isinstance(value, dict):
        return next((fault for key in value if (fault := _fault_of_text(str(key)))), None)
    return None


def _fault_of_text(text: str) -> str | None:
    if "\0" in text:
        return "the text contains a NUL character"
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        return "the text is no valid Unicode: it has half a surrogate pair"
    return None


def _parts(value: Any) -> Any:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def printable(text: str) -> str:
    """The text with what cannot be sent replaced, for messages."""
    return text.encode("utf8", "replace").decode("utf8").replace("\0", "\ufffd")
