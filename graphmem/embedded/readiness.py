"""Readiness checks for a Neo4j that was just started."""

from __future__ import annotations

import socket

import psutil

from graphmem.embedded.password import USER
from graphmem.embedded.process import Identity

START_FAILED = "Neo.DatabaseError.Transaction.TransactionStartFailed"
NEEDS_RESTART = "needs to be restarted"
"""Neo4j's words for a database that has panicked, for example because the disk was full when it wrote its transaction log."""


class WrongPasswordError(Exception):
    """Neo4j refuses the password of its data folder."""


def listens(port: int) -> bool:
    """Whether any process accepts connections on a loopback port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def is_listening(process: Identity | None, port: int) -> bool:
    """Whether this very process listens on a port. Another process may have taken the port first."""
    if process is None:
        return False
    try:
        sockets = psutil.Process(process[0]).net_connections("tcp")
    except psutil.Error:
        return False
    return any(item.status == psutil.CONN_LISTEN and item.laddr.port == port for item in sockets)


def has_panicked(uri: str, secret: str) -> bool:
    """Whether the server refuses every transaction until it is restarted, as it does after a failed write to its log.

    False where the server does not answer at all, or not within the time limits of the driver: it may be slow or starting.
    """
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        with (
            GraphDatabase.driver(uri, auth=(USER, secret), connection_timeout=5) as driver,
            driver.session(database="neo4j") as session,
        ):
            session.run("RETURN 1").consume()
    except Neo4jError as error:
        return is_panic(error.code, error.message)
    except (DriverError, OSError):
        return False
    return False


def is_panic(code: str | None, message: str | None) -> bool:
    """Whether an error of Neo4j says that its database has panicked."""
    return code == START_FAILED and NEEDS_RESTART in (message or "")


def answers(uri: str, secret: str) -> bool:
    """Whether the server can run a query on its database.

    Raises:
        WrongPasswordError: the server refuses the password; waiting does not help.
    """
    from neo4j import GraphDatabase  # imported here, while Neo4j is starting
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        with (
            GraphDatabase.driver(uri, auth=(USER, secret), connection_timeout=5) as driver,
            driver.session(database="neo4j") as session,
        ):
            session.run("RETURN 1").consume()
    except AuthError as error:
        raise WrongPasswordError from error
    except (DriverError, Neo4jError, OSError):
        return False
    return True
