"""Convert properties of the graph to JSON and back, exactly: times to the nanosecond, vectors to the bit."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Sequence
from datetime import UTC
from typing import Any

import numpy as np
from neo4j.time import DateTime
from neo4j.vector import Vector as BoltVector

from graphmem_contract.errors import DatabaseError, InvalidInput

_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z", re.ASCII)
_LARGEST = 2**63


def to_json(value: Any) -> Any:
    """Return a property as in an export. A time is `{"t": "2026-03-01T00:00:00Z"}`.

    Raises:
        DatabaseError: the property has a type that graphmem never writes.
    """
    if isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, DateTime):
        return {"t": _utc_text(value)}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    raise DatabaseError(f"A property of type {type(value).__name__} cannot be exported.")


def _utc_text(moment: DateTime) -> str:
    """Return a time as text in UTC, as all times of the graph (docs/time.md). The driver's own formatting is too slow."""
    if moment.utcoffset():
        moment = moment.as_timezone(UTC)
    (year, month, day), (hour, minute, second, nanos) = moment.year_month_day, moment.hour_minute_second_nanosecond
    part = f".{nanos:09}".rstrip("0") if nanos else ""
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{part}Z"


def vector_to_json(numbers: Sequence[float]) -> Any:
    """Return a vector as `{"v": base64 of float32}`, or as a list of numbers where float32 would change a value."""
    exact = np.asarray(numbers, dtype=np.float64)
    short = exact.astype("<f4")
    if not np.array_equal(short.astype(np.float64), exact):
        return list(numbers)
    return {"v": base64.b64encode(short.tobytes()).decode("ascii")}


def from_json(value: Any) -> Any:
    """Return a property of an export in the form of the driver.

    Raises:
        InvalidInput: an export has no such value.
    """
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool) or (isinstance(value, int) and -_LARGEST <= value < _LARGEST):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, dict) and set(value) == {"t"}:
        return _moment(value["t"])
    if isinstance(value, list) and not any(isinstance(item, list) for item in value):
        return [from_json(item) for item in value]
    raise InvalidInput(f"{str(value)[:60]!r} is no property of the graph")


def _text(value: str) -> str:
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise InvalidInput("a text has an unpaired surrogate")
    return value


def _moment(text: Any) -> DateTime:
    found = _TIME.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise InvalidInput(f"{str(text)[:40]!r} is no time in UTC")
    try:
        # An offset, not a named zone: Neo4j orders equal instants by zone.
        year, month, day, hour, minute, second = map(int, found.groups()[:6])
        return DateTime(year, month, day, hour, minute, second, int((found[7] or "").ljust(9, "0")), tzinfo=UTC)
    except ValueError as error:
        raise InvalidInput(f"{text!r} is no time: {error}") from None


def vector_from_json(value: Any) -> list[float]:
    """Return the numbers of a vector of an export.

    Raises:
        InvalidInput: the value is no vector.
    """
    if isinstance(value, list) and all(_is_finite(number) for number in value):
        return [float(number) for number in value]
    if not (isinstance(value, dict) and set(value) == {"v"} and isinstance(value["v"], str)):
        raise InvalidInput(f"{str(value)[:40]!r} is no vector")
    try:
        found = np.frombuffer(base64.b64decode(value["v"], validate=True), dtype="<f4")
    except (binascii.Error, ValueError):
        raise InvalidInput("a vector is not base64 of float32") from None
    if not np.isfinite(found).all():
        raise InvalidInput("a vector has a number that is not finite")
    return found.astype(np.float64).tolist()  # type: ignore[no-any-return]


def _is_finite(number: Any) -> bool:
    try:
        return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)
    except OverflowError:  # a whole number beyond all floats
        return False


def parameter(numbers: Sequence[float] | None) -> Any:
    """Return a vector as a Bolt vector of float32, or as a list where float32 would change a value. None stays None."""
    if numbers is None:
        return None
    short = np.asarray(numbers, dtype=np.float32)
    return BoltVector(short) if np.array_equal(short.astype(np.float64), numbers) else list(numbers)


def later(moment: Any, limit: Any) -> bool:
    """Whether a time is later than a limit. False where one of them is no time."""
    return isinstance(moment, DateTime) and isinstance(limit, DateTime) and moment > limit
