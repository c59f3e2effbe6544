"""Whether a Neo4j that was just started answers yet."""

from __future__ import annotations

import socket

import psutil

from graphmem.embedded.password import USER
from graphmem.embedded.process import Identity


class WrongPasswordError(Exception):
    """Neo4j refuses the password of its data folder."""


def listens(port: int) -> bool:
    """Whether something takes connections on a port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def is_listening(process: Identity | None, port: int) -> bool:
    """Whether this very process takes connections on a port; another one may have taken it before."""
    if process is None:
        return False
    try:
        sockets = psutil.Process(process[0]).net_connections("tcp")
    except psutil.Error:
        return False
    return any(one.status == psutil.CONN_LISTEN and one.laddr.port == port for one in sockets)


def answers(uri: str, word: str) -> bool:
    """Whether the server runs a query on its database already.

    Raises:
        WrongPasswordError: it will not, however long one waits.
    """
    from neo4j import GraphDatabase  # imported while Neo4j is starting
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        with (
            GraphDatabase.driver(uri, auth=(USER, word), connection_timeout=5) as driver,
            driver.session(database="neo4j") as session,
        ):
            session.run("RETURN 1").consume()
    except AuthError as error:
        raise WrongPasswordError from error
    except (DriverError, Neo4jError, OSError):
        return False
    return True
