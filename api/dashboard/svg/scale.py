"""A scale of time: moments to pixels, and its ticks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from markupsafe import Markup

MOST_TICKS = 8
STEPS_YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
EARLIEST, LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)
MARGIN = 0.04
LABEL_WIDTH = 62
TICK = Markup(
    '<path class="tick" d="M{0:.1f} {1}V{2:.1f}"/><text x="{0:.1f}" y="{3:.1f}" text-anchor="middle">{4}</text>'
)
NOW = Markup('<path class="now" d="M{0:.1f} {1}V{2:.1f}"><title>{3}</title></path>')


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Moments from `start` to `end` (UTC) as pixels from `left` to `right`. A moment outside lies at the edge; None: see `x`."""

    start: datetime
    end: datetime
    left: float
    right: float

    def x(self, moment: datetime | None, otherwise: float) -> float:
        """Return the pixel of a moment; of None, `otherwise`."""
        if moment is None:
            return otherwise
        share = (moment - self.start) / (self.end - self.start)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, share))

    def ticks(self) -> list[tuple[float, str]]:
        """Return at most eight round moments with their labels: days, months or years, by the length of the scale."""
        days = (self.end - self.start) / timedelta(days=1)
        if days <= 2:
            return self._dated(
                _every(self.start, self.end, timedelta(hours=max(1, round(days * 24 / 6)))), "%m-%d %H:%M"
            )
        if days <= 60:
            return self._dated(_every(self.start, self.end, timedelta(days=max(1, round(days / 6)))), "%Y-%m-%d")
        months = days / 30.44
        if months <= 18:
            return self._dated(_months(self.start, self.end, max(1, round(months / 6))), "%Y-%m")
        step = next((step for step in STEPS_YEARS if months / 12 / step <= MOST_TICKS - 1), STEPS_YEARS[-1])
        first = -(-self.start.year // step) * step
        years = range(max(1, first), self.end.year + 1, step)
        return [(self.x(datetime(year, 1, 1, tzinfo=UTC), self.left), str(year)) for year in years]

    def _dated(self, moments: Iterable[datetime], form: str) -> list[tuple[float, str]]:
        return [(self.x(moment, self.left), moment.strftime(form)) for moment in moments][:MOST_TICKS]


def scale_of(moments: Iterable[datetime | None], now: datetime, left: float, right: float) -> TimeScale:
    """Return a scale that holds all moments and now, with a margin at both ends."""
    known = [moment.astimezone(UTC) for moment in moments if moment is not None] + [now]
    first, last = min(known), max(known)
    margin = max((last - first) * MARGIN, timedelta(hours=1))
    start = first - margin if first - EARLIEST > margin else EARLIEST
    end = last + margin if LATEST - last > margin else LATEST
    return TimeScale(start, end, left, right)


def axis(scale: TimeScale, top: float, bottom: float, now: datetime) -> Markup:
    """Return the ticks of a scale with their labels below, and a line at now. Labels that would touch are left out."""
    parts, last = [], float("-inf")
    for x, text in scale.ticks():
        if x - last >= LABEL_WIDTH:
            parts.append(TICK.format(x, top, bottom, bottom + 13, text))
            last = x
    parts.append(NOW.format(scale.x(now, scale.right), top, bottom, f"{now:%Y-%m-%d}"))
    return Markup("").join(parts)


def _every(start: datetime, end: datetime, step: timedelta) -> list[datetime]:
    day = start.replace(minute=0, second=0, microsecond=0)
    if step >= timedelta(days=1):
        day = day.replace(hour=0)
    found = []
    while day <= end:
        if day >= start:
            found.append(day)
        day += step
    return found


def _months(start: datetime, end: datetime, step: int) -> list[datetime]:
    found, number = [], start.year * 12 + start.month
    while number // 12 <= end.year:
        moment = datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)
        if moment > end:
            break
        found.append(moment)
        number += step
    return found
