"""The state of the running service: versions, queue, workers, models, indexes; and the findings of its checks."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from graphmem.doctor.graph import of_store
from graphmem.doctor.machine import machine as checks_of_machine
from graphmem.engine import Engine
from graphmem.graph.row_mapping import snake_row
from graphmem.graph.schema import VERSION
from graphmem.graph.store import Store
from graphmem.observability.snapshot import CONFLICTS, RETRIES, counted, model_calls, stage_durations
from graphmem.settings import Settings
from graphmem.version import __version__
from graphmem_contract.brains import QueueState
from graphmem_contract.operations import (
    BrainQueue,
    Finding,
    IndexState,
    Operations,
    ProcessState,
    QueuedEpisode,
    Versions,
    WorkerState,
)

MOST_LISTED = 50


async def operations(engine: Engine, names: Collection[str] | None, *, whole: bool) -> Operations:
    """Return the state of the service.

    Args:
        names: the brains whose queues are told; None = all. whole: also tell of the process and of the indexes.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    store, brains = engine.store, None if names is None else sorted(names)
    versions, queues, queued, indexes = await asyncio.gather(
        _versions(engine), _queues(store, brains), _queued(store, brains), _indexes(store) if whole else _nothing()
    )
    return Operations(
        versions=versions,
        queue=_sum_of(queues),
        brains=tuple(queues[:MOST_LISTED]),
        queued=queued,
        process=_process(engine) if whole else None,
        indexes=indexes,
    )


async def _nothing() -> None:
    return None


async def _versions(engine: Engine) -> Versions:
    schema, server = await asyncio.gather(
        engine.store.read("setup/read_schema"), engine.store.read("setup/read_server")
    )
    embedder = engine.models.embedder
    return Versions(
        graphmem=__version__,
        neo4j=server[0]["version"],
        edition=server[0]["edition"],
        schema_version=schema[0]["version"] if schema else None,
        schema_expected=VERSION,
        embedder=embedder.name,
        dimensions=embedder.dimensions,
        extractor=engine.settings.extractor_kind,
    )


MOST_COUNTED = 10_000
"""Brains whose queues are counted."""


async def _queues(store: Store, brains: list[str] | None) -> list[BrainQueue]:
    rows = await store.read("queue/by_brain", brains=brains, limit=MOST_COUNTED)
    return [
        BrainQueue(
            brain=row["brain"],
            queue=QueueState(
                pending=row["pending"], extracting=row["extracting"], failed=row["failed"], oldest_sec=row["seconds"]
            ),
        )
        for row in rows
    ]


def _sum_of(queues: list[BrainQueue]) -> QueueState:
    states = [one.queue for one in queues]
    return QueueState(
        pending=sum(one.pending for one in states),
        extracting=sum(one.extracting for one in states),
        failed=sum(one.failed for one in states),
        oldest_sec=max((one.oldest_sec for one in states if one.oldest_sec is not None), default=None),
    )


async def _queued(store: Store, brains: list[str] | None) -> tuple[QueuedEpisode, ...]:
    rows = await store.read("queue/queued", brains=brains, limit=MOST_LISTED)
    return tuple(QueuedEpisode(**snake_row(row)) for row in rows)


async def _indexes(store: Store) -> tuple[IndexState, ...]:
    rows = await store.read("setup/read_indexes")
    return tuple(IndexState(**row) for row in rows)


def _process(engine: Engine) -> ProcessState:
    workers = engine.workers
    return ProcessState(
        workers=WorkerState(size=workers.size, busy=workers.busy),
        stages=stage_durations(),
        model_calls=model_calls(),
        retries=counted(RETRIES),
        conflicts=counted(CONFLICTS),
    )


async def findings(store: Store, settings: Settings) -> tuple[Finding, ...]:
    """Return what the checks find on this machine and in the database."""
    machine = await asyncio.to_thread(lambda: list(checks_of_machine(settings)))
    graph = [check async for check in of_store(store, settings)]
    return tuple(
        Finding(name=one.name, state=one.state, detail=one.detail, mend=one.mend) for one in (*machine, *graph)
    )
