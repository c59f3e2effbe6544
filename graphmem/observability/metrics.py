"""What a process counts and measures, for Prometheus; the steps of the pipeline, the store and the models call these.

No label ever holds a brain's name, an id or anything that somebody wrote: labels are names of routes, stages, statements, models.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, Summary, generate_latest

from graphmem.errors import GraphmemError
from graphmem.observability.tracing import span

T = TypeVar("T")

REGISTRY = CollectorRegistry()
"""graphmem's own, so that a program that uses it as a library keeps its numbers apart."""
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_QUICK = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300)

_requests = Histogram(
    "graphmem_http_request_seconds", "Requests to the API, until the answer was sent", ("method", "route", "status"),
    buckets=_QUICK, registry=REGISTRY,
)  # fmt: skip
_episodes = Histogram(
    "graphmem_episode_seconds", "Extraction of one episode, all stages", ("outcome",), buckets=_SLOW, registry=REGISTRY
)
_stages = Histogram(
    "graphmem_stage_seconds", "One stage of an extraction", ("stage",), buckets=_QUICK, registry=REGISTRY
)
_calls = Histogram(
    "graphmem_model_call_seconds", "One call to a language model", ("purpose", "model", "outcome"), buckets=_SLOW,
    registry=REGISTRY,
)  # fmt: skip
_tokens = Counter(
    "graphmem_model_tokens", "Tokens as the provider counts them", ("model", "direction"), registry=REGISTRY
)
_embedded = Counter("graphmem_embedded_texts", "Texts for which a vector was made", ("model",), registry=REGISTRY)
_embedding = Histogram(
    "graphmem_embedding_seconds", "Vectors for several texts at once", ("model",), buckets=_QUICK, registry=REGISTRY
)
_statements = Summary(
    "graphmem_neo4j_statement_seconds",
    "One statement, from sending it to its last row",
    ("statement",),
    registry=REGISTRY,
)
_retries = Counter("graphmem_transaction_retries", "Transactions begun again after a passing error", registry=REGISTRY)
_conflicts = Counter("graphmem_commit_conflicts", "Commits that another writer overtook", registry=REGISTRY)
_trims = Counter("graphmem_heap_trims", "Times that free memory was given back to the system.", registry=REGISTRY)
_recalls = Histogram(
    "graphmem_recall_seconds", "Recall by its parts", ("recipe", "part"), buckets=_QUICK, registry=REGISTRY
)
_queue = Gauge("graphmem_queue_episodes", "Episodes in all brains by status", ("status",), registry=REGISTRY)
_oldest = Gauge(
    "graphmem_queue_oldest_seconds", "Since when the oldest episode that waits has been waiting; 0 = none waits",
    registry=REGISTRY,
)  # fmt: skip
_up = Gauge("graphmem_database_up", "Whether Neo4j answered when it was last asked: 1 or 0", registry=REGISTRY)
_tasks = Gauge("graphmem_tasks", "asyncio tasks of this process that have not ended", registry=REGISTRY)
ProcessCollector(registry=REGISTRY)  # memory, open files and processor time, where the system tells them


@contextmanager
def _timed(observe: Callable[[float], None]) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        observe(time.perf_counter() - started)


def request(method: str, route: str | None, status: int | None, seconds: float) -> None:
    """A request was answered; `route` as it is declared ("/v1/brains/{brain}"), None = no route was found or needed."""
    known = method if method in _METHODS else "other"
    _requests.labels(known, route or "none", str(status or "none")).observe(seconds)


_METHODS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"))


@contextmanager
def episode(brain: str, id: str | None) -> Iterator[None]:
    """The extraction of an episode: extracted, failed, or left to somebody else. The span names it, the metric does not."""
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
    """One stage of an extraction."""
    with span(f"graphmem.stage {name}", {"graphmem.stage": name}), _timed(_stages.labels(name).observe):
        yield


@contextmanager
def model_call(purpose: str, model: str) -> Iterator[Callable[[int, int], None]]:
    """A call to a language model; what it yields takes the tokens that went in and came out."""
    started, outcome = time.perf_counter(), "failed"
    with span(f"graphmem.model {purpose}", {"gen_ai.request.model": model, "graphmem.purpose": purpose}) as current:

        def spent(given: int, said: int) -> None:
            _tokens.labels(model, "input").inc(given)
            _tokens.labels(model, "output").inc(said)
            current.set_attributes({"gen_ai.usage.input_tokens": given, "gen_ai.usage.output_tokens": said})

        try:
            yield spent
            outcome = "answered"
        finally:
            _calls.labels(purpose, model, outcome).observe(time.perf_counter() - started)


@contextmanager
def embedding(model: str, texts: int) -> Iterator[None]:
    """Vectors are made for so many texts."""
    with (
        span("graphmem.embed", {"graphmem.model": model, "graphmem.texts": texts}),
        _timed(_embedding.labels(model).observe),
    ):
        yield
    _embedded.labels(model).inc(texts)


@contextmanager
def statement(name: str) -> Iterator[None]:
    """A statement is sent, by the name of its file in `cypher/`."""
    with span(name, {"db.system.name": "neo4j", "db.query.summary": name}), _timed(_statements.labels(name).observe):
        yield


def counted(work: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    """Work in a transaction, which the driver may begin again."""
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
    """Another writer was faster; the commit is made anew under the lock."""
    _conflicts.inc()


def trimmed() -> None:
    """Free memory has been given back to the system."""
    _trims.inc()


def recalled(recipe: str, timings: Mapping[str, float]) -> None:
    """A question was answered. `timings`: milliseconds by `<part>_ms`."""
    for part, ms in timings.items():
        _recalls.labels(recipe, part.removesuffix("_ms")).observe(ms / 1000)


def queue(states: Mapping[str, int] | None, oldest: float) -> None:
    """How many episodes are in each status, and how many seconds the oldest has been waiting; None = nobody could tell."""
    _up.set(0 if states is None else 1)
    for status, episodes in (states or {}).items():
        _queue.labels(status).set(episodes)
    _oldest.set(oldest if states is not None else float("nan"))
    if states is None:
        _queue.clear()


def tasks() -> None:
    """Counts what runs in this thread's event loop."""
    _tasks.set(len(asyncio.all_tasks()))


def exposition() -> bytes:
    """Everything, as Prometheus reads it (`MEDIA_TYPE`)."""
    return generate_latest(REGISTRY)
