"""The neighbours of an entity, around it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from markupsafe import Markup

from graphmem_contract.reads import Neighbour
from graphmem_contract.records import Entity

WIDTH, HEIGHT = 640, 420
MOST_SHOWN = 24
LONGEST = 24
PICTURE = Markup('<svg class="star" role="group" aria-label="{}" viewBox="0 0 {} {}">{}{}</svg>')
CENTRE = Markup(
    '<circle class="centre" cx="{0}" cy="{1}" r="9"/><text class="centre" x="{0}" y="{2}" text-anchor="middle">{3}</text>'
)
SPOKE = Markup(
    '<path class="spoke" d="M{0} {1}L{2:.1f} {3:.1f}"><title>{4}</title></path>'
    '<a href="{5}" aria-label="{4}"><circle cx="{2:.1f}" cy="{3:.1f}" r="6"><title>{4}</title></circle>'
    '<text x="{6:.1f}" y="{7:.1f}" text-anchor="{8}">{9}</text></a>'
)


def star(centre: str, around: Sequence[Neighbour], label: str, address: Callable[[Entity], str]) -> Markup:
    """Return the entities one step away in a circle, each joined to the middle by its relations.

    Args:
        around: neighbours; values have no place in the circle. address: where an entity leads.
    """
    spokes = _spokes(around)
    drawn = Markup("").join(
        _spoke(number, len(spokes), entity, relations, address) for number, (entity, relations) in enumerate(spokes)
    )
    middle = CENTRE.format(WIDTH / 2, HEIGHT / 2, HEIGHT / 2 + 22, _short(centre))
    return PICTURE.format(label, WIDTH, HEIGHT, drawn, middle)


def _spokes(around: Sequence[Neighbour]) -> list[tuple[Entity, list[str]]]:
    found: dict[str, tuple[Entity, list[str]]] = {}
    for neighbour in around:
        if neighbour.entity is None or (len(found) >= MOST_SHOWN and neighbour.entity.id not in found):
            continue
        relations = found.setdefault(neighbour.entity.id, (neighbour.entity, []))[1]
        if neighbour.fact.relation not in relations:
            relations.append(neighbour.fact.relation)
    return list(found.values())


def _spoke(
    number: int, count: int, entity: Entity, relations: Sequence[str], address: Callable[[Entity], str]
) -> Markup:
    angle = 2 * math.pi * number / count - math.pi / 2
    far = 1.0 if count <= 10 or number % 2 else 0.72
    x, y = WIDTH / 2 + math.cos(angle) * 215 * far, HEIGHT / 2 + math.sin(angle) * 165 * far
    side = "middle" if abs(math.cos(angle)) < 0.3 else "start" if math.cos(angle) > 0 else "end"
    nudge = 0 if side == "middle" else 10 if side == "start" else -10
    drop = (16 if math.sin(angle) > 0 else -10) if side == "middle" else 4
    told = f"{entity.name} ({entity.type}): {', '.join(relations)}"
    return SPOKE.format(
        WIDTH / 2, HEIGHT / 2, x, y, told, address(entity), x + nudge, y + drop, side, _short(entity.name)
    )


def _short(name: str) -> str:
    """Return the whole words of a name that fit; what is seen must be a part of the name of the link."""
    return name if len(name) <= LONGEST else name[: LONGEST + 1].rpartition(" ")[0] or name[:LONGEST]
