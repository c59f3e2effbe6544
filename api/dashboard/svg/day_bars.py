"""Bars for one number a day, with an axis of dates."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from graphmem_contract.brains import DayCounts

WIDTH, HEIGHT, FOOT = 360, 72, 14


def day_bars(days: Sequence[DayCounts], name: str, label: str) -> Markup:
    """Return bars for one count of each day, oldest first, with the first and the last date below.

    Args:
        name: a field of `DayCounts`. label: what the bars count.
    """
    values = [int(getattr(day, name)) for day in days]
    most, step = max(values, default=0) or 1, WIDTH / max(1, len(days))
    bars = Markup("").join(
        Markup('<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}"><title>{}: {}</title></rect>').format(
            number * step, HEIGHT - tall, max(0.5, step - 1), tall, day.day.isoformat(), value
        )
        for number, (day, value) in enumerate(zip(days, values, strict=True))
        for tall in (max(1.0, value / most * HEIGHT) if value else 0.0,)
        if tall
    )
    first, last = (days[0].day.isoformat(), days[-1].day.isoformat()) if days else ("", "")
    told = f"{label}: {sum(values)} from {first} to {last}, at most {max(values, default=0)}"
    return Markup(
        '<svg class="daybars" role="img" aria-label="{}" viewBox="0 0 {} {}">{}<path class="base" d="M0 {}H{}"/>'
        '<text x="0" y="{}">{}</text><text x="{}" y="{}" text-anchor="end">{}</text></svg>'
    ).format(told, WIDTH, HEIGHT + FOOT, bars, HEIGHT + 0.5, WIDTH, HEIGHT + 12, first, WIDTH, HEIGHT + 12, last)
