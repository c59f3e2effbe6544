"""What callers pass to a brain from Python, checked: times, names of brains, words of a list, facts as loose fields."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from graphmem.errors import InvalidInput
from graphmem.mistakes import mistake
from graphmem.records import SuppliedFact, Time

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
        raise mistake(error) from None
