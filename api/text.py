"""JSON from callers: parsed, and checked for values that cannot be stored."""

from __future__ import annotations

import json
from typing import Any

from graphmem.contract import validation as text
from graphmem.errors import CallerError, InvalidInput

DEEPEST = 64
"""Maximum nesting."""


def parsed(data: bytes | str) -> Any:
    """Parse and check a JSON text.

    Raises:
        CallerError: the text is not JSON.
        InvalidInput: a value in it cannot be stored.
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
    """Check a value from a caller.

    Raises:
        InvalidInput: the value cannot be stored; `field` names the place.
    """
    text.check(value, name, deepest=DEEPEST, whole="body")
