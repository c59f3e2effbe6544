"""Errors of the driver become errors of graphmem."""

from __future__ import annotations

import pytest
from neo4j import exceptions as neo

from graphmem.graph.driver import AlreadyThere, database_errors
from graphmem_contract.errors import (
    DatabaseBusy,
    DatabaseError,
    DatabaseTimeout,
    DatabaseUnavailable,
    GraphmemError,
    NotFound,
    SetupError,
)


def server_error(code: str, message: str = "first line\nsecond line") -> neo.Neo4jError:
    return neo.Neo4jError._hydrate_neo4j(code=code, message=message)


def mapped(error: Exception) -> GraphmemError:
    with pytest.raises(GraphmemError) as found, database_errors():
        raise error
    return found.value


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (server_error("Neo.ClientError.Security.Unauthorized"), SetupError),
        (server_error("Neo.ClientError.Transaction.TransactionTimedOut"), DatabaseTimeout),
        (server_error("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"), DatabaseTimeout),
        (server_error("Neo.ClientError.Transaction.LockClientStopped"), DatabaseTimeout),
        (server_error("Neo.ClientError.Statement.SyntaxError"), DatabaseError),
        (server_error("Neo.TransientError.General.MemoryPoolOutOfMemoryError"), DatabaseBusy),
        (server_error("Neo.TransientError.General.DatabaseUnavailable"), DatabaseUnavailable),
        (neo.ConnectionAcquisitionTimeoutError("no connection became free"), DatabaseBusy),
        (server_error("Neo.ClientError.Schema.ConstraintValidationFailed"), AlreadyThere),
        (server_error("Neo.DatabaseError.General.UnknownError"), DatabaseError),
        (server_error("Neo.DatabaseError.Transaction.TransactionStartFailed"), DatabaseUnavailable),
        (server_error("Neo.DatabaseError.Transaction.TransactionCommitFailed"), DatabaseUnavailable),
        (neo.ServiceUnavailable("gone"), DatabaseUnavailable),
        (neo.SessionExpired("gone"), DatabaseUnavailable),
        (ConnectionRefusedError(), DatabaseUnavailable),
        (neo.ResultConsumedError(None, "late"), DatabaseError),
    ],
)
def test_an_error_of_the_driver_is_mapped_by_its_code(error: Exception, kind: type[GraphmemError]) -> None:
    assert type(mapped(error)) is kind


@pytest.mark.parametrize(
    "error",
    [
        neo.ConnectionAcquisitionTimeoutError("late"),
        server_error("Neo.TransientError.Transaction.DeadlockDetected"),
        server_error("Neo.ClientError.Transaction.TransactionTimedOut"),
    ],
)
def test_a_busy_database_is_a_503_that_claims_only_what_is_known(error: Exception) -> None:
    found = mapped(error)
    assert (found.status, found.retryable, found.retry_after) == (503, True, 2.0)
    assert "nothing" not in found.detail
    assert "cannot be reached" not in f"{found.title} {found.detail}"
    assert "before it may have been stored" in found.detail


def test_a_refused_statement_is_told_by_its_first_line() -> None:
    assert (
        mapped(server_error("Neo.ClientError.Statement.SyntaxError")).detail == "Neo4j refused a statement: first line"
    )
    long = mapped(server_error("Neo.DatabaseError.General.UnknownError", "x" * 999)).detail
    assert long == f"Neo4j refused a statement: {'x' * 300}"


def test_only_what_may_succeed_later_names_a_time_to_retry() -> None:
    assert mapped(neo.ServiceUnavailable("gone")).retry_after == 2.0
    assert mapped(server_error("Neo.ClientError.Transaction.TransactionTimedOut")).retry_after == 2.0
    assert mapped(server_error("Neo.ClientError.Statement.SyntaxError")).retry_after is None


def test_errors_of_graphmem_and_of_the_program_pass() -> None:
    own = NotFound("nothing")
    assert mapped(own) is own
    with pytest.raises(KeyError), database_errors():
        raise KeyError("a defect")
