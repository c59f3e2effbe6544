"""Ranking: scores of several lists made comparable, weighted, and corrected by small signals. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from graphmem.graph.fulltext import words
from graphmem.names.normalize import fold
from graphmem.recall.decay import retention
from graphmem.recall.query_analysis import Question, Window
from graphmem.recall.rank_fusion import fused_ranks
from graphmem.recall.recipes import EpisodeWeights, FactWeights

State = Literal["holds", "ended", "event", "upcoming"]
FIFTIETH = 50
VECTOR_LEAST, TEXT_LEAST, WALK_LEAST = 0.015, 0.5, 0.1
"""Deviations below which hits are nearly alike: of similarities (1 + cosine) / 2, of BM25, of nearness."""
HALF_LIFE_MS = 180 * 86_400_000
NO_LINKS: Mapping[str, float] = MappingProxyType({})
_NEAR = 0.05
"""So much less similar than the nearest fact is still a match, on the index's scale of (1 + cosine) / 2."""


class FactCandidate(NamedTuple):
    """A row of recall/candidates. Similarities are (1 + cosine) / 2; times are ms since 1970, far dates where open."""

    id: str
    vector: float | None
    text: float | None
    hops: int | None
    seed: str | None
    via: str | None
    named: bool
    confidence: float
    importance: float
    strength: float
    confirmed: int
    start: int
    end: int
    kind: str
    subject_id: str
    object_id: str
    episode_ids: tuple[str, ...]
    wording: str | None = None
    category: str = "semantic"
    stability: float | None = None
    accessed: int | None = None

    @classmethod
    def of(cls, row: Sequence[Any]) -> FactCandidate:
        """From a row, in the order of its columns."""
        values = list(row)
        values[6:10] = [bool(row[6]), row[7] or 0.0, 0.5 if row[8] is None else row[8], row[9] or 0.0]
        values[16] = tuple(row[16] or ())
        return cls(*values)

    def state(self, at: int) -> State:
        """What it is at a moment; an event that is over stays what it was."""
        if self.start > at:
            return "upcoming"
        if self.end > at:
            return "holds"
        return "event" if self.kind == "event" else "ended"


