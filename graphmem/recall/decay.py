"""How much of a fact is left after a time in which nobody spoke of it. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

DAY_MS = 86_400_000
DAYS: Mapping[str, float] = MappingProxyType({"episodic": 45.0, "semantic": 240.0, "core": 120.0})
"""Days over which a fact of a category fades, times its stability; what one knows how to do stays (procedural)."""
FLOORS: Mapping[str, float] = MappingProxyType({"core": 0.60})
FLOOR = 0.02
_MOST_IMPORTANT = 3.0


def initial_stability(importance: float) -> float:
    """Of a fact that has none yet."""
    return 0.1 + 0.3 * importance


def retention(age_ms: int, category: str, importance: float, stability: float | None) -> float:
    """What is left, from 0 to 1: max(floor, exp(-days / (stability · min(1 + 2 · importance, 3) · days of its category))).

    Args:
        age_ms: since it was last confirmed or used; in the future counts as now.
        stability: None = the initial one.
    """
    days = DAYS.get(category)
    if days is None:
        return 1.0
    held = initial_stability(importance) if stability is None else stability
    lasts = held * min(1 + 2 * importance, _MOST_IMPORTANT) * days
    left = math.exp(-max(0, age_ms) / DAY_MS / lasts) if lasts > 0 else 0.0
    return max(FLOORS.get(category, FLOOR), left)
