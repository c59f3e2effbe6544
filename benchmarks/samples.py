"""Percentiles of what was timed."""

from __future__ import annotations

import math
from collections.abc import Sequence


def percentile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that so large a share of all does not exceed; `samples` is not empty."""
    return sorted(samples)[max(math.ceil(share * len(samples)) - 1, 0)]


def summary(seconds: Sequence[float]) -> dict[str, float]:
    """Number, median, 95th percentile and mean, in milliseconds."""
    return {
        "n": len(seconds),
        "p50": round(1000 * percentile(seconds, 0.5), 2),
        "p95": round(1000 * percentile(seconds, 0.95), 2),
        "mean": round(1000 * sum(seconds) / len(seconds), 2),
    }
