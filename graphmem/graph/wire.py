"""Properties of the graph as JSON and back, exactly: times to the nanosecond, vectors to the bit."""

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

from graphmem.errors import DatabaseError, InvalidInput

VECTORS = ("embedding", "contextEmbedding")
"""The properties that hold vectors."""
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z", re.ASCII)
_LARGEST = 2**63


def to_json(value: Any) -> Any:
    """A property as it stands in an export: a time is `{"t": "2026-03-01T00:00:00Z"}`, a vector `{"v": base64 of float32}`.

    Raises:
        DatabaseError: the graph holds something that graphmem never writes.
    """
    if isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, DateTime):
        return {"t": _told(value)}
    if isinstance(value, list):
        return [to_json(one) for one in value]
    raise DatabaseError(f"A property of type {type(value).__name__} cannot be exported.")


def _told(moment: DateTime) -> str:
    """All times of the graph are UTC (docs/time.md). Written by hand: the driver's own way takes most of an export's time."""
    if moment.utcoffset():
        moment = moment.as_timezone(UTC)
    (year, month, day), (hour, minute, second, nanos) = moment.year_month_day, moment.hour_minute_second_nanosecond
    part = f".{nanos:09}".rstrip("0") if nanos else ""
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{part}Z"


def vector_to_json(numbers: Sequence[float]) -> Any:
    """A vector: its bytes as float32, which is how embedders make it, or plain numbers where that would change it."""
    exact = np.asarray(numbers, dtype=np.float64)
    short = exact.astype("<f4")
    if not np.array_equal(short.astype(np.float64), exact):
        return list(numbers)
    return {"v": base64.b64encode(short.tobytes()).decode("ascii")}


def from_json(value: Any) -> Any:
    """The property again, as the driver takes it.

    Raises:
        InvalidInput: it is nothing that an export holds.
    """
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool) or (isinstance(value, int) and -_LARGEST <= value < _LARGEST):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, dict) and set(value) == {"t"}:
        return _moment(value["t"])
    if isinstance(value, list) and not any(isinstance(one, list) for one in value):
        return [from_json(one) for one in value]
    raise InvalidInput(f"{str(value)[:60]!r} is no property of the graph")


def _text(value: str) -> str:
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise InvalidInput("half a surrogate pair is no text")
    return value


def _moment(told: Any) -> DateTime:
    found = _TIME.fullmatch(told) if isinstance(told, str) else None
    if not found:
        raise InvalidInput(f"{str(told)[:40]!r} is no time in UTC")
    try:
        # A plain offset: Neo4j orders equal instants by their zone.
        year, month, day, hour, minute, second = map(int, found.groups()[:6])
        return DateTime(year, month, day, hour, minute, second, int((found[7] or "").ljust(9, "0")), tzinfo=UTC)
    except ValueError as error:
        raise InvalidInput(f"{told!r} is no time: {error}") from None


def vector_from_json(value: Any) -> list[float]:
    """The numbers of a vector.

    Raises:
        InvalidInput: it is none.
    """
    if isinstance(value, list) and all(isinstance(one, int | float) and math.isfinite(one) for one in value):
        return [float(one) for one in value]
    if not (isinstance(value, dict) and set(value) == {"v"} and isinstance(value["v"], str)):
        raise InvalidInput(f"{str(value)[:40]!r} is no vector")
    try:
        found = np.frombuffer(base64.b64decode(value["v"], validate=True), dtype="<f4")
    except (binascii.Error, ValueError):
        raise InvalidInput("a vector is not encoded as it should be") from None
    if not np.isfinite(found).all():
        raise InvalidInput("a vector has a number that is none")
    return found.astype(np.float64).tolist()  # type: ignore[no-any-return]


def parameter(numbers: Sequence[float] | None) -> Any:
    """A vector as the driver sends it fastest."""
    if numbers is None:
        return None
    short = np.asarray(numbers, dtype=np.float32)
    return BoltVector(short) if np.array_equal(short.astype(np.float64), numbers) else list(numbers)


def later(one: Any, other: Any) -> bool:
    """Whether a time of the graph comes after another."""
    return isinstance(one, DateTime) and isinstance(other, DateTime) and one > other
