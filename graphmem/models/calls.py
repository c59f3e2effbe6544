"""Attach model calls to an error, so that the trace of a failed episode shows prompts and answers."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.claims import Call
from graphmem.errors import ModelError


def with_calls(error: ModelError, calls: Iterable[Call]) -> ModelError:
    """Attach the calls made before the error, and return the same error."""
    vars(error)["calls"] = tuple(calls)
    return error


def calls_of(error: BaseException) -> tuple[Call, ...]:
    """Return the calls attached to an error; an empty tuple if there are none."""
    return tuple(vars(error).get("calls", ()))
