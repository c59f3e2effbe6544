"""`Candidate`: a known entity that a mention may resolve to, with how it was found and what it shares with the message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING, Any

from graphmem.ingest.resolution.entity_ref import RelatedEnd
from graphmem.names.kinship import kin_of
from graphmem.names.normalize import same_kind, slug

if TYPE_CHECKING:
    from graphmem.ingest.resolution.entity_ref import EntityRef


IDENTIFYING = frozenset({"born_on", "died_on", "birth_date", "date_of_birth", "birthday"})
"""Relations with one value for life. Two entities of one name with different values are two people."""
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known entity that a mention may resolve to.

    `exact`: it has exactly the name. `guessed`: it has the name only because an earlier mention was resolved by similarity.
    `through`: it was found by another name of the mention (`alias`), by a relationship (`kin`) or by the name of the known entity
    that is meant (`known`). `rank`: position among
    the entities that have the name. `cosine`: similarity of the name vectors, 0 if it was found otherwise. `support`: how
    much of the rest of the message fits it (0 = nothing; a fact that no other entity shares counts 1). `conflict`: the
    message says something that contradicts it. `here`: it is new in this batch. `same_record`: the record of the
    mention names it, too. `type_guessed`: no message states its type.
    """

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
    type_guessed: bool = False

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Candidate:
        """Return the candidate of a row of the reads."""
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
            type_guessed=bool(row.get("typeGuessed")),
        )

    @classmethod
    def of_batch(cls, entity: EntityRef, names: tuple[str, ...] = (), n: int = -1) -> Candidate:
        """Return an entity of this batch as a candidate for a mention of record `n`."""
        return cls(
            entity.id,
            entity.key,
            entity.name,
            entity.type,
            tuple(dict.fromkeys((entity.name, *names))),
            entity.external_id,
            here=entity.is_new,
            same_record=entity.n == n,
            type_guessed=entity.type_guessed,
        )

    @property
    def norm(self) -> str:
        """Return the normalised name."""
        return slug(self.name)

    @property
    def real_names(self) -> tuple[str, ...]:
        """Return its names without relationships such as "Ana's brother"."""
        return real_names(self.names)

    @property
    def nameless(self) -> bool:
        """Whether it is known by a relationship only."""
        return not self.real_names

    def fits(self, type_: str) -> bool:
        """Whether a mention of this type may refer to it."""
        return same_kind(self.type, type_)

    def shown(self) -> dict[str, Any]:
        """Return it as a question shows it to the judge."""
        aliases = [name for name in self.names if name != self.name]
        return {"id": self.id, "name": self.name, "type": self.type, "aliases": aliases, "score": self.cosine}


def real_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without relationships such as "Ana's brother"."""
    return tuple(name for name in names if not (kin := kin_of(name, None)) or kin.given)


def candidates_of(
    near: Sequence[Mapping[str, Any]], about: Sequence[Mapping[str, Any]], ties: Sequence[RelatedEnd]
) -> list[Candidate]:
    """Return the candidates of a name with their support and conflicts. Rows of one entity are merged."""
    merged: dict[tuple[str, str], Candidate] = {}
    for row in near:
        if row["id"] is None or (row.get("how") == "vector" and row["score"] is None):  # removed during the read
            continue
        candidate = Candidate.of(row)
        known = merged.get((candidate.id, candidate.through))
        merged[(candidate.id, candidate.through)] = candidate if known is None else _merge(known, candidate)
    return [replace(k, support=_support(k, about), conflict=_has_conflict(k, about, ties)) for k in merged.values()]


def _merge(one: Candidate, other: Candidate) -> Candidate:
    first = one if one.exact else other if other.exact else one
    return replace(first, names=tuple(dict.fromkeys((*one.names, *other.names))), cosine=max(one.cosine, other.cosine))


def _support(known: Candidate, about: Sequence[Mapping[str, Any]]) -> float:
    """Return the sum over shared facts and neighbours. Each counts the more, the fewer other entities share it."""
    shared = {row["key"]: row["degree"] for row in about if row["id"] == known.id and row["shared"]}
    return sum(1 / log2(1 + max(degree, 1)) for degree in shared.values())


def _has_conflict(known: Candidate, about: Sequence[Mapping[str, Any]], ties: Sequence[RelatedEnd]) -> bool:
    """Whether the message says something about the name that contradicts all that is known of the candidate (birth dates)."""
    stated = {tie.relation: tie.text for tie in ties if tie.relation in IDENTIFYING}
    held = [row for row in about if row["id"] == known.id and row["relation"] in stated]
    return bool(held) and all(_is_other_date(stated[row["relation"]], row["text"]) for row in held)


def _is_other_date(one: str, other: str) -> bool:
    """Whether two dates differ in more than one digit, so that no typing error explains it.

    Incomplete and impossible dates differ from nothing.
    """
    a, b = ("".join(_DIGITS.findall(text)) for text in (one, other))
    return _is_day(a) and _is_day(b) and sum(x != y for x, y in zip(a, b, strict=True)) > 1


def _is_day(digits: str) -> bool:
    """Whether eight digits are a year, a month and a day."""
    return len(digits) == 8 and "01" <= digits[4:6] <= "12" and "01" <= digits[6:] <= "31"
