"""What moves when an entity is split: its statements, and its names. Pure functions over rows.

The rows of statements come from `entities/statements`, those of names from `entities/to_split`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from graphmem.curation.merge_tree import said_name
from graphmem.graph.transaction import Row
from graphmem.names.normalize import slug

ENDS = ("subject", "object")


def chosen_statements(statements: Sequence[Row], episodes: Collection[str], ids: Collection[str]) -> set[str]:
    """Return the ids of the statements that move: those of the episodes, those of `ids`, and the ends that follow them.

    An end follows the statement that it is about, the statement that it was concluded from, and the only statements that it ends.
    """
    moving = {
        row["id"] for row in statements if row["id"] in ids or not set(row["episodeIds"] or ()).isdisjoint(episodes)
    }
    staying = {_triple(row) for row in statements if row["action"] == "holds" and row["id"] not in moving}
    moved = {_triple(row) for row in statements if row["action"] == "holds" and row["id"] in moving} - staying
    for row in statements:
        grounds = {row["about"], *row["because"]}
        if not grounds.isdisjoint(moving) or (row["action"] == "ends" and _triple(row) in moved):
            moving.add(row["id"])
    return moving


def _triple(row: Row) -> tuple[str, str, str]:
    return row["subjectId"], row["relation"], row["objectId"]


def pointed_to(statements: Sequence[Row], moving: Collection[str], old: str, new: str) -> list[Row]:
    """Return the moving statements with the new entity in place of the old one, as rows of `entities/set_ends`."""
    rows = []
    for statement in statements:
        if statement["id"] in moving:
            row: Row = {"id": statement["id"], "relation": statement["relation"]}
            for end in ENDS:
                here = statement[f"{end}Id"] == old
                row[f"{end}Id"] = new if here else statement[f"{end}Id"]
                row[f"{end}From"] = None if here else statement[f"{end}From"]
            rows.append(row)
    return rows


def names_said(statements: Sequence[Row], entity: str) -> Mapping[str, Counter[str]]:
    """Return the names by which statements mention an entity: normalised name → how often it is written in each way."""
    found: dict[str, Counter[str]] = {}
    for row in statements:
        for end in ENDS:
            name = said_name(row, end).strip() if row[f"{end}Id"] == entity else ""
            if name:
                found.setdefault(slug(name), Counter())[name] += 1
    return found


def moving_names(
    aliases: Sequence[Row], own: str, moving: Sequence[Row], staying: Sequence[Row], entity: str
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the names that the new entity takes over, and which of them no longer lead to the old one.

    A name is taken over that the moving statements use, or that came with one of them. It leaves the old entity if no other
    statement uses it, no person gave it, and it is not the entity's own name.

    Args:
        own: the name of the entity.

    Returns:
        Normalised name → name as it is stored, and the normalised names that leave.
    """
    said, still = names_said(moving, entity), names_said(staying, entity)
    came = {row["recordedAt"] for row in moving} - {row["recordedAt"] for row in staying}
    kept = {slug(own)} | {alias["norm"] for alias in aliases if alias["byHand"]} | still.keys()
    taken: dict[str, str] = {}
    for alias in aliases:
        norm = alias["norm"]
        if norm in said or (alias["recordedAt"] in came and norm not in kept):
            taken[norm] = alias["name"]
    return taken, tuple(norm for norm in taken if norm not in kept)


def name_of(taken: Mapping[str, str], moving: Sequence[Row], entity: str, own: str) -> str:
    """Return the name that the moving statements use most often, as they write it; without one, the entity's own."""
    said = {norm: names for norm, names in names_said(moving, entity).items() if norm in taken}
    if not said:
        return own
    most = max(said.values(), key=lambda names: names.total())
    return most.most_common(1)[0][0]
