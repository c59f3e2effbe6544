"""The connection to Neo4j: open it, and map the driver's errors to those of graphmem."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity, exceptions as neo

from graphmem.errors import DatabaseBusy, DatabaseError, DatabaseTimeout, DatabaseUnavailable, GraphmemError, SetupError

TIMED_OUT = ("TransactionTimedOut", "LockClientStopped")
"""Parts of the error codes of statements that Neo4j ended: while running, and while waiting for a lock."""

NO_TRANSACTIONS = frozenset(("TransactionStartFailed", "TransactionCommitFailed"))
"""Kinds of faults inside Neo4j after which it carries out no transaction."""

ACQUISITION_SEC = 30
"""How long a statement waits for one of the connections."""


def connect(uri: str, user: str, password: str) -> AsyncDriver:
    """Return a driver for a server, a cluster or Aura. It connects on first use."""
    return AsyncGraphDatabase.driver(
        uri,
        auth=(user, password),
        notifications_min_severity=NotificationMinimumSeverity.OFF,
        connection_timeout=10,
        connection_acquisition_timeout=ACQUISITION_SEC,
        max_transaction_retry_time=15,
        user_agent="graphmem",
    )


@asynccontextmanager
async def answered_within(seconds: float) -> AsyncIterator[None]:
    """Map the driver's errors, and end a call that gets no answer.

    Neo4j itself ends a statement that takes too long. It cannot do so while its process or its machine stands still, and the
    driver would wait as long as the connection is open.

    Args:
        seconds: the time limit of the statement in Neo4j. ACQUISITION_SEC more are allowed.

    Raises:
        DatabaseUnavailable: there was no answer; other errors as of `database_errors`.
    """
    limit = asyncio.timeout(seconds + ACQUISITION_SEC)
    try:
        async with limit:
            with database_errors():
                yield
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise DatabaseUnavailable(
            f"Neo4j gave no answer within {seconds + ACQUISITION_SEC:g} s, although its connection is open. What was sent may "
            "have been carried out; send the call again later.",
            retry_after=2.0,
        ) from error


@contextmanager
def database_errors() -> Iterator[None]:
    """Map the driver's errors to those of graphmem.

    Raises:
        DatabaseTimeout: a statement took too long.
        DatabaseBusy: no connection became free, or the server has no room for the statement. A retry may succeed.
        DatabaseUnavailable: there is no connection, or the server shuts down or carries out no transactions. A retry may
            succeed.
        SetupError: the user or the password is wrong.
        DatabaseError: Neo4j refused a statement for another reason.
    """
    try:
        yield
    except GraphmemError:
        raise
    except neo.AuthError as error:
        raise SetupError("Neo4j refused the user or the password; check NEO4J_USER and NEO4J_PASSWORD.") from error
    except neo.ClientError as error:
        if not any(mark in (error.code or "") for mark in TIMED_OUT):
            raise DatabaseError(f"Neo4j refused a statement: {_first_line(error)}") from error
        raise DatabaseTimeout(
            "A statement took longer than GRAPHMEM_QUERY_TIMEOUT_SEC allows and was rolled back. Steps of the same call before "
            "it may have been stored. Ask for less, or raise that limit, and send the call again.",
            retry_after=2.0,
        ) from error
    except neo.ConnectionAcquisitionTimeoutError as error:
        raise DatabaseBusy(
            f"All connections to Neo4j were in use for {ACQUISITION_SEC} s, and this step was not sent. Steps of the same call "
            "before it may have been stored; send the call again later.",
            retry_after=2.0,
        ) from error
    except neo.TransientError as error:
        if "DatabaseUnavailable" in (error.code or ""):
            raise _unreachable(error) from error
        raise DatabaseBusy(
            f"Neo4j is busy and rolled the statement back ({(error.code or '').rpartition('.')[2]}). Steps of the same call "
            "before it may have been stored; send the call again later.",
            retry_after=2.0,
        ) from error
    except (neo.ServiceUnavailable, neo.SessionExpired, OSError) as error:
        raise _unreachable(error) from error
    except neo.DatabaseError as error:
        raise _failed(error) from error
    except (neo.Neo4jError, neo.DriverError) as error:
        raise DatabaseError(f"Neo4j refused a statement: {_first_line(error)}") from error


def _failed(error: neo.DatabaseError) -> DatabaseError | DatabaseUnavailable:
    """Return the error of a fault inside Neo4j. A transaction that cannot begin or end means that the database has panicked."""
    kind = (error.code or "").rpartition(".")[2]
    if kind not in NO_TRANSACTIONS:
        return DatabaseError(f"Neo4j refused a statement: {_first_line(error)}")
    return DatabaseUnavailable(
        f"Neo4j carries out no transactions ({kind}), as after a full disk. The step under way, and steps of the same call "
        "before it, may have been stored; send the call again. The embedded "
        "Neo4j is restarted once the disk has room; restart any other.",
        retry_after=5.0,
    )


def _unreachable(error: Exception) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        f"Neo4j cannot be reached ({type(error).__name__}). The step under way, and steps of the same call before it, may have "
        "been stored; send the call again. If this lasts, check that Neo4j runs "
        "and that NEO4J_URI is right.",
        retry_after=2.0,
    )


def _first_line(error: Exception) -> str:
    return (getattr(error, "message", None) or str(error)).splitlines()[0][:300]
