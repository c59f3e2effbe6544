"""JSON from callers: parsed, and checked for values that cannot be stored."""

from __future__ import annotations

import json
import re
from typing import Any

from graphmem_contract import validation as text
from graphmem_contract.errors import CallerError, InvalidInput, TooLarge

DEEPEST = 64
"""Maximum nesting."""
MOST_VALUES = 100_000
"""Maximum number of values in a text: items of lists and fields of objects. Each of them is looked at while others wait."""
_SIGNS = (b",", b"[", b"{")
"""One of these signs stands before each value."""
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A text, also one that has no end."""


def parsed(data: bytes | str) -> Any:
    """Parse and check a JSON text.

    Raises:
        CallerError: the text is not JSON.
        InvalidInput: a value in it cannot be stored.
        TooLarge: it has too many values.
    """
    check_number(data)
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


def check_number(data: bytes | str) -> None:
    """Check the number of values, before they are made.

    Raises:
        TooLarge: there are too many.
    """
    raw = data.encode("utf8", "surrogatepass") if isinstance(data, str) else data
    if _signs(raw) <= MOST_VALUES:
        return
    most_texts = 2 * MOST_VALUES  # a field has two: its name and its value
    rest, texts = _TEXT.subn(b"", raw, most_texts + 1)
    if texts > most_texts or _signs(rest) > MOST_VALUES:
        raise TooLarge(f"The body has more than {MOST_VALUES:,} values; send it in parts.", field="body")


def _signs(data: bytes) -> int:
    return sum(map(data.count, _SIGNS))


def check(value: Any, name: str = "") -> None:
    """Check a value from a caller.

    Raises:
        InvalidInput: the value cannot be stored; `field` names the place.
    """
    text.check(value, name, deepest=DEEPEST, whole="body")
