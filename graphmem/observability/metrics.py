"""Metrics of a process for Prometheus. The pipeline, the store and the models record them.

No label holds the name of a brain, an id or user text. Labels are names of routes, stages, statements and models.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, Summary, generate_latest

from graphmem.observability.tracing import span
from graphmem_contract.errors import GraphmemError

T = TypeVar("T")

REGISTRY = CollectorRegistry()
"""A registry of graphmem's own: a program that uses it as a library keeps its own metrics apart."""
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_QUICK = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300)

_requests = Histogram(
    "graphmem_http_request_seconds", "Duration of API requests, until the answer is sent", ("method", "route", "status"),
    buckets=_QUICK, registry=REGISTRY,
)  # fmt: skip
_episodes = Histogram(
    "graphmem_episode_seconds",
    "Duration of the extraction of one episode, all stages",
    ("outcome",),
    buckets=_SLOW,
    registry=REGISTRY,
)
_stages = Histogram(
    "graphmem_stage_seconds", "Duration of one stage of an extraction", ("stage",), buckets=_QUICK, registry=REGISTRY
)
_calls = Histogram(
    "graphmem_model_call_seconds", "Duration of one call to a language model", ("purpose", "model", "outcome"), buckets=_SLOW,
    registry=REGISTRY,
)  # fmt: skip
_tokens = Counter(
    "graphmem_model_tokens", "Tokens, as counted by the provider", ("model", "direction"), registry=REGISTRY
)
_embedded = Counter("graphmem_embedded_texts", "Embedded texts", ("model",), registry=REGISTRY)
_embedding = Histogram(
    "graphmem_embedding_seconds", "Duration of one call to the embedder", ("model",), buckets=_QUICK, registry=REGISTRY
)
_statements = Summary(
    "graphmem_neo4j_statement_seconds",
    "Duration of one query, from sending it to its last row",
    ("statement",),
    registry=REGISTRY,
)
_retries = Counter("graphmem_transaction_retries", "Transactions retried after a transient error", registry=REGISTRY)
_conflicts = Counter("graphmem_commit_conflicts", "Commits that conflicted with another writer", registry=REGISTRY)
_audit_lost = Counter(
    "graphmem_audit_lost", "Lines of the audit log that were lost, because too many waited", registry=REGISTRY
)
_trims = Counter("graphmem_heap_trims", "Returns of free memory to the system", registry=REGISTRY)
_recalls = Histogram(
    "graphmem_recall_seconds",
    "Duration of the parts of a recall",
    ("recipe", "part"),
    buckets=_QUICK,
    registry=REGISTRY,
)
_upkeep = Histogram(
    "graphmem_upkeep_seconds",
    "Duration of one run of a job of upkeep over one brain",
    ("job", "outcome"),
    buckets=_SLOW,
    registry=REGISTRY,
)
_upkept = Counter("graphmem_upkeep_changes", "Changes by jobs of upkeep", ("job",), registry=REGISTRY)
_queue = Gauge("graphmem_queue_episodes", "Episodes in all brains by status", ("status",), registry=REGISTRY)
_oldest = Gauge(
    "graphmem_queue_oldest_seconds", "Waiting time of the oldest episode in the queue; 0 = none waits",
    registry=REGISTRY,
)  # fmt: skip
_up = Gauge("graphmem_database_up", "Whether Neo4j answered the last check: 1 or 0", registry=REGISTRY)
_tasks = Gauge("graphmem_tasks", "Unfinished asyncio tasks of this process", registry=REGISTRY)
ProcessCollector(registry=REGISTRY)  # memory, open files and processor time, where the system reports them


@contextmanager
def _timed(observe: Callable[[float], None]) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        observe(time.perf_counter() - started)


def request(method: str, route: str | None, status: int | None, seconds: float) -> None:
    """Record an answered request. `route` as declared ("/v1/brains/{brain}"); None = no route matched or none was needed."""
    known = method if method in _METHODS else "other"
    _requests.labels(known, route or "none", str(status or "none")).observe(seconds)


_METHODS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"))


