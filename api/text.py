"""Looking through a JSON value for what the graph cannot keep."""

from __future__ import annotations

import json
import math
from typing import Any

from graphmem.errors import CallerError, InvalidInput

DEEPEST = 64
"""Levels of nesting; nothing that is meant needs more."""


def parsed(data: bytes | str) -> Any:
    """A JSON text as a value, looked through.

    Raises:
        CallerError: it is no JSON.
        InvalidInput: something in it cannot be kept.
    """
    try:
        value = json.loads(data)
    except json.JSONDecodeError as error:
        raise CallerError(f"This is no JSON: {error.msg} at character {error.pos}.") from None
    except UnicodeDecodeError:
        raise CallerError("This is no JSON: it is not encoded as UTF-8.") from None
    except RecursionError:
        raise InvalidInput(f"The body is nested deeper than {DEEPEST} levels.", field="body") from None
    except ValueError:
        raise InvalidInput("A number in the body has too many digits.", field="body") from None
    check(value)
    return value


def check(value: Any, name: str = "") -> None:
    """Looks through a value that came from outside.

    Raises:
        InvalidInput: NUL, half a surrogate pair, a number that is none, too deep a nesting; names the field.
    """
    todo: list[tuple[Any, str, int]] = [(value, name, 0)]
    while todo:
        one, field, depth = todo.pop()
        reason = _fault(one, depth)
        if reason:
            raise InvalidInput(f"{printable(field)}: {reason}", field=printable(field) or "body")
        todo.extend((part, f"{field}.{key}" if field else str(key), depth + 1) for key, part in _parts(one))


def _fault(value: Any, depth: int) -> str | None:
    if depth > DEEPEST:
        return f"nested deeper than {DEEPEST} levels"
    if isinstance(value, str):
        return _fault_of_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN and Infinity are no JSON numbers"
    if isinstance(value, dict):
        return next((fault for key in value if (fault := _fault_of_text(key))), None)
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
