"""Checks of what callers give: times, choices, names, text; and the errors that say what to do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from graphmem.contract.records import SuppliedFact, Time
from graphmem.errors import InvalidInput

Moment = datetime | str | None
_TIME: TypeAdapter[datetime | None] = TypeAdapter(Time | None)


def moment(value: Moment, field: str = "time") -> datetime | None:
    """RFC 3339 text, a bare date or a datetime as aware UTC.

    Raises:
        InvalidInput: it is none of these.
    """
    try:
        return _TIME.validate_python(value)
    except ValidationError:
        raise InvalidInput(
            f"{value!r} is not a time; write RFC 3339, for example 2025-12-01T00:00:00Z.", field=field
        ) from None


def check_choice(value: Any, kind: Any, field: str) -> None:
    """Nothing, if the value is one of a `Literal`.

    Raises:
        InvalidInput: it is none of them; it tells them.
    """
    choices = get_args(kind)
    if value not in choices:
        raise InvalidInput(f"{value!r} is not one of {', '.join(map(repr, choices))}.", field=field)


def check_brain(name: str) -> str:
    """The name, if it is one.

    Raises:
        InvalidInput: a brain's name is 1 to 128 letters, digits and `. _ ~ @ -`.
    """
    allowed = isinstance(name, str) and all(c.isascii() and (c.isalnum() or c in "._~@-") for c in name)
    if not allowed or not 1 <= len(name) <= 128 or name in (".", ".."):  # which no address can hold
        raise InvalidInput(
            "A brain's name has 1 to 128 letters, digits and . _ ~ @ -, and is not . or ..", field="brain"
        )
    return name


def supplied_fact(fields: Mapping[str, Any]) -> SuppliedFact:
    """A fact from loose fields.

    Raises:
        InvalidInput: names the field and what is wrong.
    """
    try:
        return SuppliedFact.model_validate(fields)
    except ValidationError as error:
        raise invalid(error) from None


_WORDS = {"tuple_type": "Input should be a list", "extra_forbidden": "There is no such field here"}


def error_text(error: Mapping[str, Any]) -> str:
    """One of `ValidationError.errors()` in words: what Python calls a tuple is a list to whoever sends it."""
    if words := _WORDS.get(error["type"]):
        return words
    said = str(error["msg"]).removeprefix("Value error, ")
    return said.replace("Tuple should", "List should").replace(" after validation", "")


def field_of(error: Mapping[str, Any]) -> str | None:
    """Where it was found, with dots between; None = in the whole."""
    return ".".join(map(str, error["loc"])) or None


def invalid(error: ValidationError, *, named: bool = False) -> InvalidInput:
    """The first thing that pydantic found.

    Args:
        named: the detail begins with the field, for those who see nothing but the detail.
    """
    first = error.errors(include_url=False)[0]
    field, detail = field_of(first), error_text(first)
    return InvalidInput(f"{field}: {detail}" if named and field else detail, field=field)


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
