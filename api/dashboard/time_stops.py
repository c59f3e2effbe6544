"""The positions of a slider over time: one for each moment at which something changed, and now. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem_contract.history import ChangeMoment
from graphmem_contract.records import rfc3339


@dataclass(frozen=True, slots=True)
class TimeStop:
    """One position. `at` None = now, or the latest state. `changes`: what changed there; `moments`: how many it stands for."""

    at: datetime | None
    changes: int = 0
    moments: int = 1


@dataclass(frozen=True, slots=True)
class TimeStops:
    """All positions, in time order, and the one that is shown."""

    stops: tuple[TimeStop, ...]
    here: int

    @property
    def before(self) -> TimeStop | None:
        """Return the position before the shown one."""
        return self.stops[self.here - 1] if self.here else None

    @property
    def after(self) -> TimeStop | None:
        """Return the position after the shown one."""
        return self.stops[self.here + 1] if self.here + 1 < len(self.stops) else None

    @property
    def values(self) -> list[str]:
        """Return what each position writes into the address: a moment, or nothing for now."""
        return [rfc3339(stop.at) if stop.at else "" for stop in self.stops]

    @property
    def changes(self) -> list[int]:
        """Return how much changed at each position."""
        return [stop.changes for stop in self.stops]


def valid_stops(moments: Sequence[ChangeMoment], now: datetime, shown: datetime | None) -> TimeStops:
    """Return the positions of valid time, with now among them. A moment between two positions is shown at the earlier one."""
    past = [TimeStop(one.at, one.changes, one.moments) for one in moments if one.at <= now]
    ahead = [TimeStop(one.at, one.changes, one.moments) for one in moments if one.at > now]
    stops = (*past, TimeStop(None, 0), *ahead)
    if shown is None:
        return TimeStops(stops, len(past))
    earlier = sum((stop.at or now) <= shown for stop in stops)
    return TimeStops(stops, max(0, earlier - 1))


def system_stops(moments: Sequence[ChangeMoment], shown: datetime | None) -> TimeStops:
    """Return the positions of system time. The last one is the latest state, which has no moment of its own."""
    stops = [TimeStop(one.at, one.changes, one.moments) for one in moments]
    latest = TimeStop(None, stops[-1].changes, stops[-1].moments) if stops else TimeStop(None)
    every = (*stops[:-1], latest)
    if shown is None:
        return TimeStops(every, len(every) - 1)
    earlier = sum(stop.at <= shown for stop in stops if stop.at)
    return TimeStops(every, min(len(every) - 1, max(0, earlier - 1)))
