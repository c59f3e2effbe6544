"""Validation of caller input: times, choices, brain names, JSON values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from graphmem_contract.errors import InvalidInput, invalid
from graphmem_contract.records import SuppliedFact, Time

Moment = datetime | str | None


_TIME: TypeAdapter[datetime | None] = TypeAdapter(Time | None)


def moment(value: Moment, field: str = "time") -> datetime | None:
    """Return RFC 3339 text, a bare date or a datetime as an aware UTC datetime; None stays None.

    Raises:
        InvalidInput: the value is none of these.
    """
    try:
        return _TIME.validate_python(value)
    except ValidationError:
        raise InvalidInput(
            f"{value!r} is not a time; write RFC 3339, for example 2025-12-01T00:00:00Z.", field=field
        ) from None


def check_choice(value: Any, kind: Any, field: str) -> None:
    """Check that the value is a member of a `Literal` or of an enumeration.

    Raises:
        InvalidInput: it is not a member. The message lists the members.
    """
    choices = get_args(kind) or tuple(map(str, kind))
    if value not in choices:
        raise InvalidInput(f"{value!r} is not one of {', '.join(map(repr, choices))}.", field=field)


def check_brain(name: str) -> str:
    """Return the name if it is a valid name of a brain: 1 to 128 ASCII letters, digits and `. _ ~ @ -`.

    Raises:
        InvalidInput: it is not valid, or it is "." or "..".
    """
    allowed = isinstance(name, str) and all(c.isascii() and (c.isalnum() or c in "._~@-") for c in name)
    if not allowed or not 1 <= len(name) <= 128 or name in (".", ".."):  # no URL path can hold . and ..
        raise InvalidInput(
            "A brain's name has 1 to 128 letters, digits and . _ ~ @ -, and is not . or ..", field="brain"
        )
    return name


def supplied_fact(fields: Mapping[str, Any]) -> SuppliedFact:
    """Return a supplied fact from a mapping of fields.

    Raises:
        InvalidInput: a field is not valid. The error names the field and the reason.
    """
    try:
        return SuppliedFact.model_validate(fields)
    except ValidationError as error:
        raise invalid(error) from None


def check(value: Any, name: str = "", *, deepest: int, whole: str) -> None:
    """Check a value made of JSON types.

    Args:
        name: name of the value; the names of its parts start with it.
        deepest: highest number of nesting levels allowed.
        whole: field of the error where the value itself has no name.

    Raises:
        InvalidInput: the value holds a NUL character, half a surrogate pair or a number that is not finite, or is
            nested too deeply. The error names the field.
    """
    todo: list[tuple[Any, _At, int]] = [(value, (None, name), 0)]
    while todo:
        part, at, depth = todo.pop()
        reason = f"nested deeper than {deepest} levels" if depth > deepest else _fault(part)
        if reason:
            field = printable(_path(at))
            raise InvalidInput(f"{field}: {reason}", field=field or whole)
        if isinstance(part, dict | list):
            todo.extend((child, (at, key), depth + 1) for key, child in _children(part))


_At = tuple[Any, Any]
"""The place of a value: the place of what it is in, and its name or number there."""


def _path(at: _At | None) -> str:
    """Return the names from the outside to the inside, joined by dots."""
    names: list[str] = []
    while at is not None:
        at, name = at
        names.append(str(name))
    return ".".join(names[::-1]).removeprefix(".")


def _fault(value: Any) -> str | None:
    if isinstance(value, str):
        return _fault_of_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN and Infinity are not JSON numbers"
    if isinstance(value, dict):
        return next((fault for key in value if (fault := _fault_of_text(str(key)))), None)
    return None


def _fault_of_text(text: str) -> str | None:
    if "\0" in text:
        return "the text contains a NUL character"
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        return "the text is not valid Unicode: it has half a surrogate pair"
    return None


def _children(value: Any) -> Any:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def printable(text: str) -> str:
    """Return the text with the characters that cannot be sent replaced, for messages."""
    return text.encode("utf8", "replace").decode("utf8").replace("\0", "\ufffd")
