"""Find the JSON answer in the text of a model: in fences, in prose, after a chain of thought, repeated, or cut off.

What looks like JSON and cannot be read is no answer, and nothing inside it is one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import not_
from typing import Any, Final, Generic, TypeVar

from pydantic_core import from_json

from graphmem.models.openai.relaxed_json import relaxed

T = TypeVar("T")

LONGEST_ANSWER = 400_000
"""Characters of an answer that are read."""
_STARTS = 100
"""Positions at which a JSON value is tried."""
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A\s*```\w*|```\s*\Z")
_OPENING = re.compile(r"""\{\s*(?:["'“”„‘’`}]|\w+\s*:)|\[\s*\{""")
"""The beginning of a value, and not of a bracket in prose."""
_DECODER = json.JSONDecoder(strict=False)
UNREADABLE: Final = object()
"""Stands for what begins as JSON and cannot be read."""


class Unfit(ValueError):
    """The value does not have the requested shape. The text says why, and is sent to the model for repair."""


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """The shape of an answer: a name, a JSON schema, and a reader that raises `Unfit`.

    `says_nothing`: whether a read answer holds nothing.
    """

    name: str
    schema: Mapping[str, Any]
    read: Callable[[Any], T]
    says_nothing: Callable[[T], bool] = not_


def read_answer(text: str, shape: Shape[T]) -> T:
    """Return the last value in the text that fits the shape and says something; if none does, the last that fits.

    Raises:
        Unfit: The text has no JSON, or no value that fits; or it has JSON that cannot be read, and nothing is said after it.
    """
    problem = Unfit("there is no JSON in the answer")
    full: list[T] = []
    empty: list[T] = []
    unreadable = False
    text = _decoded(text)
    for value in json_values(text):
        if value is UNREADABLE:
            problem, unreadable = Unfit("the JSON of the answer cannot be read"), True
            full.clear()
        elif value == [] and not _is_whole(text):
            problem = Unfit("there is only an empty list beside the words of the answer")
        else:
            try:
                read = _read(value, shape)
            except Unfit as error:
                problem = problem if unreadable else error
            else:
                (empty if shape.says_nothing(read) else full).append(read)
    found = full or ([] if unreadable else empty)
    if not found:
        raise problem
    return found[-1]


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
    read = _read(value, shape)
    if shape.says_nothing(read):
        raise Unfit("there is nothing before the cut")
    return read


def json_values(text: str) -> Iterator[Any]:
    """Yield every outermost JSON object or array in the text, in order; UNREADABLE for one that cannot be read.

    Nothing is read behind one that has no end.
    """
    text = _bare(text)
    at: int | None = 0
    for _ in range(_STARTS):
        start = None if at is None else _next_start(text, at)
        if start is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            if not _OPENING.match(text, start):
                at = start + 1
                continue
            value, at = _repaired(text, start)
        yield value


def _repaired(text: str, start: int) -> tuple[Any, int | None]:
    """Return the value that begins there, written as it should be, and where it ends; UNREADABLE if that is not JSON either."""
    written, end = relaxed(text, start)
    try:
        return _DECODER.decode(written), end
    except (ValueError, RecursionError):
        return UNREADABLE, end


def _read(value: Any, shape: Shape[T]) -> T:
    """Read the value. If it does not fit and wraps a single value ({"answer": {...}}, [{...}]), read that one."""
    try:
        return shape.read(value)
    except Unfit as problem:
        if not isinstance(value, dict | list) or len(value) != 1:
            raise
        inner = next(iter(value.values())) if isinstance(value, dict) else value[0]
        inner = next(json_values(inner), None) if isinstance(inner, str) else inner
        try:
            return shape.read(inner)
        except Unfit:
            raise problem from None


def _decoded(text: str) -> str:
    """Return the text of an answer that was encoded twice: JSON as a JSON string, with or without its quotes."""
    bare = _bare(text)
    if bare.startswith(('"{', '"[', '"\\n', '{\\"', '[{\\"')):
        try:
            inner = _DECODER.decode(bare if bare.startswith('"') else f'"{bare}"')
        except ValueError:
            return text
        return inner if isinstance(inner, str) else text
    return text


def _is_whole(text: str) -> bool:
    """Whether the answer is nothing but a list."""
    bare = _bare(text)
    return bare.startswith("[") and bare.endswith("]")


def _bare(text: str) -> str:
    """Return the answer without thoughts, fences and blanks around it."""
    return _FENCE.sub("", _without_thoughts(text)[:LONGEST_ANSWER]).strip()


def _without_thoughts(text: str) -> str:
    return _THOUGHT.sub("", text)


def _next_start(text: str, at: int) -> int | None:
    starts = [start for start in (text.find("{", at), text.find("[", at)) if start >= 0]
    return min(starts, default=None)
