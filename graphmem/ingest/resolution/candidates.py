"""A known entity as a candidate for a name: its names, how it was found, and what it shares with the message."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING, Any

from graphmem.ingest.resolution.entity_ref import RelatedEnd
from graphmem.names.kinship import kin_of
from graphmem.names.normalize import same_kind, slug

if TYPE_CHECKING:
    from graphmem.ingest.resolution.entity_ref import EntityRef


IDENTIFYING = frozenset({"born_on", "died_on", "birth_date", "date_of_birth", "birthday"})
"""Relations of which nobody has two values: different ones are two people of one name."""
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known entity. `exact` = it has exactly the name; `guessed` = only because it was once resolved so by likeness;
    `through` = found by another name of the mention (alias) or by a relationship (kin); `support` = how much of the rest of
    the message fits it (0 = nothing, 1 = something that nobody else shares); `here` = new in this batch."""

    id: str
    key: str
    name: str
    type: str
    names: tuple[str, ...]
    external_id: str | None = None
    exact: bool = False
    guessed: bool = False
    through: str = ""
    rank: int = 0
    cosine: float = 0.0
    support: float = 0.0
    conflict: bool = False
    here: bool = False
    same_record: bool = False

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Candidate:
        """A candidate of the read."""
        names = (row["name"], *(row.get("aliases") or ()), *((row["said"],) if row.get("said") else ()))
        exact = row.get("how") == "alias"
        return cls(
            id=row["id"],
            key=row["key"],
            name=row["name"],
            type=row["type"] or "other",
            names=tuple(dict.fromkeys(names)),
            external_id=row.get("externalId"),
            exact=exact and not row.get("through"),
            guessed=row.get("guess") == "likeness",
            through=row.get("through") or "",
            rank=row.get("rank") or 0,
            cosine=row["score"] if row.get("how") == "vector" else 0.0,
        )

    @classmethod
    def of_batch(cls, end: EntityRef, names: tuple[str, ...] = (), n: int = -1) -> Candidate:
        """An entity that this batch has just met."""
        return cls(
            end.id,
            end.key,
            end.name,
            end.type,
            tuple(dict.fromkeys((end.name, *names))),
            end.external_id,
            here=end.is_new,
            same_record=end.n == n,
        )

    @property
    def norm(self) -> str:
        return slug(self.name)

    @property
    def real_names(self) -> tuple[str, ...]:
        """Its names without the relationships it is known by."""
        return tuple(name for name in self.names if not (owned := kin_of(name, None)) or owned.given)

    @property
    def nameless(self) -> bool:
        """Known by a relationship only."""
        return not self.real_names

    def fits(self, type_: str) -> bool:
        """Whether a mention of this type can be it."""
        return same_kind(self.type, type_)

    def shown(self) -> dict[str, Any]:
        """As the judge is shown it."""
        aliases = [name for name in self.names if name != self.name]
        return {"id": self.id, "name": self.name, "type": self.type, "aliases": aliases, "score": self.cosine}


def candidates_of(
    near: Sequence[Mapping[str, Any]], about: Sequence[Mapping[str, Any]], ties: Sequence[RelatedEnd]
) -> list[Candidate]:
    """The candidates of a name, each entity once, with what the message shares with it."""
    merged: dict[tuple[str, str], Candidate] = {}
    for row in near:
        one = Candidate.of(row)
        known = merged.get((one.id, one.through))
        merged[(one.id, one.through)] = one if known is None else _both(known, one)
    return [replace(k, support=_support(k, about), conflict=_conflict(k, about, ties)) for k in merged.values()]


def _both(one: Candidate, other: Candidate) -> Candidate:
    first = one if one.exact else other if other.exact else one
    return replace(first, names=tuple(dict.fromkeys((*one.names, *other.names))), cosine=max(one.cosine, other.cosine))


def _support(known: Candidate, about: Sequence[Mapping[str, Any]]) -> float:
    """Shared facts and neighbours, each the more the fewer others share it."""
    shared = {row["key"]: row["degree"] for row in about if row["id"] == known.id and row["shared"]}
    return sum(1 / log2(1 + max(degree, 1)) for degree in shared.values())


def _conflict(known: Candidate, about: Sequence[Mapping[str, Any]], ties: Sequence[RelatedEnd]) -> bool:
    """Whether the message says something of the name that cannot be said of both (two birth dates)."""
    said = {tie.relation: tie.text for tie in ties if tie.relation in IDENTIFYING}
    held = [row for row in about if row["id"] == known.id and row["relation"] in said]
    return bool(held) and all(_other_date(said[row["relation"]], row["text"]) for row in held)


def _other_date(one: str, other: str) -> bool:
    """Two dates that no slip of the pen explains: more than one digit differs. Half dates and impossible ones exclude nothing."""
    a, b = ("".join(_DIGITS.findall(text)) for text in (one, other))
    return _is_day(a) and _is_day(b) and sum(x != y for x, y in zip(a, b, strict=True)) > 1


def _is_day(digits: str) -> bool:
    return len(digits) == 8 and "01" <= digits[4:6] <= "12" and "01" <= digits[6:] <= "31"
