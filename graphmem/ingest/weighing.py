"""How well a candidate fits a name: likeness of the names first, and whether one is only a part of the other."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.ingest.acquaintance import Acquaintance
from graphmem.ingest.likeness import PART, Sort, likeness, looks_like_a_person, words_of
from graphmem.ingest.names import begins, family

NICKNAMES = frozenset({"a short form of the name", "initials"})
IN_ONE_BREATH = 0.95
"""Two names in one message are two people, unless they are the same but for decoration or one is a part of the other."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate with its score (0 to 1) and reason; `part` = one name is a first name, diminutive or surname of the
    other, which counts only where nobody else fits (S0-35)."""

    known: Acquaintance
    score: float
    reason: str
    part: bool = False

    @property
    def method(self) -> str:
        return "nickname" if self.reason in NICKNAMES else "fuzzy"


def sort_of(name: str, type_: str, known: Acquaintance) -> Sort:
    """As what two names are compared: by the type that says something, else by how they look."""
    kind = family(type_) or family(known.type)
    if kind in ("person", "organization"):
        return "person" if kind == "person" else "organization"
    people = not kind and (looks_like_a_person(name) or any(map(looks_like_a_person, known.names)))
    return "person" if people else "other"


def weigh(name: str, type_: str, known: Acquaintance) -> Weighed:
    """The best of the candidate's names, unless another of them tells the two apart."""
    sort = sort_of(name, type_, known)
    found = [(likeness(name, other, sort), other) for other in known.real_names]
    if not found:
        return Weighed(known, 0.0, "it has no name yet")
    best, other = max(found, key=lambda pair: pair[0].score)
    if best.score >= (IN_ONE_BREATH if known.same_record else 0.0) and best.score > PART:
        return Weighed(known, best.score, best.reason)
    part = sort == "person" and _is_part(name, other, best.score)
    if part and _contradicted(name, known, sort):
        return Weighed(known, min(best.score, 0.45), "another full name")
    return Weighed(
        known, max(best.score, PART) if part else min(best.score, 0.84 if known.same_record else 1), best.reason, part
    )


def _is_part(name: str, other: str, score: float) -> bool:
    return score == PART or begins(name, other) or begins(other, name)


def _contradicted(name: str, known: Acquaintance, sort: Sort) -> bool:
    """Whether the candidate has another full name: Ana who is Ana Lima is not Ana Souza."""
    full = [n for n in known.real_names if len(words_of(n, sort).words) > 1]
    return len(words_of(name, sort).words) > 1 and any(likeness(name, n, sort).score < PART for n in full)
