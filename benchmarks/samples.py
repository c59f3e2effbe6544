"""Percentiles of durations, and the results of a benchmark run by part."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any


def percentile(samples: Sequence[float], share: float) -> float:
    """Return the smallest sample that at least this share of all samples does not exceed; `samples` is not empty."""
    return sorted(samples)[max(math.ceil(share * len(samples)) - 1, 0)]


def summary(seconds: Sequence[float]) -> dict[str, float]:
    """Return number, median, 95th percentile and mean, in milliseconds."""
    return {
        "n": len(seconds),
        "p50": round(1000 * percentile(seconds, 0.5), 2),
        "p95": round(1000 * percentile(seconds, 0.95), 2),
        "mean": round(1000 * sum(seconds) / len(seconds), 2),
    }


def result(run: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the figures of one part of a run; empty if it was not run or failed."""
    return dict(run["parts"].get(part, {}).get("result", {}))
