"""Counts the statements that this process sends, by the name of their file, from the metrics that it keeps anyway."""

from __future__ import annotations

from collections import Counter

from graphmem.observability.metrics import REGISTRY


def _sent() -> Counter[str]:
    samples = (one for metric in REGISTRY.collect() for one in metric.samples)
    return Counter(
        {
            one.labels["statement"]: int(one.value)
            for one in samples
            if one.name == "graphmem_neo4j_statement_seconds_count"
        }
    )


class SentStatements:
    """How often each statement was sent since it was made, or since `clear`."""

    def __init__(self) -> None:
        self._before = _sent()

    def __getitem__(self, name: str) -> int:
        return _sent()[name] - self._before[name]

    def clear(self) -> None:
        """Start counting from zero."""
        self._before = _sent()
