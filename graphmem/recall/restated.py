"""Restated facts: of two facts of one subject and relation that say the same thing, the later one comes first. Pure.

How much recency counts as a signal is in `graphmem.recall.recipes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.graph.fulltext import words
from graphmem.recall.query_analysis import Question
from graphmem.recall.ranking import Scored, stem
from graphmem.recall.recipes import FactWeights
from graphmem_contract.records import Fact

SHARED = 1 / 3
"""Minimum share of common words: the question's words in both facts, by the question's words in either."""
NEARLY = FactWeights().recency
"""A difference of scores that age alone can cause."""
_COMMON = frozenset(
    words(
        "the and for are was were has have had been did does how what when where which who whom whose why many much with from "
        "that this these those not you your his her its our their they she him them there some any about into over since"
    )
)


@dataclass(frozen=True, slots=True)
class _Restated:
    """What decides whether two facts say the same.

    `slot`: its subject and relation. `since`: the start of its period, -inf where open. `shares`: the stems that it shares with
    the question, without those of its subject's name.
    """

    slot: tuple[str, str]
    since: float
    shares: frozenset[str]

    @classmethod
    def of(cls, fact: Fact, asked: frozenset[str]) -> _Restated:
        since = fact.valid_from.timestamp() if fact.valid_from else float("-inf")
        return cls(
            (fact.subject_id, fact.relation), since, (asked & _stems(words(fact.text))) - _stems(words(fact.subject))
        )


def newest_first(ranked: Sequence[Scored], facts: Mapping[str, Fact], question: Question) -> list[Scored]:
    """Return the same facts, with a later statement of the same thing moved to just before the earlier one.

    Two facts say the same thing if all of this is true:

    - They have the same subject and the same relation.
    - They share at least one of the question's words.
    - They share a third of the question's words that either has, or their scores differ by at most `NEARLY`.

    The ranking stays unchanged where the question names a date. Each rank keeps its score.
    """
    if question.named:
        return list(ranked)
    asked = _stems(question.words)
    restated = {one.id: _Restated.of(facts[one.id], asked) for one in ranked if one.id in facts}
    reordered: list[Scored] = []
    for fact in ranked:
        at = next((i for i, above in enumerate(reordered) if _restates(above, fact, restated)), None)
        if at is None:
            reordered.append(fact)
        else:
            reordered.insert(at, fact)
    scores = [fact.score for fact in ranked]
    return [fact.moved_to(score, "newest_first") for fact, score in zip(reordered, scores, strict=True)]


def _restates(earlier: Scored, later: Scored, restated: Mapping[str, _Restated]) -> bool:
    first, second = restated.get(earlier.id), restated.get(later.id)
    if first is None or second is None or first.slot != second.slot or second.since <= first.since:
        return False
    both, nearly = first.shares & second.shares, abs(earlier.score - later.score) <= NEARLY
    return bool(both) and (nearly or len(both) >= SHARED * len(first.shares | second.shares))


def _stems(word_list: Sequence[str] | frozenset[str]) -> frozenset[str]:
    """Return the stems of the words, without short and common words."""
    return frozenset(stem(word) for word in word_list if len(word) > 2 and word not in _COMMON)
