"""The periods of two facts that exclude each other, below each other."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from graphmem_contract.records import Fact

from .scale import TimeScale, axis, scale_of

WIDTH, LABEL, RIGHT = 560, 76, 10
ROW, HEAD, FOOT = 18, 4, 20
PICTURE = Markup(
    '<svg class="periods" role="img" aria-label="{0}" viewBox="0 0 {1} {2}" width="{1}" height="{2}">{3}</svg>'
)
BAR = Markup(
    '<text x="0" y="{0:.1f}">{1}</text><rect class="bar {2}" x="{3:.1f}" y="{4:.1f}" width="{5:.1f}" height="{6}" rx="3">'
    "<title>{7}</title></rect>"
)


def two_periods(ended: Fact, instead: Fact | None, now: datetime, label: str) -> Markup:
    """Return the period of the fact that ended above that of the fact in its place, on one scale of valid time.

    A bar without a start begins at the left edge, one without an end goes to the right edge.

    Args:
        instead: None where no fact took its place. now: the moment that is marked, UTC.
    """
    rows = [("ended", "closed", ended), *([("instead", "live", instead)] if instead else [])]
    moments = (one for _, _, fact in rows for one in (fact.valid_from, fact.valid_until))
    scale = scale_of(moments, now, LABEL, WIDTH - RIGHT)
    bottom = HEAD + len(rows) * ROW
    bars = Markup("").join(
        _bar(name, kind, fact, HEAD + number * ROW, scale) for number, (name, kind, fact) in enumerate(rows)
    )
    told = f"{label}: {'; '.join(f'{name} {_told(fact)}' for name, _, fact in rows)}"
    return PICTURE.format(told, WIDTH, bottom + FOOT, axis(scale, HEAD, bottom, now) + bars)


def _bar(name: str, kind: str, fact: Fact, y: float, scale: TimeScale) -> Markup:
    left, right = scale.x(fact.valid_from, scale.left), scale.x(fact.valid_until, scale.right)
    return BAR.format(y + 12.5, name, kind, left, y + 3, max(3.0, right - left), ROW - 6, _told(fact))


def _told(fact: Fact) -> str:
    start, end = (f"{one:%Y-%m-%d}" if one else "…" for one in (fact.valid_from, fact.valid_until))
    return f"{start} – {end}"
