"""Retention: how far a fact has faded since it was last confirmed or used. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

DAY_MS = 86_400_000
DAYS: Mapping[str, float] = MappingProxyType({"episodic": 45.0, "semantic": 240.0, "core": 120.0})
"""Decay time in days per category, multiplied by the stability. A category without an entry (procedural) never fades."""
FLOORS: Mapping[str, float] = MappingProxyType({"core": 0.60})
FLOOR = 0.02
DIRECT_BOOST, MOST_WEEKS = 0.1, 2.0
"""What a use adds to the stability for each week since the last use, and the most weeks that count."""
_MOST_IMPORTANT = 3.0


def initial_stability(importance: float) -> float:
    """Return the stability of a fact that has none stored: 0.1 + 0.3 · importance."""
    return 0.1 + 0.3 * importance


def retention(age_ms: int, category: str, importance: float, stability: float | None) -> float:
    """Return the retention, 0 to 1: max(floor, exp(-days / (stability · min(1 + 2 · importance, 3) · days of the category))).

    Args:
        age_ms: milliseconds since the fact was last confirmed or used. A negative age counts as 0.
        stability: None means the initial stability.
    """
    lifetime = lifetime_days(category, importance, stability)
    if lifetime is None:
        return 1.0
    remaining = math.exp(-max(0, age_ms) / DAY_MS / lifetime) if lifetime > 0 else 0.0
    return max(FLOORS.get(category, FLOOR), remaining)


def lifetime_days(category: str, importance: float, stability: float | None) -> float | None:
    """Return the days after which the retention has fallen to 1 / e; None: it never falls.

    Args:
        stability: None means the initial stability.
    """
    days = DAYS.get(category)
    if days is None:
        return None
    current = initial_stability(importance) if stability is None else stability
    return current * min(1 + 2 * importance, _MOST_IMPORTANT) * days


def boosted(stability: float, days: float) -> float:
    """Return the stability after a use: 0.1 more for every week since the last one, at most 0.2, up to 1.

    cypher/recall/reinforce.cypher computes the same.
    """
    return min(1.0, stability + DIRECT_BOOST * min(MOST_WEEKS, max(0.0, days) / 7))
