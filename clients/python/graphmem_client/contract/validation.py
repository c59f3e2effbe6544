"""Checks of arguments."""

# Copied by clients/python/scripts/generate.py from
# graphmem/contract/validation.py

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from graphmem_client.contract.records import SuppliedFact, Time
from graphmem_client.errors import InvalidInput

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
    """Check that the value is a member of a `Literal`.

    Raises:
        InvalidInput: it is not a member. The message lists the members.
    """
    choices = get_args(kind)
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


_TEXTS = {"tuple_type": "Input should be a list", "extra_forbidden": "There is no such field here"}


def error_text(error: Mapping[str, Any]) -> str:
    """Return the text of one of `ValidationError.errors()`. A tuple of Python is called a list, as in JSON."""
    if text := _TEXTS.get(error["type"]):
        return text
    message = str(error["msg"]).removeprefix("Value error, ")
    return message.replace("Tuple should", "List should").replace(" after validation", "")


def field_of(error: Mapping[str, Any]) -> str | None:
    """Return the path of the field, joined by dots; None = the whole value."""
    return ".".join(map(str, error["loc"])) or None


def invalid(error: ValidationError, *, named: bool = False) -> InvalidInput:
    """Return the first error that pydantic found as an `InvalidInput`.

    Args:
        named: start the detail with the field, for output that shows only the detail.
    """
    first = error.errors(include_url=False)[0]
    field, detail = field_of(first), error_text(first)
    return InvalidInput(f"{field}: {detail}" if named and field else detail, field=field)
