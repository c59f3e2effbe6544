"""The importance of an entity and the vitality of a fact, from how they are stated and used. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

HALF_LIFE_DAYS = 30.0
"""Days after which the share of recency has halved."""
MOST_FACTS, MOST_RETRIEVALS, MOST_NEIGHBOURS = 30, 30, 20
"""Numbers of an entity from which a share is 1."""
MOST_USES, MOST_STATED = 10, 5
"""Numbers of a fact from which a share is 1: uses, and further statements that confirm it."""
CORRECTED = 0.8
"""What a correction multiplies the vitality with."""
DIGITS = 3
"""Numbers are stored with this many digits, so that a small change writes nothing."""


@dataclass(frozen=True, slots=True)
class EntityNumbers:
    """`facts` that hold, `retrievals` of its facts, `neighbours` over them; `days` since the last confirmation or use."""

    facts: int
    retrievals: int
    neighbours: int
    days: float


@dataclass(frozen=True, slots=True)
class FactNumbers:
    """`uses`, `days` since the last confirmation or use, `confidence`, `stated` times, `corrections`."""

    uses: int
    days: float
    confidence: float
    stated: int
    corrections: int


def importance(entity: EntityNumbers) -> float:
    """Return the importance of an entity, 0 to 1: density .30, recency .25, retrievals .25, degree .20. Without facts 0."""
    if entity.facts == 0:
        return 0.0
    return round(
        0.30 * share(entity.facts, MOST_FACTS)
        + 0.25 * recency(entity.days)
        + 0.25 * share(entity.retrievals, MOST_RETRIEVALS)
        + 0.20 * share(entity.neighbours, MOST_NEIGHBOURS),
        DIGITS,
    )


def vitality(fact: FactNumbers) -> float:
    """Return the vitality of a fact, 0 to .9: uses .30, recency .25, confidence .20, reinforcement .15; × .8 a correction."""
    whole = (
        0.30 * share(fact.uses, MOST_USES)
        + 0.25 * recency(fact.days)
        + 0.20 * fact.confidence
        + 0.15 * share(fact.stated - 1, MOST_STATED)
    )
    return round(whole * CORRECTED**fact.corrections, DIGITS)


def share(count: int, most: int) -> float:
    """Return ln(1 + count) / ln(1 + most), 0 to 1: each further one counts less."""
    return min(1.0, math.log1p(max(0, count)) / math.log1p(most))


def recency(days: float) -> float:
    """Return what is left after some days: it halves every 30 days."""
    return float(0.5 ** (max(0.0, days) / HALF_LIFE_DAYS))
