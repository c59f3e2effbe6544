"""The connection to Neo4j: check its address, open it, and map the driver's errors to those of graphmem."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final
from urllib.parse import SplitResult, urlsplit

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity, exceptions as neo

from graphmem_contract.errors import (
    DatabaseBusy,
    DatabaseError,
    DatabaseTimeout,
    DatabaseUnavailable,
    GraphmemError,
    SetupError,
)

TIMED_OUT = ("TransactionTimedOut", "LockClientStopped")
"""Parts of the error codes of statements that Neo4j ended: while running, and while waiting for a lock."""

NO_TRANSACTIONS = frozenset(("TransactionStartFailed", "TransactionCommitFailed"))
"""Kinds of faults inside Neo4j after which it carries out no transaction."""

ACQUISITION_SEC = 30
"""How long a statement waits for one of the connections."""

BOLT_PORT: Final = 7687
_SCHEMES: Final = frozenset(scheme + secure for scheme in ("bolt", "neo4j") for secure in ("", "+s", "+ssc"))
_BROWSER_PORTS: Final = frozenset((7473, 7474))
"""Ports at which Neo4j speaks HTTP."""
_HALF_SCHEME: Final = re.compile(r"^(?:bolt|neo4j)(?:\+\w+)?(?::/?|/{1,2})(?!\d+$)", re.IGNORECASE)
_ADDRESS: Final = "The address of Neo4j (NEO4J_URI) "
_REMEDY: Final = "Start Neo4j there or correct NEO4J_URI; without NEO4J_URI graphmem starts a Neo4j of its own."


def connect(uri: str, user: str, password: str) -> AsyncDriver:
    """Return a driver for a server, a cluster or Aura. It connects on first use.

    Raises:
        SetupError: the address can never work; the message says what to write.
    """
    address = checked_address(uri)
    try:
        return AsyncGraphDatabase.driver(
            address,
            auth=(user, password),
            notifications_min_severity=NotificationMinimumSeverity.OFF,
            connection_timeout=10,
            connection_acquisition_timeout=ACQUISITION_SEC,
            max_transaction_retry_time=15,
            user_agent="graphmem",
        )
    except (neo.DriverError, ValueError) as error:
        raise SetupError(f"The address of Neo4j (NEO4J_URI) cannot be used: {_first_line(error)}") from error


class AlreadyThere(DatabaseError):
    """A new node has the key of one that is there: a constraint refused it."""


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
    except neo.ConstraintError as error:
        raise AlreadyThere(f"Neo4j refused a statement: {_first_line(error)}") from error
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


def checked_address(uri: str) -> str:
    """Return an address as the driver takes it.

    Raises:
        SetupError: it can never work. The message says what to write instead, and repeats no password.
    """
    address = uri.strip()
    why = _fault(address)
    if why:
        raise SetupError(f"{_ADDRESS}{why}")
    return address


def unreachable(uri: str, error: BaseException) -> DatabaseUnavailable:
    """Return the error of a server that does not answer the first time; it names the address and what to try."""
    parts = urlsplit(uri)
    at = f"{parts.hostname}:{parts.port or BOLT_PORT}"
    return DatabaseUnavailable(f"{_cause(error, parts, at)} {_REMEDY}", retry_after=2.0)


def _fault(address: str) -> str:
    """Return what is wrong with an address, and what to write; "" if it may work."""
    scheme, sign, rest = address.partition("://")
    if not sign:
        return f"has no scheme: write {_suggested('bolt://' + _HALF_SCHEME.sub('', address))}."
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return f"has a host or a port that cannot be read: write {_suggested('')}; a port is a number up to 65535."
    if parts.scheme not in _SCHEMES:
        return _other_scheme(scheme, rest)
    if "@" in parts.netloc:
        return f"contains a user: write {_suggested(f'{parts.scheme}://{rest}')} and set NEO4J_USER and NEO4J_PASSWORD."
    if not parts.hostname or port == 0:
        return f"has no host or port: write {_suggested(address)}."
    if parts.query and parts.scheme.startswith("bolt"):
        return f"has a routing context, which only neo4j:// takes: write {_suggested(f'bolt://{parts.netloc}')}."
    return ""


def _other_scheme(scheme: str, rest: str) -> str:
    plain = scheme.casefold()
    known = "+".join(("neo4j" if plain.startswith(("bolt+routing", "neo4j")) else "bolt", *_security(plain)))
    why = "is one of HTTP, where the driver speaks Bolt" if plain in ("http", "https") else f"begins with {scheme}://"
    return f"{why}: write {_suggested(f'{known}://{rest}')}."


def _security(scheme: str) -> tuple[str, ...]:
    """Return the part of the scheme for TLS: "https" and "neo4j+ssl" ask for it."""
    return ("s",) if scheme == "https" or scheme.endswith(("+ssl", "+tls", "+s")) else ()


def _suggested(address: str) -> str:
    """Return an address to write: that scheme and that host, with the port of Bolt; without login, path and query."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or not host.isprintable() or " " in host:
        return f"bolt://localhost:{BOLT_PORT}"
    bracketed = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{bracketed}:{BOLT_PORT if not port or port in _BROWSER_PORTS else port}"


def _cause(error: BaseException, parts: SplitResult, at: str) -> str:
    for one in _causes(error):
        if isinstance(one, socket.gaierror):
            return f"The host {parts.hostname} of Neo4j's address is unknown."
        if isinstance(one, ConnectionRefusedError):
            return f"Nothing listens at {at}, where Neo4j should be: the connection is refused."
        if isinstance(one, ssl.SSLCertVerificationError):
            return f"The certificate of Neo4j at {at} cannot be verified: {parts.scheme.partition('+')[0]}+ssc:// takes any."
        if isinstance(one, ssl.SSLError):
            return f"What listens at {at} speaks no TLS: {parts.scheme.partition('+')[0]}:// goes without it."
    secure = "" if "+" in parts.scheme else f", {parts.scheme}+s:// asks for TLS"
    return f"Neo4j does not answer at {at}. Bolt listens at port {BOLT_PORT}, not at 7474 of the Browser{secure}."


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and the errors that it was raised from, of a group of errors the first."""
    following: BaseException | None = error
    while following is not None:
        yield following
        group = getattr(following, "exceptions", ())
        following = group[0] if group else following.__cause__
