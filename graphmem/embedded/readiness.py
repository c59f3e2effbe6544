"""Readiness checks for a Neo4j that was just started."""

from __future__ import annotations

import socket

import psutil

from graphmem.embedded.password import USER
from graphmem.embedded.process import Identity


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
