"""Ranking: standardise the scores of several lists, sum them by weight, and add small signals. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
"""Minimum standard deviations: of similarities (1 + cosine) / 2, of BM25 scores, of 1 / hops. A smaller spread is noise."""
DAY_MS = 86_400_000
HALF_LIFE_MS = 180 * DAY_MS
HALF_LIFE_DAYS = 10
"""Days on which something was said, after which the recency of an episode is half."""
CONTINUED = 4
"""A question that points back goes on with what was said last: so many times the recency counts."""
NO_LINKS: Mapping[str, float] = MappingProxyType({})
_NEAR = 0.05
"""A fact matches up to this much below the nearest fact, on the index's scale of (1 + cosine) / 2."""


class FactCandidate(NamedTuple):
    """A row of recall/candidates. Similarities are (1 + cosine) / 2. Times are milliseconds since 1970, far dates where open."""

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
    relation: str | None = None
    tier: str | None = None
    is_cold: bool = False
    spread: float | None = None
    closed_reason: str | None = None

    @classmethod
    def of(cls, row: Sequence[Any]) -> FactCandidate:
        """Return a candidate from a row, in the order of its columns. Missing values get defaults."""
        values = list(row)
        values[6:10] = [bool(row[6]), row[7] or 0.0, 0.5 if row[8] is None else row[8], row[9] or 0.0]
        values[16] = tuple(row[16] or ())
        return cls(*values)

    def state(self, at: int) -> State:
        """Return the state at a moment (milliseconds since 1970). A past event is an "event", not "ended"."""
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
    """A candidate with its score and the signals behind it. A signal is None where it has no value.

    `moved`: by the rule that gave it another rank, what this added to its score.
    """

    id: str
    score: float
    signals: Mapping[str, float | None] = field(default_factory=dict)
    moved: Mapping[str, float] = field(default_factory=dict)

    def moved_to(self, score: float, rule: str) -> Scored:
        """Return it with the score of another rank, which a rule gave it."""
        if score == self.score:
            return self
        return replace(self, score=score, moved={**self.moved, rule: score - self.score})

    @property
    def why(self) -> dict[str, float]:
        """The signals that have a value, rounded to four digits."""
        return {name: round(value, 4) for name, value in self.signals.items() if value is not None}


def standardised(values: Sequence[float | None], least: float = 1e-9) -> list[float]:
    """Return the hits in standard deviations from their mean. A missing value gets the lowest hit's. Without hits, all are 0.

    Args:
        least: minimum of the deviation, so that hits that are nearly equal stay nearly equal.
    """
    hits = [v for v in values if v is not None]
    if not hits:
        return [0.0] * len(values)
    mean = sum(hits) / len(hits)
    deviation = max(least, math.sqrt(sum((v - mean) ** 2 for v in hits) / len(hits)))
    lowest = (min(hits) - mean) / deviation
    return [lowest if v is None else (v - mean) / deviation for v in values]


def fused(lists: Iterable[WeightedList], size: int) -> list[float]:
    """Return the weighted sum of standardised lists, each (weight, least deviation, hits). Lists of weight 0 are skipped."""
    total = [0.0] * size
    for weight, least, values in lists:
        if weight:
            total = [t + weight * z for t, z in zip(total, standardised(values, least), strict=True)]
    return total


def spread(scores: Sequence[float]) -> list[float]:
    """Return the scores divided by their gap. An addition then has the same weight in every recall."""
    gap = gap_of(scores)
    return [s / gap for s in scores]


def gap_of(scores: Sequence[float]) -> float:
    """Return the gap from the best score to the fifty-first (or last); 1 where they are equal."""
    ordered = sorted(scores, reverse=True)
    gap = ordered[0] - ordered[min(FIFTIETH, len(ordered) - 1)] if ordered else 0.0
    return gap if gap > 1e-9 else 1.0


WeightedList = tuple[float, float, Sequence[float | None]]
"""(weight, least deviation, hits): one hit for each candidate, None where the list does not have it."""


def episode_lists(
    candidates: Sequence[EpisodeCandidate], by_fact: Mapping[str, float], weights: EpisodeWeights
) -> dict[str, WeightedList]:
    """Return the lists that rank episodes, by signal."""
    return {
        "text": (weights.text, TEXT_LEAST, [c.text for c in candidates]),
        "turn": (weights.turn, VECTOR_LEAST, [c.turn for c in candidates]),
        "context": (weights.context, VECTOR_LEAST, [c.context for c in candidates]),
        "facts": (weights.facts, VECTOR_LEAST, [by_fact.get(c.id) for c in candidates]),
    }


def fact_lists(candidates: Sequence[FactCandidate], weights: FactWeights) -> dict[str, WeightedList]:
    """Return the lists that rank facts, by signal."""
    far = None if weights.by_rank else 0.0
    return {
        "vector": (weights.vector, VECTOR_LEAST, [c.vector for c in candidates]),
        "text": (weights.text, TEXT_LEAST, [c.text for c in candidates]),
        "walk": (weights.walk, WALK_LEAST, [1.0 / c.hops if c.hops else far for c in candidates]),
    }


