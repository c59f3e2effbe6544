"""The newest of what is told again and again: of two facts that tell the same thing, the later comes first. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.contract.records import Fact
from graphmem.graph.fulltext import words
from graphmem.recall.query_analysis import Question
from graphmem.recall.ranking import Scored, stem

SHARED = 1 / 3
"""So much of the question's words that either has must be in both."""
NEARLY = 0.1
"""A distance in score that age alone may make: the weight of recency."""
_COMMON = frozenset(
    words(
        "the and for are was were has have had been did does how what when where which who whom whose why many much with from "
        "that this these those not you your his her its our their they she him them there some any about into over since"
    )
)


@dataclass(frozen=True, slots=True)
class _Telling:
    """A fact as far as it may be told again: `since` it holds or was first heard of; what it `shares` with the question's words,
    its subject's name left out."""

    subject_id: str
    relation: str
    since: float
    shares: frozenset[str]

    @classmethod
    def of(cls, fact: Fact, asked: frozenset[str]) -> _Telling:
        since = fact.valid_from.timestamp() if fact.valid_from else float("-inf")
        return cls(
            fact.subject_id, fact.relation, since, (asked & _stems(words(fact.text))) - _stems(words(fact.subject))
        )


def newest_first(ranked: Sequence[Scored], facts: Mapping[str, Fact], question: Question) -> list[Scored]:
    """The same facts; where a later telling of the same thing stands below an earlier one, it moves up to just before it.

    Two facts tell the same thing if they have the same subject, and share at least two of the question's words (one, where the
    relation is the same) and a third of those that either has, or stand nearly as high as each other. What a date in the question
    asks for is left as it stands.
    """
    if question.named:
        return list(ranked)
    asked = _stems(question.words)
    tellings = {one.id: _Telling.of(facts[one.id], asked) for one in ranked if one.id in facts}
    out: list[Scored] = []
    for one in ranked:
        at = next((i for i, above in enumerate(out) if _retold(above, one, tellings)), None)
        if at is None:
            out.append(one)
        else:
            out.insert(at, one)
    places = [one.score for one in ranked]
    return [replace(one, score=score) for one, score in zip(out, places, strict=True)]


def _retold(earlier: Scored, later: Scored, tellings: Mapping[str, _Telling]) -> bool:
    first, second = tellings.get(earlier.id), tellings.get(later.id)
    if first is None or second is None or first.subject_id != second.subject_id or second.since <= first.since:
        return False
    both, nearly = first.shares & second.shares, abs(earlier.score - later.score) <= NEARLY
    least = 1 if first.relation == second.relation else 2
    return len(both) >= least and (nearly or len(both) >= SHARED * len(first.shares | second.shares))


def _stems(found: Sequence[str] | frozenset[str]) -> frozenset[str]:
    """The beginnings of the words that say something."""
    return frozenset(stem(word) for word in found if len(word) > 2 and word not in _COMMON)
