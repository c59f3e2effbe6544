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
    days = DAYS.get(category)
    if days is None:
        return 1.0
    current = initial_stability(importance) if stability is None else stability
    lifetime = current * min(1 + 2 * importance, _MOST_IMPORTANT) * days
    remaining = math.exp(-max(0, age_ms) / DAY_MS / lifetime) if lifetime > 0 else 0.0
    return max(FLOORS.get(category, FLOOR), remaining)