class EpisodeCandidate(NamedTuple):
    """A row of recall/episodes."""

    id: str
    text: float | None
    turn: float | None
    context: float | None
    following: str | None
    speaker: str | None
    occurred: int
    dated: bool
    asks: bool
    chunk: str | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score and the signals that made it, None where one says nothing."""

    id: str
    score: float
    signals: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def why(self) -> dict[str, float]:
        """The signals as a result tells them."""
        return {name: round(value, 4) for name, value in self.signals.items() if value is not None}


def standardised(values: Sequence[float | None], least: float = 1e-9) -> list[float]:
    """Hits in standard deviations from their mean; what is missing stands where the lowest hit does.

    Args:
        least: the deviation is taken to be at least this, so that a few hits that are nearly alike stay so.
    A list without hits says nothing: zeros.
    """
    hits = [v for v in values if v is not None]
    if not hits:
        return [0.0] * len(values)
    mean = sum(hits) / len(hits)
    deviation = max(least, math.sqrt(sum((v - mean) ** 2 for v in hits) / len(hits)))
    lowest = (min(hits) - mean) / deviation
    return [lowest if v is None else (v - mean) / deviation for v in values]


def fused(lists: Iterable[tuple[float, float, Sequence[float | None]]], size: int) -> list[float]:
    """The weighted sum of standardised lists, each (weight, least deviation, hits); lists of weight 0 are left out."""
    total = [0.0] * size
    for weight, least, values in lists:
        if weight:
            total = [t + weight * z for t, z in zip(total, standardised(values, least), strict=True)]
    return total


def spread(scores: Sequence[float]) -> list[float]:
    """Scores divided by the gap between the best and the fifty-first (or the last), so that additions weigh alike everywhere."""
    ordered = sorted(scores, reverse=True)
    gap = ordered[0] - ordered[min(FIFTIETH, len(ordered) - 1)] if ordered else 0.0
    return [s / gap for s in scores] if gap > 1e-9 else list(scores)


def rank_episodes(
    candidates: Sequence[EpisodeCandidate],
    by_fact: Mapping[str, float],
    question: Question,
    weights: EpisodeWeights,
    most: int | None = None,
) -> list[Scored]:
    """Episodes, best first.

    Args:
        by_fact: for episodes, the similarity of the nearest fact that was drawn from them.
        most: no more than so many; None = all.
    """
    facts = [by_fact.get(c.id) for c in candidates]
    lists = [
        (weights.text, TEXT_LEAST, [c.text for c in candidates]),
        (weights.turn, VECTOR_LEAST, [c.turn for c in candidates]),
        (weights.context, VECTOR_LEAST, [c.context for c in candidates]),
        (weights.facts, VECTOR_LEAST, facts),
    ]
    ids = [c.id for c in candidates]
    scores = (
        _by_rank(lists, ids)
        if weights.by_rank
        else spread(_with_neighbours(candidates, fused(lists, len(ids)), weights))
    )
    speakers = _named(candidates, question)
    extras = [{} if weights.by_rank else _episode_extras(c, question, weights, speakers) for c in candidates]
    totals = [score + sum(extra.values()) for score, extra in zip(scores, extras, strict=True)]
    order = sorted(range(len(ids)), key=lambda i: (-totals[i], -candidates[i].occurred, ids[i]))
    because = {"scope" if question.words else "recent": 1.0}
    signals = [
        {**_episode_signals(one, fact), **extra} for one, fact, extra in zip(candidates, facts, extras, strict=True)
    ]
    return [Scored(ids[i], totals[i], signals[i] if _tells(signals[i]) else because) for i in order[:most]]


def _tells(signals: Mapping[str, float | None]) -> bool:
    return any(value is not None for value in signals.values())


def _named(candidates: Iterable[EpisodeCandidate], question: Question) -> frozenset[str]:
    """Those of the speakers whom the question names."""
    speakers = {one.speaker for one in candidates if one.speaker}
    asked = frozenset(map(fold, question.words))
    return frozenset(one for one in speakers if asked.intersection(words(fold(one))))


def _episode_signals(one: EpisodeCandidate, fact: float | None) -> dict[str, float | None]:
    return {"text": one.text, "turn": _cosine(one.turn), "context": _cosine(one.context), "facts": _cosine(fact)}


def _by_rank(lists: Sequence[tuple[float, float, Sequence[float | None]]], ids: Sequence[str]) -> list[float]:
    return fused_ranks([(weight, values) for weight, _, values in lists], ids)


def _with_neighbours(candidates: Sequence[EpisodeCandidate], base: list[float], weights: EpisodeWeights) -> list[float]:
    """A turn gains from the turns beside it in its session; one that was not found counts as the lowest.

    With an assistant, a question and its answer belong together, and neither gains from the exchange before or after.
    """
    of = {c.id: b for c, b in zip(candidates, base, strict=True)}
    before = {c.following: b for c, b in zip(candidates, base, strict=True) if c.following}
    lowest = min(base, default=0.0)
    return [
        b
        + (0.0 if c.role == "user" else weights.previous * before.get(c.id, lowest))
        + (0.0 if c.role == "assistant" else weights.following * of.get(c.following or "", lowest))
        for c, b in zip(candidates, base, strict=True)
    ]


def _episode_extras(
    one: EpisodeCandidate, question: Question, weights: EpisodeWeights, speakers: frozenset[str]
) -> dict[str, float]:
    extra = {}
    if any(w.start <= one.occurred < w.end for w in question.windows):
        extra["date"] = weights.date
    if one.speaker in speakers:
        extra["speaker"] = weights.speaker
    if question.asks_when and one.dated:
        extra["time_word"] = weights.time_word
    if one.role == "user":
        extra["user"] = weights.user
    elif one.asks:  # what a user asks an assistant often tells something on the way
        extra["question"] = -weights.question
    return extra


def rank_facts(
    candidates: Sequence[FactCandidate],
    question: Question,
    weights: FactWeights,
    at: int,
    linked: Mapping[str, float] = NO_LINKS,
) -> list[Scored]:
    """Facts, best first, whatever their state.

    Args:
        at: the moment of valid time, ms since 1970: recency and retention are counted from there.
        linked: for facts that were said together with the nearest in meaning, the weight of that association.
    """
    by_rank = weights.by_rank
    lists: list[tuple[float, float, Sequence[float | None]]] = [
        (weights.vector, VECTOR_LEAST, [c.vector for c in candidates]),
        (weights.text, TEXT_LEAST, [c.text for c in candidates]),
        (weights.walk, WALK_LEAST, [1.0 / c.hops if c.hops else None if by_rank else 0.0 for c in candidates]),
    ]
    ids = [c.id for c in candidates]
    scores = _by_rank(lists, ids) if by_rank else spread(fused(lists, len(ids)))
    ranked = []
    for candidate, score in zip(candidates, scores, strict=True):
        extra = {} if by_rank else _fact_extras(candidate, question, weights, at, linked.get(candidate.id, 0.0))
        walk = 1.0 / candidate.hops if candidate.hops else None
        signals = {"vector": _cosine(candidate.vector), "text": candidate.text, "walk": walk, **extra}
        ranked.append(Scored(candidate.id, score + sum(extra.values()), signals))
    return sorted(ranked, key=lambda s: (-s.score, s.id))


def _fact_extras(
    one: FactCandidate, question: Question, weights: FactWeights, at: int, linked: float
) -> dict[str, float]:
    age = max(0, at - one.confirmed)
    unused = at - max(one.confirmed, one.accessed or one.confirmed)
    extra = {
        "confidence": weights.confidence * one.confidence,
        "importance": weights.importance * one.importance,
        "strength": weights.strength * one.strength,
        "recency": weights.recency * 0.5 ** (age / HALF_LIFE_MS),
        "retention": weights.retention * retention(unused, one.category, one.importance, one.stability),
    }
    if linked:
        extra["association"] = weights.association * linked
    if one.named:
        extra["named"] = weights.named
    if overlaps(one, question.named):
        extra["date"] = weights.date
    return extra


def overlaps(one: FactCandidate, windows: Iterable[Window]) -> bool:
    """Whether a fact held at some time within one of the windows."""
    return any(one.start < w.end and w.start < one.end for w in windows)


def worded(candidates: Sequence[FactCandidate], question: Question) -> list[FactCandidate]:
    """Versions of the past are in no index of words: they count as far as their wording has the words of the question."""
    shares = [_share(c.wording or "", question) for c in candidates]
    best, most = max((c.text or 0.0 for c in candidates), default=0.0) or 1.0, max(shares, default=0.0)
    return [
        c._replace(text=best * share / most) if c.text is None and share else c
        for c, share in zip(candidates, shares, strict=True)
    ]


def _share(wording: str, question: Question) -> float:
    """The share of the question's words that a wording has, in whatever ending."""
    asked, stems = {stem(w) for w in question.words}, {stem(w) for w in words(wording)}
    return len(asked & stems) / len(asked) if asked else 0.0


def stem(word: str) -> str:
    """The beginning of a word, which its endings share."""
    return word[:4]


def nearest_facts(candidates: Iterable[FactCandidate]) -> dict[str, float]:
    """For every episode that facts were drawn from, the similarity of the nearest of them."""
    best: dict[str, float] = {}
    for one in candidates:
        for id_ in one.episode_ids if one.vector is not None else ():
            best[id_] = max(best.get(id_, 0.0), one.vector or 0.0)
    return best


def matches(one: FactCandidate, nearest: float) -> bool:
    """Whether a fact was found by the question, and not only beside what was found."""
    return one.text is not None or one.named or (one.vector is not None and one.vector >= nearest - _NEAR)


def _cosine(similarity: float | None) -> float | None:
    return None if similarity is None else 2.0 * similarity - 1.0
