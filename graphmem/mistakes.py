"""What a caller got wrong: what pydantic found, in words that say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from graphmem.errors import InvalidInput

_WORDS = {"tuple_type": "Input should be a list", "extra_forbidden": "There is no such field here"}


def told(error: Mapping[str, Any]) -> str:
    """One of `ValidationError.errors()` in words: what Python calls a tuple is a list to whoever sends it."""
    if words := _WORDS.get(error["type"]):
        return words
    said = str(error["msg"]).removeprefix("Value error, ")
    return said.replace("Tuple should", "List should").replace(" after validation", "")


def field_of(error: Mapping[str, Any]) -> str | None:
    """Where it was found, with dots between; None = in the whole."""
    return ".".join(map(str, error["loc"])) or None


def mistake(error: ValidationError, *, named: bool = False) -> InvalidInput:
    """The first thing that pydantic found.

    Args:
        named: the detail begins with the field, for those who see nothing but the detail.
    """
    first = error.errors(include_url=False)[0]
    field, detail = field_of(first), told(first)
    return InvalidInput(f"{field}: {detail}" if named and field else detail, field=field)
