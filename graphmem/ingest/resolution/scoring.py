"""Scores of candidates: the similarity of the names, and whether one name is only a part of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.ingest.resolution.candidates import Candidate
from graphmem.names.normalize import begins, family
from graphmem.names.similarity import DOUBTFUL, PART, SPLIT, looks_like_a_person, name_similarity
from graphmem.names.words import NameKind, words_of

TELLING = frozenset({"the numbers differ", "the generations differ", "the legal forms differ"})
"""Reasons that separate two entities, even if other names of them are similar."""
NICKNAMES = frozenset({"a short form of the name", "initials"})
"""Reasons for which the method of a match is `nickname`."""
SURE = 0.85
"""Score from which two names are the same without regard to their parts."""
SURE_IN_ONE_RECORD = 0.95
"""The same for two names in one record. They are two people, unless they differ in decoration only or one is a part of the
other."""


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate with its score (0 to 1) and the reason.

    `part`: one name is a first name, diminutive or surname of the other. It counts only if no other candidate fits.
    """

    known: Candidate
    score: float
    reason: str
    part: bool = False

    @property
    def method(self) -> str:
        """Return the method of a match by this score."""
        return "nickname" if self.reason in NICKNAMES else "fuzzy"


def sort_of(name: str, type_: str, known: Candidate) -> NameKind:
    """Return the kind of names to compare: by the first type that is not generic, else by the look of the names."""
    kind = family(type_) or family(known.type)
    if kind in ("person", "organization"):
        return "person" if kind == "person" else "organization"
    people = not kind and (looks_like_a_person(name) or any(map(looks_like_a_person, known.names)))
    return "person" if people else "other"


def score_candidate(name: str, type_: str, known: Candidate) -> ScoredCandidate:
    """Return the score of the candidate's best name, unless another of its names separates the two."""
    sort = sort_of(name, type_, known)
    names = _compared_names(known, sort)
    scores = [(name_similarity(name, other, sort), other) for other in names]
    if not scores:
        return ScoredCandidate(known, 0.0, "it has no name yet")
    best, other = max(scores, key=lambda pair: pair[0].score)
    apart = next((similarity for similarity, _ in scores if similarity.reason in TELLING), None)
    if apart and best.score < 1:
        return ScoredCandidate(known, min(best.score, apart.score), apart.reason)
    if best.score >= (SURE_IN_ONE_RECORD if known.same_record else SURE):
        return ScoredCandidate(known, best.score, best.reason)
    part = sort == "person" and _is_part(name, other, best.score) and not _may_be_a_place(name, type_, other)
    if part and _has_other_full_name(name, names, sort):
        return ScoredCandidate(known, min(best.score, SPLIT), "another full name")
    score = max(best.score, PART) if part else best.score
    return ScoredCandidate(known, min(score, DOUBTFUL) if known.same_record else score, best.reason, part)


def _is_part(name: str, other: str, score: float) -> bool:
    """Whether one name is a part of the other or its beginning."""
    return score == PART or begins(name, other) or begins(other, name)


def _may_be_a_place(name: str, type_: str, other: str) -> bool:
    """Whether the name is a surname alone, of no known type: Clinton is also a town."""
    return not family(type_) and len(words_of(name, "person").words) == 1 and not begins(name, other)


def _compared_names(known: Candidate, sort: NameKind) -> list[str]:
    """Return the names to compare with. A part of a known full name of a person is left out: others may share it."""
    full = [n for n in known.real_names if len(words_of(n, sort).words) > 1]
    if sort != "person":
        return list(known.real_names)
    return [
        n for n in known.real_names if n in full or not any(_is_part_of_full_name(n, other, sort) for other in full)
    ]


def _is_part_of_full_name(name: str, full: str, sort: NameKind) -> bool:
    return begins(name, full) or set(words_of(name, sort).words) <= set(words_of(full, sort).words)


def _has_other_full_name(name: str, names: Sequence[str], sort: NameKind) -> bool:
    """Whether both have full names, and different ones: an Ana who is Ana Lima is not Ana Souza."""
    full = [n for n in names if len(words_of(n, sort).words) > 1]
    return len(words_of(name, sort).words) > 1 and any(name_similarity(name, n, sort).score < PART for n in full)