def rank_episodes(
    candidates: Sequence[EpisodeCandidate],
    by_fact: Mapping[str, float],
    question: Question,
    weights: EpisodeWeights,
    most: int | None = None,
) -> list[Scored]:
    """Return the episodes, best first.

    Args:
        by_fact: by episode id, the similarity of the nearest fact derived from it.
        most: maximum number; None means all.
    """
    lists = episode_lists(candidates, by_fact, weights)
    facts, ids = lists["facts"][2], [c.id for c in candidates]
    scores = (
        ranks_fused(lists.values(), ids)
        if weights.by_rank
        else spread(with_neighbours(candidates, fused(lists.values(), len(ids)), weights))
    )
    extras = episode_extras(candidates, question, weights)
    totals = [score + sum(extra.values()) for score, extra in zip(scores, extras, strict=True)]
    order = sorted(range(len(ids)), key=lambda i: (-totals[i], -candidates[i].occurred, ids[i]))
    fallback = {"scope" if question.words else "recent": 1.0}
    signals = [
        {**_episode_signals(episode, fact), **extra}
        for episode, fact, extra in zip(candidates, facts, extras, strict=True)
    ]
    return [Scored(ids[i], totals[i], signals[i] if _has_value(signals[i]) else fallback) for i in order[:most]]


def _has_value(signals: Mapping[str, float | None]) -> bool:
    return any(value is not None for name, value in signals.items() if name != "recency")


def _named_speakers(candidates: Iterable[EpisodeCandidate], question: Question) -> frozenset[str]:
    """Return the speakers that the question names."""
    speakers = {episode.speaker for episode in candidates if episode.speaker}
    asked = frozenset(map(fold, question.words))
    return frozenset(name for name in speakers if asked.intersection(words(fold(name))))


def _episode_signals(episode: EpisodeCandidate, fact: float | None) -> dict[str, float | None]:
    return {
        "text": episode.text,
        "turn": _cosine(episode.turn),
        "context": _cosine(episode.context),
        "facts": _cosine(fact),
    }


def ranks_fused(lists: Iterable[WeightedList], ids: Sequence[str]) -> list[float]:
    """Return the weighted rank fusion of the lists."""
    return fused_ranks([(weight, values) for weight, _, values in lists], ids)


def with_neighbours(candidates: Sequence[EpisodeCandidate], base: list[float], weights: EpisodeWeights) -> list[float]:
    """Return the scores, each raised by those of the turns beside it in its session. A turn that is no hit has the lowest score.

    In a conversation with an assistant, only a question and its answer raise each other, not the exchange before or after.
    """
    by_id = {c.id: b for c, b in zip(candidates, base, strict=True)}
    before = {c.following: b for c, b in zip(candidates, base, strict=True) if c.following}
    lowest = min(base, default=0.0)
    return [
        b
        + (0.0 if c.role == "user" else weights.previous * before.get(c.id, lowest))
        + (0.0 if c.role == "assistant" else weights.following * by_id.get(c.following or "", lowest))
        for c, b in zip(candidates, base, strict=True)
    ]


def episode_extras(
    candidates: Sequence[EpisodeCandidate], question: Question, weights: EpisodeWeights
) -> list[dict[str, float]]:
    """Return what is added to the score of each episode beside its lists, by signal; nothing where ranks are fused."""
    if weights.by_rank:
        return [{} for _ in candidates]
    speakers, recencies = _named_speakers(candidates, question), _recencies(candidates, question, weights)
    return [
        _episode_extras(one, question, weights, speakers) | recency
        for one, recency in zip(candidates, recencies, strict=True)
    ]


