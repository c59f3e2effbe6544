"""The calls that led to a failure travel with it, so that a failed episode's trace shows prompt and answer."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.claims import Call
from graphmem.errors import ModelError


def with_calls(error: ModelError, calls: Iterable[Call]) -> ModelError:
    """The same error, carrying the calls made until it happened."""
    vars(error)["calls"] = tuple(calls)
    return error


def calls_of(error: BaseException) -> tuple[Call, ...]:
    """The calls that an error carries; none if it carries none."""
    return tuple(vars(error).get("calls", ()))
