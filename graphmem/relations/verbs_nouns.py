"""Changes that are worded by a verb and the noun of a state: "ended her employment with", "começou uma relação com".

The noun names the state and the verb the direction, so a pair needs no row of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.languages.language import languages
from graphmem.relations.change_rows import ChangeRow, ObjectKind

_STATES: tuple[tuple[str, frozenset[ObjectKind], frozenset[ObjectKind]], ...] = (
    ("works_at", frozenset({"employer", "school"}), frozenset({"person"})),
    ("lives_in", frozenset({"place"}), frozenset({"person"})),
    ("married_to", frozenset({"person"}), frozenset({"person"})),
    ("engaged_to", frozenset({"person"}), frozenset({"person"})),
    ("dating", frozenset({"person"}), frozenset({"person"})),
    ("member_of", frozenset({"club", "employer", "school"}), frozenset({"person"})),
    ("studies_at", frozenset({"school", "employer"}), frozenset({"person"})),
    ("leads", frozenset({"project", "club", "employer"}), frozenset({"person"})),
    ("owns", frozenset({"thing", "pet", "employer"}), frozenset({"person", "employer"})),
)
"""Relation, kinds of its objects, kinds of its subjects."""


def _rows() -> Iterator[ChangeRow]:
    """Yield the rows that begin and end the states of the nouns."""
    for relation, objects, subjects in _STATES:
        begins, ends = [], []
        for one in languages("changes"):
            nouns = one.changes.nouns
            if noun := nouns.states.get(relation):
                behind = f"[up|into|early|first|off|on|over] {noun.words} [{noun.behind}]"
                begins.append((one, f"~{nouns.begin} {behind}"))
                ends += [(one, f"~{nouns.end} {behind}"), (one, f"{noun.words} ~{nouns.over} [{noun.behind}]")]
        yield ChangeRow(relation, "begins", tuple(begins), objects, subjects)
        yield ChangeRow(relation, "ends", tuple(ends), objects, subjects)


NOUN_ROWS: tuple[ChangeRow, ...] = tuple(_rows())
"""The rows of all pairs of a verb and a noun."""
