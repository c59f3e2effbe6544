"""A row of the table of verbs of change: the verb, its object's kind, and the state that it begins or ends.

A pattern is a row of words. `~move` is a verb in any form, `to|into` a choice, `[new]` a word that may be missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from graphmem.languages.language import Language, languages

Effect = Literal["begins", "ends", "ends_all", "is"]
"""What a verb says of the state. `is`: it is the state itself, told from its other end ("manages")."""
ObjectKind = Literal[
    "person", "place", "employer", "club", "school", "thing", "tool", "pet", "role", "project", "job", "bought"
]
"""What an object may be. `employer` is an organization whose words name no club and no school; `job` is "the job".

`bought` is a word of any meaning that its sentence counts ("a second-hand tandem"): a thing, where its verb is one of trade.
"""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A verb of change and its state.

    `objects`: the kinds of object that the row accepts; empty = any. `subjects`: the same for the subject.
    `swapped`: the object of the verb is the subject of the state ("Acme hired Ana"). `keeps`: the claim is stored as told
    too. `lasting`: the verb alone may be a visit, so the sentence has to say that it lasts.
    `titles`: the object has to be worded as a job title ("became director", not "became vegetarian").
    """

    relation: str
    effect: Effect
    patterns: tuple[tuple[Language, str], ...]
    objects: frozenset[ObjectKind] = frozenset()
    subjects: frozenset[ObjectKind] = frozenset()
    swapped: bool = False
    keeps: bool = False
    lasting: bool = False
    titles: bool = False


def change(
    relation: str,
    effect: Effect,
    objects: str,
    *,
    subjects: str = "",
    swapped: bool = False,
    keeps: bool = False,
    lasting: bool = False,
    titles: bool = False,
    words: str = "",
) -> ChangeRow:
    """Return a row with its patterns in all languages.

    Args:
        objects, subjects: kinds, with spaces between them.
        words: the row of the languages' tables; if left out, that of the relation, the effect and the flags.
    """
    flags = {"swapped": swapped, "lasting": lasting, "titles": titles}
    row = words or "_".join((relation, effect, *(name for name, is_set in flags.items() if is_set)))
    patterns = tuple((one, pattern) for one in languages("changes") for pattern in one.changes.changes.get(row, ()))
    kinds, owners = (frozenset(cast("list[ObjectKind]", listed.split())) for listed in (objects, subjects))
    return ChangeRow(relation, effect, patterns, kinds, owners, swapped, keeps, lasting, titles)
