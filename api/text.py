"""JSON from outside: parsed, and looked through for what the graph cannot keep."""

from __future__ import annotations

import json
from typing import Any

from graphmem.contract import validation as text
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
        InvalidInput: something in it cannot be kept; names the field.
    """
    text.check(value, name, deepest=DEEPEST, whole="body")
