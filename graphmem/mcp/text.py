"""Texts that the graph cannot keep are refused before anything is done with them."""

from __future__ import annotations

from typing import Any

from graphmem.errors import InvalidInput

DEEPEST = 32


def check(value: Any, field: str = "", depth: int = 0) -> None:
    """Looks through the arguments of a call.

    Raises:
        InvalidInput: a NUL character, half a surrogate pair, or nested too deep; names the argument.
    """
    if depth > DEEPEST:
        raise InvalidInput(f"{field}: nested deeper than {DEEPEST} levels", field=field)
    if isinstance(value, str):
        _check_text(value, field)
    elif isinstance(value, dict):
        for key, one in value.items():
            _check_text(str(key), field or "arguments")
            check(one, f"{field}.{key}" if field else str(key), depth + 1)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            check(one, f"{field}.{number}", depth + 1)


def _check_text(text: str, field: str) -> None:
    if "\0" in text:
        raise InvalidInput(f"{field}: the text contains a NUL character", field=field)
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        raise InvalidInput(f"{field}: the text has half a surrogate pair", field=field)
