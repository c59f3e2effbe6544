"""Attach model calls to an error, so that the trace of a failed episode shows prompts and answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from graphmem.claims import Call

E = TypeVar("E", bound=Exception)


def with_calls(error: E, calls: Iterable[Call]) -> E:
    """Attach the calls made before the error, and return the same error."""
    vars(error)["calls"] = tuple(calls)
    return error


@contextmanager
def after_calls(calls: Iterable[Call]) -> Iterator[None]:
    """Put calls that succeeded before in front of those attached to an error raised inside."""
    try:
        yield
    except Exception as error:
        with_calls(error, (*calls, *calls_of(error)))
        raise


def calls_of(error: BaseException) -> tuple[Call, ...]:
    """Return the calls attached to an error; an empty tuple if there are none."""
    return tuple(vars(error).get("calls", ()))
