"""How the weight of an association falls with time. Pure."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

DECAY_DAYS = 90.0
"""Days after which a weight has fallen to 1 / e of what it was."""
WEAKEST = 0.05
"""An association with a lower weight is removed."""


def decayed(weight: float, days: int) -> float:
    """Return the weight after some days: weight · exp(-days / 90)."""
    return weight * math.exp(-max(0, days) / DECAY_DAYS)


def whole_days(since: datetime, now: datetime) -> int:
    """Return the whole days between two moments; 0 if the second is not later.

    Weights fall by whole days only: what remains of a day counts at the next run, so two runs at one moment are one.
    """
    return max(0, (now - since) // timedelta(days=1))
