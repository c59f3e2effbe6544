"""Both timelines of a fact: what each version says of valid time, and while it was believed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from markupsafe import Markup

from graphmem_contract.records import Fact

from .scale import TimeScale, axis, scale_of

WIDTH, LABEL, RIGHT = 960, 84, 12
ROW, HEAD, FOOT = 18, 18, 20
MOST_VERSIONS = 30
PICTURE = Markup(
    '<svg class="clocks" role="img" aria-label="{0}" viewBox="0 0 {1} {2}" width="{1}" height="{2}"><text x="{3}" y="11">'
    'held (valid time)</text><text x="{4}" y="11">believed (system time)</text>{5}</svg>'
)
BAR = Markup('<rect class="bar {}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="3"><title>{}</title></rect>')


def two_clocks(versions: Sequence[Fact], now: datetime, label: str) -> Markup:
    """Return two pictures beside each other in one: on the left valid time, on the right system time, a row for each version.

    Args:
        versions: oldest first; the last thirty are drawn. A fact that waits is dashed, from now on.
        now: the moment that is marked, UTC.
    """
    shown, middle = versions[-MOST_VERSIONS:], (WIDTH + LABEL) / 2
    valid = scale_of((one for fact in shown for one in (fact.valid_from, fact.valid_until)), now, LABEL, middle - 16)
    known = scale_of(
        (one for fact in shown for one in (fact.recorded_at, fact.expired_at)), now, middle + 16, WIDTH - RIGHT
    )
    first = len(versions) - len(shown) + 1
    rows = Markup("").join(
        _row(fact, number, HEAD + (number - first) * ROW, valid, known, now) for number, fact in enumerate(shown, first)
    )
    bottom = HEAD + len(shown) * ROW
    drawn = axis(valid, HEAD, bottom, now) + axis(known, HEAD, bottom, now) + rows
    return PICTURE.format(label, WIDTH, bottom + FOOT, valid.left, known.left, drawn)


def _row(fact: Fact, number: int, y: float, valid: TimeScale, known: TimeScale, now: datetime) -> Markup:
    kind = "corrected" if fact.status == "corrected" else "believed" if fact.expired_at is None else "past"
    spans = [(valid, fact.valid_from, fact.valid_until), (known, fact.recorded_at, fact.expired_at)]
    name = f"version {number}"
    if fact.status == "waiting":  # it may begin at any time from now on
        kind, name, spans[0] = "waiting", "waits", (valid, now, fact.valid_until)
    bars = Markup("").join(
        BAR.format(kind, left, y + 3, max(3.0, right - left), ROW - 6, f"{start or '…'} – {end or '…'}")
        for scale, start, end in spans
        for left, right in ((scale.x(start, scale.left), scale.x(end, scale.right)),)
    )
    return Markup('<text x="0" y="{:.1f}">{}</text>').format(y + 12.5, name) + bars
