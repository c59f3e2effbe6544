"""Find the answer in what a model wrote: JSON in fences, in prose, after a chain of thought, twice, or cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic_core import from_json

T = TypeVar("T")

LONGEST_ANSWER = 400_000
_STARTS = 100
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_DECODER = json.JSONDecoder()


class Unfit(ValueError):
    """The value is JSON, but not the answer that was asked for; the text says why, for the repair attempt."""


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """What an answer must look like: a name, a JSON schema, and a reader that raises `Unfit`."""

    name: str
    schema: Mapping[str, Any]
    read: Callable[[Any], T]


def read_answer(text: str, shape: Shape[T]) -> T:
    """The last value in the text that fits the shape.

    Raises:
        Unfit: there is no JSON in it, or none that fits.
    """
    problem = Unfit("there is no JSON in the answer")
    found: list[T] = []
    for value in json_values(text):
        try:
            found.append(_read(value, shape))
        except Unfit as error:
            problem = error
    if not found:
        raise problem
    return found[-1]


def read_cut_answer(text: str, shape: Shape[T]) -> T:
    """What is complete in an answer that was cut off in the middle.

    Raises:
        Unfit: nothing usable stands before the cut.
    """
    _, brace, rest = _thoughtless(text)[:LONGEST_ANSWER].partition("{")
    try:
        value = from_json((brace + rest).encode("utf-8", "replace"), allow_partial=True)
    except ValueError:
        value = None
    return _read(value, shape)


def json_values(text: str) -> Iterator[Any]:
    """Every outermost JSON object or array in the text, in order."""
    text = _thoughtless(text)[:LONGEST_ANSWER]
    at = 0
    for _ in range(_STARTS):
        start = _next_start(text, at)
        if start is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = start + 1
        else:
            yield value


def _read(value: Any, shape: Shape[T]) -> T:
    """Read the value, or the one value that it wraps ({"answer": {...}})."""
    try:
        return shape.read(value)
    except Unfit:
        if isinstance(value, dict) and len(value) == 1:
            return shape.read(next(iter(value.values())))
        raise


def _thoughtless(text: str) -> str:
    return _THOUGHT.sub("", text)


def _next_start(text: str, at: int) -> int | None:
    starts = [found for found in (text.find("{", at), text.find("[", at)) if found >= 0]
    return min(starts, default=None)
