"""Convert moments to parameters of reading statements, and to microseconds and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import overload
from zoneinfo import ZoneInfo

_NAMED_UTC = ZoneInfo("UTC")
FUTURE = datetime(9999, 12, 31, tzinfo=UTC)
"""A moment later than every time in the graph. As `known_at` it means the latest state, as an end it means open."""


@overload
def asked(moment: datetime) -> datetime: ...
@overload
def asked(moment: None) -> None: ...
def asked(moment: datetime | None) -> datetime | None:
    """Return a moment for the comparisons `start <= moment` and `moment < end`. Both are exact at equal instants.

    Neo4j orders equal instants by zone: the zone "UTC" comes after the offset zero. With the named zone, `<=` is true and `<`
    is false for either form of an equal instant in the graph.
    """
    return None if moment is None else moment.astimezone(_NAMED_UTC)


def micros(moment: datetime) -> int:
    """Return a moment in microseconds since 1970, exactly."""
    whole = moment.astimezone(UTC)
    return int(whole.replace(microsecond=0).timestamp()) * 1_000_000 + whole.microsecond


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def from_micros(count: int | None) -> datetime | None:
    """Return the moment (UTC) of a number of microseconds since 1970; None stays None."""
    return None if count is None else _EPOCH + timedelta(microseconds=count)
