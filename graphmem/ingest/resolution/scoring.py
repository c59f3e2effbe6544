"""Scores of candidates: the similarity of the names, and whether one name is only a part of the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from graphmem.ingest.resolution.candidates import Candidate, real_names
from graphmem.names.normalize import begins, family, slug
from graphmem.names.similarity import (
    DOUBTFUL,
    MISSPELT,
    NUMERONYM,
    OTHER_SIGNS,
    OWNED,
    PART,
    SPLIT,
    looks_like_a_person,
    name_similarity,
)
from graphmem.names.words import NameKind, words_of

TELLING = frozenset({"the numbers differ", "the generations differ", "the legal forms differ"})
"""Reasons that separate two entities, even if other names of them are similar."""
SharedName = Literal["same", "doubtful", "other"]
"""What a shared name proves. same: the two are one; doubtful: a judge decides; other: two that share a name."""
NICKNAMES = frozenset({"a short form of the name", "initials"})
"""Reasons for which the method of a match is `nickname`."""
APART = TELLING | {"another full name", "a sign tells them apart", OTHER_SIGNS, OWNED}
"""Reasons for which no judge is asked, however near the vectors of two names are."""
SURE = 0.85
"""Score from which two names are the same without regard to their parts."""
SURE_IN_ONE_RECORD = 0.95
"""The same for two names in one record. They are two, unless they differ in decoration only or one is a part of the other:
nobody misspells a name beside the name."""


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate with its score (0 to 1) and the reason.

    `part`: one name is a first name, diminutive or surname of the other. It counts only if no other candidate fits.
    `another`: of things, one name is a part of the other or written nearly the same. They are two, unless somebody says
    otherwise: York and New York, Redis and Redist.
    """

    known: Candidate
    score: float
    reason: str
    part: bool = False
    another: bool = False

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
    if best.reason == OWNED:
        return ScoredCandidate(known, best.score, best.reason)
    apart = next((similarity for similarity, _ in scores if similarity.reason in TELLING), None)
    if apart and best.score < 1 and best.reason != NUMERONYM:
        return ScoredCandidate(known, min(best.score, apart.score), apart.reason)
    if sort != "person" and _is_another_thing(name, other, best.reason, sort):
        return ScoredCandidate(known, min(best.score, DOUBTFUL), best.reason, another=True)
    sure = best.score >= SURE_IN_ONE_RECORD and best.reason != MISSPELT if known.same_record else best.score >= SURE
    if sure:
        return ScoredCandidate(known, best.score, best.reason)
    part = sort == "person" and _is_part(name, other, best.score) and not _may_be_a_place(name, type_, other)
    part = part and not any(_may_be_a_thing(*one) for one in ((name, type_, other), (other, known.type, name)))
    if part and _has_other_full_name(name, names, sort):
        return ScoredCandidate(known, min(best.score, SPLIT), "another full name")
    score = max(best.score, PART) if part else best.score
    return ScoredCandidate(known, min(score, DOUBTFUL) if known.same_record else score, best.reason, part)


def _is_another_thing(name: str, other: str, reason: str, sort: NameKind) -> bool:
    """Whether two things are two, however like their names are.

    One name is a part of the other (York, New York), or they have one word and nothing else that confirms a slip of the pen:
    Redis and Redist, Arrow and Arrows, but Glencore plc and Glenclore plc, Snow Storm 1 and Snow Stom 1.
    """
    if reason == "a part of the name":
        return True
    a, b = words_of(name, sort), words_of(other, sort)
    alone = len(a.words) == len(b.words) == 1 and not (a.legal or b.legal or a.numbers or b.numbers)
    short, long = sorted((slug(name), slug(other)), key=len)
    return alone and (reason == MISSPELT or long == f"{short}s")


def _is_part(name: str, other: str, score: float) -> bool:
    """Whether one name is a part of the other or its beginning."""
    return score == PART or begins(name, other) or begins(other, name)


def _may_be_a_place(name: str, type_: str, other: str) -> bool:
    """Whether the name is a surname alone, of no known type: Clinton is also a town."""
    return not family(type_) and len(words_of(name, "person").words) == 1 and not begins(name, other)


def _may_be_a_thing(name: str, type_: str, surname: str) -> bool:
    """Whether a longer name of no known type is rather that of a thing: Radio Sirocco beside a person Sirocco."""
    return (
        not family(type_) and not begins(surname, name) and _is_longer(name, surname) and not looks_like_a_person(name)
    )


def _is_longer(name: str, other: str) -> bool:
    return len(words_of(name, "person").words) > len(words_of(other, "person").words)


def shared_name(name: str, type_: str, aliases: Iterable[str], known: Candidate) -> SharedName:
    """Return what a name proves that a mention and a candidate share: an alias is evidence, not identity.

    The longer names of both sides must agree: Michael Jordan and Mike Tyson are two, whatever both are called. A side
    without a longer name contradicts nothing: Guili is Guilherme, who is called Guili. If the shared name is only another
    name of a side, that side's own name must agree, too.
    """
    sort = sort_of(name, type_, known)
    own = real_names(dict.fromkeys((name, *aliases)))
    shared = {slug(n) for n in own} & {slug(n) for n in known.real_names}
    size = max((len(words_of(n, sort).words) for n in own if slug(n) in shared), default=0)
    if not shared:
        return "same" if known.exact else "doubtful"
    here = _longer_names(own, name, shared, size, sort)
    there = _longer_names(known.real_names, known.name, shared, size, sort)
    if not here or not there:
        return "same"
    found = [name_similarity(a, b, sort) for a in here for b in there]
    if any(one.reason in TELLING for one in found):
        return "other"
    best = max(one.score for one in found)
    if best >= (PART if sort == "person" else SURE):
        return "same"
    return "doubtful" if best >= PART else "other"


def _longer_names(names: Iterable[str], own: str, shared: set[str], size: int, sort: NameKind) -> list[str]:
    """Return the names of one side, but the shared ones, that have more words than these, and its own name."""
    return [n for n in names if slug(n) not in shared and (n == own or len(words_of(n, sort).words) > size)]


def _compared_names(known: Candidate, sort: NameKind) -> list[str]:
    """Return the names to compare with. A part of a known full name is left out: others may share it."""
    full = [n for n in known.real_names if len(words_of(n, sort).words) > 1]
    return [
        n for n in known.real_names if n in full or not any(_is_part_of_full_name(n, other, sort) for other in full)
    ]


def _is_part_of_full_name(name: str, full: str, sort: NameKind) -> bool:
    parts = set(words_of(name, sort).words) <= set(words_of(full, sort).words)
    return parts or (sort == "person" and begins(name, full))


def _has_other_full_name(name: str, names: Sequence[str], sort: NameKind) -> bool:
    """Whether both have full names, and different ones: an Ana who is Ana Lima is not Ana Souza."""
    full = [n for n in names if len(words_of(n, sort).words) > 1]
    return len(words_of(name, sort).words) > 1 and any(name_similarity(name, n, sort).score < PART for n in full)