@contextmanager
def episode(brain: str, id: str | None) -> Iterator[None]:
    """Measure the extraction of an episode, with its outcome: extracted, failed, or left to another worker.

    The brain and the episode are attributes of the span, and no labels of the metric.
    """
    started, outcome = time.perf_counter(), "left"
    with span("graphmem.episode", {"graphmem.brain": brain, "graphmem.episode": id}):
        try:
            yield
            outcome = "extracted"
        except GraphmemError:
            outcome = "failed"
            raise
        finally:
            _episodes.labels(outcome).observe(time.perf_counter() - started)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Measure one stage of an extraction."""
    with span(f"graphmem.stage {name}", {"graphmem.stage": name}), _timed(_stages.labels(name).observe):
        yield


@contextmanager
def model_call(purpose: str, model: str) -> Iterator[Callable[[int, int], None]]:
    """Measure a call to a language model. Yields a function that records its input and output tokens."""
    started, outcome = time.perf_counter(), "failed"
    with span(f"graphmem.model {purpose}", {"gen_ai.request.model": model, "graphmem.purpose": purpose}) as current:

        def spent(tokens_in: int, tokens_out: int) -> None:
            _tokens.labels(model, "input").inc(tokens_in)
            _tokens.labels(model, "output").inc(tokens_out)
            current.set_attributes({"gen_ai.usage.input_tokens": tokens_in, "gen_ai.usage.output_tokens": tokens_out})

        try:
            yield spent
            outcome = "answered"
        finally:
            _calls.labels(purpose, model, outcome).observe(time.perf_counter() - started)


@contextmanager
def embedding(model: str, texts: int) -> Iterator[None]:
    """Measure the embedding of `texts` texts in one call."""
    with (
        span("graphmem.embed", {"graphmem.model": model, "graphmem.texts": texts}),
        _timed(_embedding.labels(model).observe),
    ):
        yield
    _embedded.labels(model).inc(texts)


@contextmanager
def upkeep(job: str) -> Iterator[Callable[[int], None]]:
    """Measure one run of a job of upkeep. Yields a function that records how much the job changed."""
    started, outcome = time.perf_counter(), "failed"
    with span(f"graphmem.upkeep {job}", {"graphmem.job": job}):
        try:
            yield _upkept.labels(job).inc
            outcome = "done"
        finally:
            _upkeep.labels(job, outcome).observe(time.perf_counter() - started)


@contextmanager
def statement(name: str) -> Iterator[None]:
    """Measure a query, by the name of its file in `cypher/`."""
    with span(name, {"db.system.name": "neo4j", "db.query.summary": name}), _timed(_statements.labels(name).observe):
        yield


def counted(work: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    """Return the work of a transaction, with a count of the retries by the driver."""
    tries = 0

    @functools.wraps(work)
    async def counting(*args: Any) -> T:
        nonlocal tries
        tries += 1
        if tries > 1:
            _retries.inc()
        return await work(*args)

    return counting


def conflict() -> None:
    """Count a commit that conflicted with another writer and is repeated under the lock."""
    _conflicts.inc()


def audit_lost(lines: int) -> None:
    """Count lines of the audit log that were lost."""
    _audit_lost.inc(lines)


def trimmed() -> None:
    """Count a return of free memory to the system."""
    _trims.inc()


def recalled(recipe: str, timings: Mapping[str, float]) -> None:
    """Record a recall. `timings`: milliseconds by `<part>_ms`."""
    for part, ms in timings.items():
        _recalls.labels(recipe, part.removesuffix("_ms")).observe(ms / 1000)


def queue(states: Mapping[str, int] | None, oldest: float) -> None:
    """Record the episodes by status, and the age in seconds of the oldest that waits. None = the database did not answer."""
    _up.set(0 if states is None else 1)
    for status, episodes in (states or {}).items():
        _queue.labels(status).set(episodes)
    _oldest.set(oldest if states is not None else float("nan"))
    if states is None:
        _queue.clear()


def tasks() -> None:
    """Record the number of tasks in this thread's event loop."""
    _tasks.set(len(asyncio.all_tasks()))


def exposition() -> bytes:
    """Return all metrics in the text format of Prometheus (`MEDIA_TYPE`)."""
    return generate_latest(REGISTRY)
