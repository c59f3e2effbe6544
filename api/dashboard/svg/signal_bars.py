"""Bars for what each signal adds to a score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

WIDTH, HEIGHT = 100, 8
SHORTEST = 0.8
"""Least width of a bar that is not zero, in the units of the picture."""
BAR = Markup(
    '<svg class="signal" viewBox="0 0 {0} {1}" preserveAspectRatio="none" aria-hidden="true">'
    '<rect class="{2}" x="{3:.2f}" y="1" width="{4:.2f}" height="{5}"/><path class="zero" d="M{6:.2f} 0V{1}"/></svg>'
)


@dataclass(frozen=True, slots=True)
class BarScale:
    """The least and the greatest value that bars of one picture show; zero lies between them."""

    low: float
    high: float

    def x(self, value: float) -> float:
        """Return where a value lies, from 0 to `WIDTH`. A value outside lies at the edge."""
        share = (value - self.low) / (self.high - self.low)
        return WIDTH * min(1.0, max(0.0, share))


def bar_scale(values: Iterable[float]) -> BarScale:
    """Return the scale that holds all values and zero."""
    known = [0.0, *values]
    low, high = min(known), max(known)
    return BarScale(low, high if high > low else low + 1.0)


def signal_bar(value: float, scale: BarScale) -> Markup:
    """Return a bar from zero to a value, to the left where it is negative. The number stands beside it: it has no label."""
    zero, end = scale.x(0.0), scale.x(value)
    width = max(SHORTEST, abs(end - zero)) if value else 0.0
    left = min(zero, end) if value >= 0 else zero - width
    return BAR.format(WIDTH, HEIGHT, "less" if value < 0 else "more", left, width, HEIGHT - 2, zero)
