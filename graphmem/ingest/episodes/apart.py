"""A record that fails does not cost the others of its batch: the batch is tried in halves until the record is alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from uuid_utils import uuid7

from graphmem.observability.logs import get_logger
from graphmem_contract.errors import DatabaseError, GraphmemError, ModelError, SetupError, reason_of

log = get_logger("graphmem.ingest")
T = TypeVar("T")
R = TypeVar("R")


class Embeds(Protocol):
    """What embeds texts."""

    async def embed(self, texts: Sequence[str]) -> Any: ...


async def apart(
    records: Sequence[T],
    error: Exception,
    attempt: Callable[[Sequence[T]], Awaitable[Sequence[R]]],
    failed: Callable[[T, GraphmemError], R],
    embedder: Embeds,
) -> list[R]:
    """Try a batch that failed again in halves. Return what `attempt` returns, and `failed` of each record that fails alone.

    Raises:
        GraphmemError: every record would meet this error (`is_of_record`).
    """
    if not await is_of_record(error, embedder):
        raise error
    if len(records) == 1:
        return [failed(records[0], told(error))]
    done: list[R] = []
    half = len(records) // 2
    for part in (records[:half], records[half:]):
        try:
            done += await attempt(part)
        except Exception as again:  # noqa: BLE001 (whatever is raised is of its record)
            done += await apart(part, again, attempt, failed, embedder)
    return done


async def is_of_record(error: Exception, embedder: Embeds) -> bool:
    """Whether an error may be of one record: no outage, limit or missing set-up.

    A model's error is of the record if the embedder embeds another text.
    """
    if isinstance(error, ModelError):
        return await _answers(embedder)
    return not isinstance(error, GraphmemError) or not (error.retryable or isinstance(error, SetupError))


async def _answers(embedder: Embeds) -> bool:
    try:
        await embedder.embed([f"one {uuid7()}"])  # a text that no cache has
    except Exception:  # noqa: BLE001 (any error is no answer)
        return False
    return True


def told(error: Exception) -> GraphmemError:
    """Return an error as one that may be told. The log has what is unexpected."""
    if isinstance(error, GraphmemError) and not isinstance(error, DatabaseError):
        return error
    log.error("record_failed", error=type(error).__name__, exc_info=error)
    return error if isinstance(error, GraphmemError) else GraphmemError(reason_of(error))


def line_error(error: GraphmemError) -> str:
    """Return the error of a record in a report."""
    return reason_of(error) if isinstance(error, DatabaseError) else str(error)
