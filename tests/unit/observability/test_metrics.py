"""What is counted, and under which labels."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from graphmem.observability import metrics
from graphmem_contract.errors import ModelError


def value(name: str, **labels: str) -> float:
    """A number as it stands now; 0 where nothing was counted."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def growth(work: Callable[[], None], name: str, **labels: str) -> float:
    before = value(name, **labels)
    work()
    return value(name, **labels) - before


def within(context: AbstractContextManager[Any], error: BaseException | None = None) -> None:
    with context:
        if error:
            raise error


def failing(context: AbstractContextManager[Any], error: BaseException) -> None:
    with pytest.raises(type(error)):
        within(context, error)


@pytest.mark.parametrize(
    ("method", "route", "status", "labels"),
    [
        ("GET", "/v1/brains/{brain}", 200, {"method": "GET", "route": "/v1/brains/{brain}", "status": "200"}),
        ("BREW", None, None, {"method": "other", "route": "none", "status": "none"}),
    ],
)
def test_a_request_has_no_label_that_a_caller_can_invent(
    method: str, route: str | None, status: int | None, labels: dict[str, str]
) -> None:
    name = "graphmem_http_request_seconds_count"
    assert growth(lambda: metrics.request(method, route, status, 0.1), name, **labels) == 1


def test_an_episode_counts_by_its_outcome() -> None:
    name, error = "graphmem_episode_seconds_count", ModelError("away")
    assert growth(lambda: within(metrics.episode("ana", "e1")), name, outcome="extracted") == 1
    assert growth(lambda: failing(metrics.episode("ana", "e1"), error), name, outcome="failed") == 1
    assert growth(lambda: failing(metrics.episode("ana", "e1"), KeyError()), name, outcome="left") == 1


def test_a_model_call_counts_its_tokens_and_its_outcome() -> None:
    def call() -> None:
        with metrics.model_call("facts", "a-model") as spent:
            spent(30, 5)

    assert growth(call, "graphmem_model_tokens_total", model="a-model", direction="input") == 30
    assert growth(call, "graphmem_model_tokens_total", model="a-model", direction="output") == 5
    name, labels = "graphmem_model_call_seconds_count", {"purpose": "facts", "model": "a-model"}
    assert growth(call, name, **labels, outcome="answered") == 1
    work = metrics.model_call("facts", "a-model")
    assert growth(lambda: failing(work, ModelError("away")), name, **labels, outcome="failed") == 1


def test_texts_are_counted_only_once_they_are_embedded() -> None:
    name, labels = "graphmem_embedded_texts_total", {"model": "an-embedder"}
    assert growth(lambda: within(metrics.embedding("an-embedder", 7)), name, **labels) == 7
    assert growth(lambda: failing(metrics.embedding("an-embedder", 7), ModelError("x")), name, **labels) == 0


def test_stages_and_queries_are_timed_by_their_names() -> None:
    assert growth(lambda: within(metrics.stage("commit")), "graphmem_stage_seconds_count", stage="commit") == 1
    name = "graphmem_neo4j_statement_seconds_count"
    assert growth(lambda: within(metrics.statement("ingest/commit")), name, statement="ingest/commit") == 1


async def test_only_repeated_tries_of_a_transaction_count_as_retries() -> None:
    async def work(tx: str) -> str:
        return f"done in {tx}"

    before, counted = value("graphmem_transaction_retries_total"), metrics.counted(work)
    assert await counted("tx1") == "done in tx1"
    assert value("graphmem_transaction_retries_total") == before
    await counted("tx2")
    await counted("tx3")
    assert value("graphmem_transaction_retries_total") == before + 2


def test_conflicts_and_trims_are_counted() -> None:
    assert growth(metrics.conflict, "graphmem_commit_conflicts_total") == 1
    assert growth(metrics.trimmed, "graphmem_heap_trims_total") == 1


def test_the_parts_of_a_recall_are_timed_in_seconds() -> None:
    name, labels = "graphmem_recall_seconds_sum", {"recipe": "a-recipe", "part": "search"}
    assert growth(lambda: metrics.recalled("a-recipe", {"search_ms": 250.0}), name, **labels) == pytest.approx(0.25)


def test_a_queue_that_nobody_can_tell_shows_no_old_numbers() -> None:
    metrics.queue({"pending": 4}, 12.5)
    assert (value("graphmem_database_up"), value("graphmem_queue_episodes", status="pending")) == (1, 4)
    assert value("graphmem_queue_oldest_seconds") == 12.5
    metrics.queue(None, 0.0)
    assert value("graphmem_database_up") == 0
    assert metrics.REGISTRY.get_sample_value("graphmem_queue_episodes", {"status": "pending"}) is None
    assert math.isnan(value("graphmem_queue_oldest_seconds"))


async def test_the_exposition_has_what_was_measured() -> None:
    metrics.tasks()
    metrics.conflict()
    text = metrics.exposition().decode()
    assert "graphmem_commit_conflicts_total " in text
    assert value("graphmem_tasks") >= 1
