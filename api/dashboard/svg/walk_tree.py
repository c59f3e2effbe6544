"""The paths of a walk as a tree: from the entities where it began, over relations, to the facts that it found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

COLUMN, ROW, TOP, LEFT = 300, 34, 16, 10
MOST_PATHS = 40
LONGEST_NAME, LONGEST_RELATION = 26, 22
CHARACTER = 6.8
"""Mean width of a character of a name, in pixels."""
PICTURE = Markup(
    '<svg class="walk" role="group" aria-label="{0}" viewBox="0 0 {1} {2}" width="{1}" height="{2}">{3}</svg>'
)
NAME = Markup('<circle class="stop{0}" cx="{1}" cy="{2:.1f}" r="4"/><text class="name" x="{3}" y="{4:.1f}">{5}</text>')
STEP = Markup(
    '<path class="step" d="M{0} {1:.1f}C{2} {1:.1f} {2} {3:.1f} {4} {3:.1f}"/>'
    '<text class="relation" x="{5}" y="{6:.1f}" text-anchor="end">{7}</text>'
)
LINKED = Markup('<a href="{0}" aria-label="{1}"><title>{1}</title>{2}</a>')


@dataclass(frozen=True, slots=True)
class WalkPath:
    """A path: names and relations in turn, as a recall tells it. `address`: where its fact leads; `title`: what the fact says."""

    path: tuple[str, ...]
    address: str
    title: str


@dataclass(slots=True)
class _Stop:
    """A name in the tree. `relation` leads to it; `found`: the path that ends here."""

    name: str
    relation: str = ""
    found: WalkPath | None = None
    after: dict[tuple[str, str], _Stop] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return max(1, sum(stop.rows for stop in self.after.values()))


def walk_tree(paths: Sequence[WalkPath], label: str) -> Markup:
    """Return the paths as a tree, a row for each end. Paths with the same beginning share it; the first forty are drawn."""
    roots = _tree(paths[:MOST_PATHS])
    depth = max((len(one.path) // 2 for one in paths[:MOST_PATHS]), default=0)
    drawn: list[Markup] = []
    row = 0
    for root in roots:
        drawn += _drawn(root, row, 0)
        row += root.rows
    return PICTURE.format(label, (depth + 1) * COLUMN, TOP + row * ROW, Markup("").join(drawn))


def _tree(paths: Sequence[WalkPath]) -> list[_Stop]:
    roots: dict[str, _Stop] = {}
    for one in paths:
        stop = roots.setdefault(one.path[0], _Stop(one.path[0]))
        for relation, name in zip(one.path[1::2], one.path[2::2], strict=True):
            stop = stop.after.setdefault((relation, name), _Stop(name, relation))
        stop.found = stop.found or one
    return list(roots.values())


def _drawn(stop: _Stop, row: int, depth: int) -> Iterator[Markup]:
    """Yield the parts of a stop and of all that follows it, from a row on."""
    y = _y(stop, row)
    for next_ in stop.after.values():
        yield _step(stop, next_, y, _y(next_, row), depth)
        yield from _drawn(next_, row, depth + 1)
        row += next_.rows
    x = LEFT + depth * COLUMN
    name = NAME.format("" if depth else " start", x, y, x + 10, y + 4, _short(stop.name, LONGEST_NAME))
    yield (
        LINKED.format(stop.found.address, f"{_short(stop.name, LONGEST_NAME)}: {stop.found.title}", name)
        if stop.found
        else name
    )


def _step(stop: _Stop, next_: _Stop, y: float, end: float, depth: int) -> Markup:
    left, far = LEFT + depth * COLUMN, LEFT + (depth + 1) * COLUMN - 6
    x = left + 16 + CHARACTER * min(len(stop.name), LONGEST_NAME)
    return STEP.format(
        f"{x:.1f}", y, f"{(x + far) / 2:.1f}", end, far, far - 2, end - 4, _short(next_.relation, LONGEST_RELATION)
    )


def _y(stop: _Stop, row: int) -> float:
    return TOP + (row + stop.rows / 2 - 0.5) * ROW + 6


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
