"""The metrics of this process as numbers: durations of stages, model calls, retries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from prometheus_client.samples import Sample

from graphmem.observability.metrics import REGISTRY
from graphmem_contract.operations import ModelCallCount, StageDuration

STAGES, CALLS = "graphmem_stage_seconds", "graphmem_model_call_seconds"
RETRIES, CONFLICTS = "graphmem_transaction_retries_total", "graphmem_commit_conflicts_total"


@dataclass(slots=True)
class Spread:
    """A histogram: number and sum of its values in seconds, and how many are at most each bound."""

    count: int = 0
    total: float = 0.0
    bounds: dict[float, int] = field(default_factory=dict)

    @property
    def mean_ms(self) -> float:
        """Return the mean in milliseconds; 0 without a value."""
        return round(1000 * self.total / self.count, 2) if self.count else 0.0

    def share_ms(self, share: float) -> float:
        """Return the milliseconds below which a share lies, linear within a bucket; at most the last bound."""
        wanted, below, least = share * self.count, 0, 0.0
        for bound, seen in sorted(self.bounds.items()):
            if seen >= wanted and seen > below:
                inside = (wanted - below) / (seen - below)
                return round(1000 * (least if bound == float("inf") else least + (bound - least) * inside), 2)
            below, least = seen, bound
        return 0.0


def stage_durations() -> tuple[StageDuration, ...]:
    """Return how long each stage takes in this process, the slowest first."""
    spreads = spreads_of(samples_of(STAGES), ("stage",))
    found = [
        StageDuration(stage=stage, count=one.count, mean_ms=one.mean_ms, p95_ms=one.share_ms(0.95))
        for (stage,), one in spreads.items()
        if one.count
    ]
    return tuple(sorted(found, key=lambda one: -one.mean_ms))


def model_calls() -> tuple[ModelCallCount, ...]:
    """Return the calls to language models by this process, those with most failures first."""
    by_call: dict[tuple[str, str], dict[str, Spread]] = {}
    for (purpose, model, outcome), spread in spreads_of(samples_of(CALLS), ("purpose", "model", "outcome")).items():
        by_call.setdefault((purpose, model), {})[outcome] = spread
    found = [_calls(purpose, model, outcomes) for (purpose, model), outcomes in by_call.items()]
    return tuple(sorted(found, key=lambda one: (-one.failed, -one.answered)))


def _calls(purpose: str, model: str, outcomes: Mapping[str, Spread]) -> ModelCallCount:
    answered, failed = (outcomes.get(outcome, Spread()) for outcome in ("answered", "failed"))
    both = Spread(answered.count + failed.count, answered.total + failed.total)
    return ModelCallCount(
        purpose=purpose, model=model, answered=answered.count, failed=failed.count, mean_ms=both.mean_ms
    )


def counted(name: str) -> int:
    """Return the value of a counter of this process, by the name of its sample."""
    return int(REGISTRY.get_sample_value(name) or 0)


def samples_of(name: str) -> list[Sample]:
    """Return the samples of a metric of this process."""
    return [sample for metric in REGISTRY.collect() if metric.name == name for sample in metric.samples]


def spreads_of(samples: Iterable[Sample], labels: tuple[str, ...]) -> dict[tuple[str, ...], Spread]:
    """Return the histograms in the samples of a metric, by the values of their labels."""
    spreads: dict[tuple[str, ...], Spread] = {}
    for sample in samples:
        spread = spreads.setdefault(tuple(sample.labels[label] for label in labels), Spread())
        if sample.name.endswith("_count"):
            spread.count = int(sample.value)
        elif sample.name.endswith("_sum"):
            spread.total = sample.value
        elif sample.name.endswith("_bucket"):
            spread.bounds[float(sample.labels["le"])] = int(sample.value)
    return spreads
