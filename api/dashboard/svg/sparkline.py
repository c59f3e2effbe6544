"""A row of small bars: one number a day."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

HEIGHT = 24
BAR, GAP = 5, 1


def sparkline(values: Sequence[int], label: str, *, height: int = HEIGHT, bar: int = BAR) -> Markup:
    """Return bars for numbers that are not negative, the greatest as high as the picture.

    Args:
        label: what the picture shows, for those who cannot see it.
        height, bar: height of the picture and width of a bar, in pixels. A number above zero has at least one pixel.
    """
    most, step = max(values, default=0) or 1, bar + GAP
    bars = Markup("").join(
        Markup('<rect x="{}" y="{}" width="{}" height="{}"/>').format(number * step, height - tall, bar, tall)
        for number, value in enumerate(values)
        for tall in (max(1, round(value / most * height)) if value else 0,)
        if tall
    )
    base = Markup('<path class="base" d="M0 {0}H{1}"/>').format(height - 0.5, max(1, len(values) * step - GAP))
    return Markup('<svg class="spark" role="img" aria-label="{}" viewBox="0 0 {} {}" width="{}" height="{}">{}{}</svg>').format(
        label, max(1, len(values) * step - GAP), height, max(1, len(values) * step - GAP), height, base, bars
    )  # fmt: skip
