"""Errors as RFC 9457 problem documents (`application/problem+json`): one shape for every error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from graphmem.observability.logs import get_logger
from graphmem_contract.errors import (
    CallerError,
    DatabaseError,
    DatabaseUnavailable,
    GraphmemError,
    InvalidInput,
    NotFound,
    error_text,
)
from graphmem_contract.http_errors import MethodNotAllowedError

log = get_logger("graphmem.api")

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:graphmem:problem:"
MOST_MESSAGES = 5
SAME_KEY = "A request that has an idempotency key is sent again under the same one."
UNEXPECTED = "Something unexpected happened; the server's log says more."


class Problem(BaseModel):
    """A problem document (RFC 9457) with `code`, `field` and `retry_after`."""

    type: str = Field(description=f"`{TYPE}` and the code", examples=[f"{TYPE}not_found"])
    title: str = Field(description="The kind of problem as text, always the same for a code")
    status: int = Field(description="The HTTP status")
    detail: str = Field(description="What happened, and what to do")
    code: str = Field(description="The kind of problem for programs", examples=["not_found"])
    field: str | None = Field(None, description="The wrong field, parameter or header, if there is one")
    retry_after: float | None = Field(None, description="Seconds after which the same request may succeed")


def codes() -> list[str]:
    """Return the codes of all problems, sorted."""
    return sorted(_codes_of(GraphmemError))


def _codes_of(kind: type[GraphmemError]) -> set[str]:
    return {kind.code}.union(*map(_codes_of, service_kinds(kind)))


def service_kinds(kind: type[GraphmemError]) -> list[type[GraphmemError]]:
    """Return the classes right below an error, without those that a client in this process has for its own connection."""
    return [below for below in kind.__subclasses__() if not below.__module__.startswith("graphmem_client.")]


def schemas() -> dict[str, Any]:
    """Return the problem document and its codes, for OpenAPI."""
    problem = Problem.model_json_schema()
    problem["properties"]["code"] = {
        "$ref": "#/components/schemas/ProblemCode", "description": problem["properties"]["code"]["description"],
    }  # fmt: skip
    return {"Problem": problem, "ProblemCode": {"title": "ProblemCode", "type": "string", "enum": codes()}}


def problem_of(error: GraphmemError) -> Problem:
    """Return the problem document of an error. The message of the database stays in the server's log."""
    detail = error.detail
    if isinstance(error, DatabaseError):
        log.error("database_error", detail=error.detail)
        detail = "Neo4j refused a statement and rolled its transaction back; the server's log says more."
    if isinstance(error, DatabaseUnavailable):
        detail = f"{detail} {SAME_KEY}"
    return Problem(
        type=f"{TYPE}{error.code}",
        title=error.title,
        status=error.status,
        detail=detail,
        code=error.code,
        field=error.field,
        retry_after=error.retry_after,
    )


def problem_response(error: GraphmemError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response for an error, with the headers `Retry-After` and `WWW-Authenticate` if they apply."""
    problem = problem_of(error)
    sent = dict(headers or {})
    if problem.retry_after is not None:
        sent["Retry-After"] = str(max(1, math.ceil(problem.retry_after)))
    if problem.status == 401:
        sent["WWW-Authenticate"] = 'Bearer realm="graphmem"'
    return Response(problem.model_dump_json(exclude_none=True), problem.status, sent, MEDIA_TYPE)


def invalid_input(errors: Sequence[Mapping[str, Any]], whole: str = "body") -> InvalidInput:
    """Return pydantic's errors as one error with the first wrong field and the first few messages.

    Args:
        errors: result of `ValidationError.errors()`; at least one.
        whole: field name if the error is not about a single field.
    """
    fields = [(_field(error["loc"]), error_text(error)) for error in errors]
    messages = [f"{field}: {message}" if field else message for field, message in fields[:MOST_MESSAGES]]
    more = f" (and {len(fields) - MOST_MESSAGES} more)" if len(fields) > MOST_MESSAGES else ""
    return InvalidInput("; ".join(messages) + more, field=fields[0][0] or whole)


def _field(location: Sequence[str | int]) -> str:
    names = location[1:] if location and location[0] in ("body", "query", "path", "header") else location
    return ".".join(map(str, names))


async def _graphmem_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, GraphmemError)
    return problem_response(error)


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(invalid_input(error.errors()))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = f"There is no {request.method} {request.url.path}; /docs lists what there is."
    if error.status_code == 404:
        return problem_response(NotFound(detail))
    if error.status_code == 405:
        return problem_response(MethodNotAllowedError(detail), error.headers)
    return problem_response(CallerError(str(error.detail)))


async def _overflow_error(request: Request, error: Exception) -> Response:
    return problem_response(InvalidInput("A date or a number is out of range; years go from 1 to 9999.", field="body"))


async def _unexpected_error(request: Request, error: Exception) -> Response:
    return problem_response(GraphmemError(UNEXPECTED))


def install(app: FastAPI) -> None:
    """Install handlers that answer every error of the application with a problem document."""
    app.add_exception_handler(GraphmemError, _graphmem_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(OverflowError, _overflow_error)
    app.add_exception_handler(Exception, _unexpected_error)


def _described(description: str) -> dict[str, Any]:
    return {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}


RESPONSES: dict[int | str, dict[str, Any]] = {
    401: _described("No key, or an unknown key"),
    403: _described("The key does not allow this"),
    422: _described("A value is not usable; `field` names it"),
    503: _described("Neo4j cannot be reached, or is busy; `retry_after` says when to come back"),
}
"""Problems of every endpoint, for OpenAPI."""

EVERYWHERE: dict[str, dict[str, Any]] = {
    "403": _described("The key does not allow this, or, without a key, the request is not from this machine"),
    "415": _described("The body must be JSON"),
    "422": _described("An unknown query parameter, or a value that is not usable"),
}
"""Problems of every address, with or without keys."""
WRITING: dict[str, dict[str, Any]] = {
    "507": _described("The disk of the embedded server is nearly full; nothing was stored, reads go on")
}
"""Further problems of everything that may write."""
UNDER_V1: dict[str, dict[str, Any]] = {"429": _described("Too many requests; `retry_after` says when to come back")}
"""Further problems of everything under /v1."""
WITH_A_BODY: dict[str, dict[str, Any]] = {
    "400": _described("The body is not JSON"),
    "408": _described("The body did not arrive in time"),
    "413": _described("Longer than a configured limit"),
}
"""Further problems of everything with a body."""
IDEMPOTENT: dict[str, dict[str, Any]] = {"409": _described("The state of the graph does not allow it, or not yet")}
"""Further problems of everything with an idempotency key."""

NOT_FOUND: dict[int | str, dict[str, Any]] = {404: _described("No such item in this brain")}
CONFLICT: dict[int | str, dict[str, Any]] = {409: _described("The state of the graph does not allow it")}
GONE: dict[int | str, dict[str, Any]] = {410: _described("Forgotten on request")}
TOO_LARGE: dict[int | str, dict[str, Any]] = {413: _described("Longer than a configured limit")}
