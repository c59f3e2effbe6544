"""Bars below a slider over time: how much changed at each of its positions."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

from markupsafe import Markup

WIDTH, HEIGHT = 1000, 30
PICTURE = Markup(
    '<svg class="moments" role="img" aria-label="{0}" viewBox="0 0 {1} {2}" preserveAspectRatio="none">{3}</svg>'
)
BAR = Markup('<path class="{0}" d="M{1:.1f} {2}V{3:.1f}"/>')


def moment_bars(changes: Sequence[int], label: str, now: int | None = None) -> Markup:
    """Return one bar for each position, evenly spaced. Heights grow with the logarithm of the changes.

    Args:
        changes: of each position. label: what the bars show. now: the position of now, which is marked from top to bottom.
    """
    most, last = log1p(max(changes, default=0)) or 1.0, max(1, len(changes) - 1)
    bars = Markup("").join(
        BAR.format("now" if place == now else "tick", place / last * WIDTH, HEIGHT, _top(count, most, place == now))
        for place, count in enumerate(changes)
        if count or place == now
    )
    return PICTURE.format(label, WIDTH, HEIGHT, bars)


def _top(count: int, most: float, is_now: bool) -> float:
    return 0.0 if is_now else HEIGHT - max(4.0, log1p(count) / most * HEIGHT)
