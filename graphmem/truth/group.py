"""Which statements can exclude each other: the group of a subject, relation and object, by the rule of the relation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Scope = Literal["value", "subject", "object", "either", "circle"]
Ends = tuple[str, str]


@dataclass(frozen=True, slots=True)
class GroupRule:
    """How many values a relation has at a time.

    Attributes:
        one: one value at a time for each subject, or `per: object` for each object.
        symmetric: the relation has no direction. With one value at a time an entity has one partner.
        watched: conditions name the relation.
    """

    one: bool = False
    per: str = "subject"
    symmetric: bool = False
    watched: bool = False

    @property
    def scope(self) -> Scope:
        """What a group spans.

        *subject* or *object*: all values of that end. *either*: both directions of one value. *circle*: all entities that the
        relation connects, because each value excludes all others at both its ends. *value*: one value.
        """
        if self.symmetric:
            return "circle" if self.one and self.per != "pair" else "either"
        if self.one and self.per in ("subject", "object"):
            return "subject" if self.per == "subject" else "object"
        return "value"


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Where a subject, relation and object stand.

    Attributes:
        group: the name of the group.
        value: the value within it: the object; of `per: object` the subject; without direction both ends, joined by "|".
        ends: values that share one exclude each other; empty where several may hold.
    """

    group: str
    value: str
    ends: frozenset[str]


def place(rule: GroupRule, subject: str, relation: str, object_: str, circle: str = "") -> GroupPlace:
    """Return the place of a value. `circle`: the name of the entities that the relation connects, as `circles` gives it."""
    both = _joined(subject, object_)
    match rule.scope:
        case "circle":
            return GroupPlace(f"{relation} among {circle or subject}", both, frozenset((subject, object_)))
        case "either":
            return GroupPlace(f"{relation} between {both}", both, frozenset())
        case "subject":
            return GroupPlace(f"{relation} of {subject}", object_, frozenset((relation,)))
        case "object":
            return GroupPlace(f"{relation} to {object_}", subject, frozenset((relation,)))
        case _:
            return GroupPlace(f"{relation} of {subject} to {object_}", object_, frozenset())


def rank_key(rule: GroupRule, subject_key: str, object_key: str) -> str:
    """Return the wording that decides between equal starts."""
    if rule.symmetric:
        return _joined(subject_key, object_key)
    return subject_key if rule.scope == "object" else object_key


def circles(values: Iterable[Ends]) -> Mapping[str, str]:
    """Return, by entity, the least id of all entities that values connect with it."""
    parent: dict[str, str] = {}

    def root(end: str) -> str:
        while (above := parent.setdefault(end, end)) != end:
            parent[end] = parent[above]
            end = above
        return end

    for one, other in values:
        least, most = sorted((root(one), root(other)))
        parent[most] = least
    return {end: root(end) for end in parent}


def _joined(one: str, other: str) -> str:
    return "|".join(sorted((one, other)))