def _recencies(
    candidates: Sequence[EpisodeCandidate], question: Question, weights: EpisodeWeights
) -> list[dict[str, float]]:
    """Return what recency adds to each episode: the more, the fewer of the days on which something was said are later.

    It adds nothing where the question names a date, and where all was said on one day.
    """
    days = sorted({one.occurred // DAY_MS for one in candidates}, reverse=True)
    if question.named or len(days) < 2:
        return [{} for _ in candidates]
    most = weights.recency * (CONTINUED if question.continues else 1)
    by_day = {day: most * 0.5 ** (age / HALF_LIFE_DAYS) for age, day in enumerate(days)}
    return [{"recency": by_day[one.occurred // DAY_MS]} for one in candidates]


def _episode_extras(
    episode: EpisodeCandidate, question: Question, weights: EpisodeWeights, speakers: frozenset[str]
) -> dict[str, float]:
    extra = {}
    if any(w.start <= episode.occurred < w.end for w in question.windows):
        extra["date"] = weights.date
    if episode.speaker in speakers:
        extra["speaker"] = weights.speaker
    if question.asks_when and episode.dated:
        extra["time_word"] = weights.time_word
    if episode.role == "user":
        extra["user"] = weights.user
    elif episode.asks:  # not for a user: a question to an assistant often has facts of the user in it
        extra["question"] = -weights.question
    return extra


def rank_facts(
    candidates: Sequence[FactCandidate],
    question: Question,
    weights: FactWeights,
    at: int,
    linked: Mapping[str, float] = NO_LINKS,
    asked: Mapping[str, float] = NO_LINKS,
) -> list[Scored]:
    """Return the facts, best first, in any state.

    Args:
        at: valid time, milliseconds since 1970. Recency and retention count from there.
        linked: by fact id, the weight of the association with the nearest facts.
        asked: by fact id, how well its relation fits the question, from 0 to 1.
    """
    lists, ids = fact_lists(candidates, weights).values(), [c.id for c in candidates]
    scores = ranks_fused(lists, ids) if weights.by_rank else spread(fused(lists, len(ids)))
    extras = [fact_extras(candidate, question, weights, at, linked, asked) for candidate in candidates]
    totals = [score + sum(extra.values()) for score, extra in zip(scores, extras, strict=True)]
    ranked = []
    for candidate, total, extra, loss in zip(candidates, totals, extras, cold_losses(candidates, totals), strict=True):
        walk = 1.0 / candidate.hops if candidate.hops else None
        signals = {"vector": _cosine(candidate.vector), "text": candidate.text, "walk": walk, **extra, **loss}
        ranked.append(Scored(candidate.id, total + sum(loss.values()), signals))
    return sorted(ranked, key=lambda s: (-s.score, s.id))


def cold_losses(candidates: Sequence[FactCandidate], totals: Sequence[float]) -> list[dict[str, float]]:
    """Return what each candidate loses for being cold: half of its score above the lowest score. Others lose nothing."""
    lowest = min(totals, default=0.0)
    return [
        {"cold": (lowest - total) / 2} if candidate.is_cold else {}
        for candidate, total in zip(candidates, totals, strict=True)
    ]


def fact_extras(
    fact: FactCandidate,
    question: Question,
    weights: FactWeights,
    at: int,
    linked: Mapping[str, float],
    asked: Mapping[str, float],
) -> dict[str, float]:
    """Return what is added to the score of a fact beside its lists, by signal; nothing where ranks are fused."""
    if weights.by_rank:
        return {}
    age = max(0, at - fact.confirmed)
    unused = at - max(fact.confirmed, fact.accessed or fact.confirmed)
    extra = {
        "confidence": weights.confidence * fact.confidence,
        "importance": weights.importance * fact.importance,
        "strength": weights.strength * fact.strength,
        "recency": weights.recency * 0.5 ** (age / HALF_LIFE_MS),
        "retention": weights.retention * retention(unused, fact.tier or fact.category, fact.importance, fact.stability),
    }
    if weight := linked.get(fact.id, 0.0):
        extra["association"] = weights.association * weight
    if fact.spread:
        extra["spread"] = weights.spread * fact.spread
    if fact.named:
        extra["named"] = weights.named
    if overlaps(fact, question.named):
        extra["date"] = weights.date
    if fit := asked.get(fact.id, 0.0):
        extra["relation"] = weights.relation * fit
    return extra


def overlaps(fact: FactCandidate, windows: Iterable[Window]) -> bool:
    """Whether the period of a fact overlaps a window."""
    return any(fact.start < w.end and w.start < fact.end for w in windows)


def is_gone(fact: FactCandidate, question: Question, at: int) -> bool:
    """Whether a fact had ended at a moment (milliseconds since 1970), and the question does not ask for it all the same.

    A question asks for what has ended by a date that lies in its period, or where it asks for the history of something.
    """
    return fact.state(at) == "ended" and not question.asks_history and not overlaps(fact, question.named)


def worded(candidates: Sequence[FactCandidate], question: Question) -> list[FactCandidate]:
    """Return the candidates with a text score for past versions.

    No full-text index holds past versions. Their score is the best text score times their share of the question's words,
    relative to the highest share.
    """
    shares = [_share(c.wording or "", question) for c in candidates]
    best, most = max((c.text or 0.0 for c in candidates), default=0.0) or 1.0, max(shares, default=0.0)
    return [
        c._replace(text=best * share / most) if c.text is None and share else c
        for c, share in zip(candidates, shares, strict=True)
    ]


def _share(wording: str, question: Question) -> float:
    """Return the share of the question's words that a wording has, compared by stem."""
    asked, stems = {stem(w) for w in question.words}, {stem(w) for w in words(wording)}
    return len(asked & stems) / len(asked) if asked else 0.0


def stem(word: str) -> str:
    """Return the stem of a word: its first four letters."""
    return word[:4]


def nearest_facts(candidates: Iterable[FactCandidate]) -> dict[str, float]:
    """Return by episode id the similarity of the nearest fact derived from the episode."""
    best: dict[str, float] = {}
    for fact in candidates:
        for id_ in fact.episode_ids if fact.vector is not None else ():
            best[id_] = max(best.get(id_, 0.0), fact.vector or 0.0)
    return best


def matches(fact: FactCandidate, nearest: float) -> bool:
    """Whether the question itself matches a fact, by words, by name or by meaning. A neighbour of a hit does not match."""
    return fact.text is not None or fact.named or (fact.vector is not None and fact.vector >= nearest - _NEAR)


def _cosine(similarity: float | None) -> float | None:
    return None if similarity is None else 2.0 * similarity - 1.0
