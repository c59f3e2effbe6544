"""How well a candidate fits a name: likeness of the names first, and whether one is only a part of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.ingest.resolution.candidates import Candidate
from graphmem.names.normalize import begins, family
from graphmem.names.similarity import DOUBTFUL, PART, SPLIT, NameKind, looks_like_a_person, name_similarity, words_of

TELLING = frozenset({"the numbers differ", "the generations differ", "the legal forms differ"})
"""What tells two apart whatever other names they have."""
NICKNAMES = frozenset({"a short form of the name", "initials"})
SURE = 0.85
IN_ONE_BREATH = 0.95
"""Two names in one message are two people, unless they are the same but for decoration or one is a part of the other."""


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate with its score (0 to 1) and reason; `part` = one name is a first name, diminutive or surname of the
    other, which counts only where nobody else fits."""

    known: Candidate
    score: float
    reason: str
    part: bool = False

    @property
    def method(self) -> str:
        return "nickname" if self.reason in NICKNAMES else "fuzzy"


def sort_of(name: str, type_: str, known: Candidate) -> NameKind:
    """As what two names are compared: by the type that says something, else by how they look."""
    kind = family(type_) or family(known.type)
    if kind in ("person", "organization"):
        return "person" if kind == "person" else "organization"
    people = not kind and (looks_like_a_person(name) or any(map(looks_like_a_person, known.names)))
    return "person" if people else "other"


def score_candidate(name: str, type_: str, known: Candidate) -> ScoredCandidate:
    """The best of the candidate's names, unless another of them tells the two apart."""
    sort = sort_of(name, type_, known)
    names = _own_names(known, sort)
    found = [(name_similarity(name, other, sort), other) for other in names]
    if not found:
        return ScoredCandidate(known, 0.0, "it has no name yet")
    best, other = max(found, key=lambda pair: pair[0].score)
    apart = next((one for one, _ in found if one.reason in TELLING), None)
    if apart and best.score < 1:
        return ScoredCandidate(known, min(best.score, apart.score), apart.reason)
    if best.score >= (IN_ONE_BREATH if known.same_record else SURE):
        return ScoredCandidate(known, best.score, best.reason)
    part = sort == "person" and _is_part(name, other, best.score) and not _may_be_a_place(name, type_, other)
    if part and _contradicted(name, names, sort):
        return ScoredCandidate(known, min(best.score, SPLIT), "another full name")
    score = max(best.score, PART) if part else best.score
    return ScoredCandidate(known, min(score, DOUBTFUL) if known.same_record else score, best.reason, part)


def _is_part(name: str, other: str, score: float) -> bool:
    return score == PART or begins(name, other) or begins(other, name)


def _may_be_a_place(name: str, type_: str, other: str) -> bool:
    """Whether a surname alone is said of nobody knows what: Clinton is also a town."""
    return not family(type_) and len(words_of(name, "person").words) == 1 and not begins(name, other)


def _own_names(known: Candidate, sort: NameKind) -> list[str]:
    """The names to compare with. A first name or surname is none of them where the full name is known: others may share it."""
    full = [n for n in known.real_names if len(words_of(n, sort).words) > 1]
    if sort != "person":
        return list(known.real_names)
    return [n for n in known.real_names if n in full or not any(_is_in(n, other, sort) for other in full)]


def _is_in(name: str, full: str, sort: NameKind) -> bool:
    return begins(name, full) or set(words_of(name, sort).words) <= set(words_of(full, sort).words)


def _contradicted(name: str, names: Sequence[str], sort: NameKind) -> bool:
    """Whether the candidate has another full name: Ana who is Ana Lima is not Ana Souza."""
    full = [n for n in names if len(words_of(n, sort).words) > 1]
    return len(words_of(name, sort).words) > 1 and any(name_similarity(name, n, sort).score < PART for n in full)
