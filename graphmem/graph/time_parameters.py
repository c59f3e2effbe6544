"""Moments as parameters of reading statements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import overload
from zoneinfo import ZoneInfo

_NAMED_UTC = ZoneInfo("UTC")
FUTURE = datetime(9999, 12, 31, tzinfo=UTC)
"""Later than every time in the graph: the latest state, the end of what is open."""


@overload
def asked(moment: datetime) -> datetime: ...
@overload
def asked(moment: None) -> None: ...
def asked(moment: datetime | None) -> datetime | None:
    """A moment that is compared as `start <= moment` and `moment < end`, so that both are exact at the very instant.

    Neo4j tells equal instants apart by their zone, and sorts a named UTC after an offset of zero; with the zone named,
    `<=` holds and `<` does not, whichever of the two the graph has.
    """
    return None if moment is None else moment.astimezone(_NAMED_UTC)


def micros(moment: datetime) -> int:
    """Microseconds since 1970, exactly."""
    whole = moment.astimezone(UTC)
    return int(whole.replace(microsecond=0).timestamp()) * 1_000_000 + whole.microsecond


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def from_micros(count: int | None) -> datetime | None:
    """The moment so many microseconds after the beginning of 1970; None stays None."""
    return None if count is None else _EPOCH + timedelta(microseconds=count)
