"""Records of the running service: its queue, its workers, its models, its database, and what its checks found."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.brains import QueueState
from graphmem_contract.records import Record, Time


class BrainQueue(Record):
    """The queue of one brain."""

    brain: str
    queue: QueueState


class QueuedEpisode(Record):
    """An episode in the queue. `attempts`: those that have begun.

    `due_at`: of a pending episode, when it is due; of one that is being extracted, when its lease expires, unless it is renewed.
    `is_overdue`: that time has passed. `error`: why the last attempt failed.
    """

    brain: str
    episode_id: str
    status: Literal["pending", "extracting"]
    attempts: int
    recorded_at: Time
    due_at: Time | None
    is_overdue: bool
    error: str | None = None


class WorkerState(Record):
    """The workers of the process that answers. `size`: how many episodes it extracts at a time; 0 = none."""

    size: int
    busy: int


class StageDuration(Record):
    """How long a stage takes in the process that answers, since its start. `p95_ms` is estimated from a histogram."""

    stage: str
    count: int
    mean_ms: float
    p95_ms: float


class ModelCallCount(Record):
    """Calls to a language model by the process that answers, since its start."""

    purpose: str
    model: str
    answered: int
    failed: int
    mean_ms: float


class ProcessState(Record):
    """The process that answers, since its start.

    `retries`: transactions that were repeated after a transient error of the database. `conflicts`: commits that met another
    writer.
    """

    workers: WorkerState
    stages: tuple[StageDuration, ...] = Field(description="Slowest first")
    model_calls: tuple[ModelCallCount, ...] = Field(description="Most failures first")
    retries: int
    conflicts: int


class IndexState(Record):
    """An index of the database. `populated`: percent."""

    name: str
    type: str
    state: str
    populated: float


class Versions(Record):
    """Versions of the service and of its database. `schema_version` null = the graph has none."""

    graphmem: str
    neo4j: str
    edition: str
    schema_version: int | None
    schema_expected: int
    embedder: str
    dimensions: int
    extractor: str


class Operations(Record):
    """The state of the running service, as far as the caller may see it.

    `queue`, `brains` and `queued` are about the brains of the caller: `brains` has those whose queue is not empty, the longest
    first, `queued` the episodes in the queue, those that are overdue first; each at most fifty. `process` and `indexes` are null
    for a caller who may not read all brains.
    """

    versions: Versions
    queue: QueueState
    brains: tuple[BrainQueue, ...]
    queued: tuple[QueuedEpisode, ...]
    process: ProcessState | None = None
    indexes: tuple[IndexState, ...] | None = None


class Finding(Record):
    """What one check of the service found. missing = graphmem cannot work; note = it works, but somebody should know."""

    name: str
    state: Literal["ok", "note", "missing"]
    detail: str
    mend: str = Field("", description="What to do about it")
