"""The metrics of a process as numbers."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, Histogram

from graphmem.observability import metrics
from graphmem.observability.snapshot import Spread, counted, model_calls, spreads_of, stage_durations


def spread(*values: float) -> Spread:
    registry = CollectorRegistry()
    histogram = Histogram("seconds", "about", ("name",), buckets=(0.1, 0.2, 1.0), registry=registry)
    for value in values:
        histogram.labels("a").observe(value)
    (metric,) = registry.collect()
    return spreads_of((one for one in metric.samples if not one.name.endswith("_created")), ("name",))[("a",)]


def test_a_histogram_gives_its_mean_and_its_shares() -> None:
    found = spread(*[0.05] * 50, *[0.15] * 50)
    assert (found.count, found.mean_ms) == (100, 100.0)
    assert found.share_ms(0.5) == pytest.approx(100.0)
    assert found.share_ms(0.75) == pytest.approx(150.0)
    assert spread(5.0).share_ms(0.95) == 1000.0, "above the last bound it is that bound"


def test_without_a_value_there_is_nothing() -> None:
    assert (Spread().mean_ms, Spread().share_ms(0.95)) == (0.0, 0.0)


def test_stages_and_calls_of_this_process_are_counted() -> None:
    with metrics.stage("a test stage"):
        pass
    (stage,) = [one for one in stage_durations() if one.stage == "a test stage"]
    assert stage.count == 1
    with metrics.model_call("a test", "a model") as spent:
        spent(1, 1)
    with pytest.raises(ValueError, match="broken"), metrics.model_call("a test", "a model"):
        raise ValueError("broken")
    (call,) = [one for one in model_calls() if one.purpose == "a test"]
    assert (call.model, call.answered, call.failed) == ("a model", 1, 1)


def test_a_counter_is_read_by_the_name_of_its_sample() -> None:
    before = counted("graphmem_commit_conflicts_total")
    metrics.conflict()
    assert counted("graphmem_commit_conflicts_total") == before + 1
