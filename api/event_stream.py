"""Server-sent events: the changes of a brain as they are committed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse

from graphmem.brain import Brain
from graphmem_contract.errors import GraphmemError
from graphmem_contract.feed import ChangeBatch, ChangeEvent

MEDIA_TYPE = "text/event-stream"
BEAT_SEC = 15.0
"""Seconds without an event after which a comment shows that the stream is alive."""


async def until_stopped(
    brain: Brain, stopping: asyncio.Event, since: str | None, limit: int, wait: float
) -> ChangeBatch:
    """Return the next events; without the wait where the server shuts down."""
    reading = asyncio.create_task(brain.feed.changes(since=since, limit=limit, wait=wait))
    stop = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait({reading, stop}, return_when=asyncio.FIRST_COMPLETED)
        return reading.result() if reading.done() else await brain.feed.changes(since=since, limit=limit)
    finally:
        for task in (reading, stop):
            task.cancel()
        await asyncio.gather(reading, stop, return_exceptions=True)


async def event_stream(brain: Brain, stopping: asyncio.Event, since: str | None, limit: int) -> StreamingResponse:
    """Return the events behind a cursor, and those that follow, as a response without an end.

    Raises:
        GraphmemError: the first read failed; no response has begun.
    """
    first = await brain.feed.changes(since=since, limit=limit)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(brain, stopping, first, limit), 200, headers, MEDIA_TYPE)


async def _lines(brain: Brain, stopping: asyncio.Event, batch: ChangeBatch, limit: int) -> AsyncIterator[str]:
    """Yield events until the server stops or a read fails: the client connects again with the id of its last event."""
    yield f"id: {batch.cursor}\n\n" if not batch.changes else ""
    while True:
        for event in batch.changes:
            yield _text(event)
        if stopping.is_set():
            return
        try:
            batch = await until_stopped(brain, stopping, batch.cursor, limit, BEAT_SEC)
        except GraphmemError:
            return
        if not batch.changes:
            yield ": no change\n\n"


def _text(event: ChangeEvent) -> str:
    """Return an event as it is sent. Its data is one line."""
    return f"id: {event.cursor}\nevent: {event.kind}\ndata: {event.model_dump_json()}\n\n"
