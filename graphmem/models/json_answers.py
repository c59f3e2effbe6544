"""Find the JSON answer in the text of a model: in fences, in prose, after a chain of thought, repeated, or cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic_core import from_json

T = TypeVar("T")

LONGEST_ANSWER = 400_000
"""Characters of an answer that are read."""
_STARTS = 100
"""Positions at which a JSON value is tried."""
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_DECODER = json.JSONDecoder()


class Unfit(ValueError):
    """The value does not have the requested shape. The text says why, and is sent to the model for repair."""


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """The shape of an answer: a name, a JSON schema, and a reader that raises `Unfit`."""

    name: str
    schema: Mapping[str, Any]
    read: Callable[[Any], T]


def read_answer(text: str, shape: Shape[T]) -> T:
    """Return the last value in the text that fits the shape.

    Raises:
        Unfit: The text has no JSON, or no value that fits.
    """
    problem = Unfit("there is no JSON in the answer")
    answers: list[T] = []
    for value in json_values(text):
        try:
            answers.append(_read(value, shape))
        except Unfit as error:
            problem = error
    if not answers:
        raise problem
    return answers[-1]


def is_too_long(text: str) -> bool:
    """Whether an answer goes on beyond what is read of it."""
    return len(_without_thoughts(text)) > LONGEST_ANSWER


def read_cut_answer(text: str, shape: Shape[T]) -> T:
    """Return the complete part of an answer that was cut off.

    Raises:
        Unfit: There is nothing usable before the cut.
    """
    _, brace, rest = _without_thoughts(text)[:LONGEST_ANSWER].partition("{")
    try:
        value = from_json((brace + rest).encode("utf-8", "replace"), allow_partial=True)
    except ValueError:
        value = None
    return _read(value, shape)


def json_values(text: str) -> Iterator[Any]:
    """Yield every outermost JSON object or array in the text, in order."""
    text = _without_thoughts(text)[:LONGEST_ANSWER]
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
    """Read the value. If it does not fit and wraps a single value ({"answer": {...}}), read that one."""
    try:
        return shape.read(value)
    except Unfit:
        if isinstance(value, dict) and len(value) == 1:
            return shape.read(next(iter(value.values())))
        raise


def _without_thoughts(text: str) -> str:
    return _THOUGHT.sub("", text)


def _next_start(text: str, at: int) -> int | None:
    starts = [start for start in (text.find("{", at), text.find("[", at)) if start >= 0]
    return min(starts, default=None)
