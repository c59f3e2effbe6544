"""The life line of an entity: its facts as bars over valid time, in lanes by relation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from markupsafe import Markup

from graphmem_contract.records import Fact

from .scale import TimeScale, axis, scale_of

WIDTH, LABEL, RIGHT = 960, 150, 12
ROW, GAP, HEAD, FOOT = 16, 6, 4, 20
MOST_LANES = 40
LONGEST_LABEL, LONGEST_BAR_TEXT = 22, 60
CHARACTER = 6.1
"""Mean width of a character in a bar, in pixels."""
PICTURE = Markup(
    '<svg class="life" role="group" aria-label="{0}" viewBox="0 0 {1} {2:.0f}" width="{1}" height="{2:.0f}">{3}</svg>'
)
BAR = Markup(
    '<a href="{0}" aria-label="{1}"><rect class="bar {2}" x="{3:.1f}" y="{4:.1f}" width="{5:.1f}" height="{6}" rx="3">'
    '<title>{1}</title></rect><text class="in {2}" x="{7:.1f}" y="{8:.1f}">{9}</text></a>'
)
Told = Callable[[Fact], str]


def life_line(facts: Sequence[Fact], now: datetime, label: str, address: Told, title: Told, name: Told) -> Markup:
    """Return the facts as bars. A bar without a start begins at the left edge, one without an end goes to the right edge.

    Args:
        facts: of one entity; one that waits is dashed, and has the moment from which on it may begin as `valid_from`.
        now: the moment that is marked, UTC. label: what the picture shows.
        address: where a bar leads. title: what it says under the pointer. name: what stands in it.
    """
    right = WIDTH - RIGHT
    scale = scale_of((one for fact in facts for one in (fact.valid_from, fact.valid_until)), now, LABEL, right)
    parts, y = [], float(HEAD)
    for relation, rows in lanes(facts):
        parts.append(_lane(relation, rows, y, scale, address, title, name))
        y += len(rows) * ROW + GAP
    height = y + FOOT
    drawn = axis(scale, HEAD, y, now) + Markup("").join(parts)
    return PICTURE.format(label, WIDTH, height, drawn)


def lanes(facts: Iterable[Fact]) -> list[tuple[str, list[list[Fact]]]]:
    """Return the relations, earliest first, each with rows of facts that do not overlap."""
    by_relation: dict[str, list[Fact]] = {}
    for fact in sorted(facts, key=_start):
        by_relation.setdefault(fact.relation, []).append(fact)
    return [(relation, _rows(found)) for relation, found in list(by_relation.items())[:MOST_LANES]]


def _start(fact: Fact) -> tuple[float, str]:
    return (fact.valid_from.timestamp() if fact.valid_from else float("-inf"), fact.id)


def _rows(facts: Sequence[Fact]) -> list[list[Fact]]:
    rows: list[list[Fact]] = []
    for fact in facts:
        free = next((row for row in rows if _ends_before(row[-1], fact)), None)
        if free is None:
            rows.append([fact])
        else:
            free.append(fact)
    return rows


def _ends_before(one: Fact, other: Fact) -> bool:
    return one.valid_until is not None and other.valid_from is not None and one.valid_until <= other.valid_from


def _lane(
    relation: str, rows: Sequence[Sequence[Fact]], y: float, scale: TimeScale, address: Told, title: Told, name: Told
) -> Markup:
    shown = relation if len(relation) <= LONGEST_LABEL else relation[: LONGEST_LABEL - 1] + "…"
    head = Markup('<text class="lane" x="0" y="{:.1f}"><title>{}</title>{}</text>').format(y + 11.5, relation, shown)
    bars = Markup("").join(
        _bar(fact, y + number * ROW, scale, address, title, name) for number, row in enumerate(rows) for fact in row
    )
    return head + bars


def _bar(fact: Fact, y: float, scale: TimeScale, address: Told, title: Told, name: Told) -> Markup:
    left, right = scale.x(fact.valid_from, scale.left), scale.x(fact.valid_until, scale.right)
    width = max(3.0, right - left)
    kind = "upcoming" if fact.upcoming else "closed" if fact.valid_until else "live"
    kind = "waiting" if fact.status == "waiting" else kind
    room = min(LONGEST_BAR_TEXT, int((width - 8) / CHARACTER))
    words = name(fact)
    told = words if len(words) <= room else ""  # a part of a word would be no part of the name of the link
    return BAR.format(address(fact), f"{words}: {title(fact)}", kind, left, y, width, ROW - 3, left + 4, y + 10, told)
