"""When a fact becomes core, and when it goes cold. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.recall.decay import FLOOR, lifetime_days

CORE = "core"
CORE_USES, CORE_STABILITY, CORE_SESSIONS = 10, 0.85, 2
"""A fact becomes core with this many uses, this stability, and this many sessions in which it was told."""
COLD_AFTER_DAYS = 7.0
"""Days at the floor of its retention after which a fact is cold."""
NEVER_COLD = 0.8
"""A fact of this importance or more never goes cold."""


@dataclass(frozen=True, slots=True)
class FactUse:
    """What ageing needs of a fact. `last`: its last confirmation, use or version, UTC; `stability` None = the initial one."""

    category: str
    tier: str | None
    importance: float
    stability: float | None
    uses: int
    sessions: int
    last: datetime

    @property
    def ages_as(self) -> str:
        """The category by which it ages: core once it was promoted."""
        return self.tier or self.category


def is_promoted(fact: FactUse) -> bool:
    """Whether a fact has earned the tier core. A fact that is core by its category needs no tier."""
    return (
        fact.ages_as != CORE
        and fact.uses >= CORE_USES
        and (fact.stability or 0.0) >= CORE_STABILITY
        and fact.sessions >= CORE_SESSIONS
    )


def cold_from(fact: FactUse) -> datetime | None:
    """Return when a fact goes cold if nobody uses it: 7 days after its retention came to the floor. None = never.

    Core and procedural facts never go cold, and neither do facts of importance .8 and more.
    """
    lifetime = lifetime_days(fact.ages_as, fact.importance, fact.stability)
    if fact.ages_as == CORE or lifetime is None or fact.importance >= NEVER_COLD:
        return None
    days = min(-math.log(FLOOR) * lifetime + COLD_AFTER_DAYS, _MOST_DAYS)
    return fact.last + timedelta(days=days)


_MOST_DAYS = 365_000.0
