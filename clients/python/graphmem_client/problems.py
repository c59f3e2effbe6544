"""Answers that are no success, as errors: problem documents (RFC 9457), proxies, cut connections."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any

from graphmem_client.address import URL_VARIABLE
from graphmem_contract import errors, http_errors
from graphmem_contract.errors import GraphmemError
from graphmem_contract.reports import ReportLine

MOST_DETAIL = 500
"""Characters of a foreign answer that an error shows."""


class ServiceUnreachable(GraphmemError):
    """The service gave no answer: no connection, or one that broke.

    `may_have_arrived`: the request, or a part of it, was sent, so that the service may have carried it out.
    """

    code = "service_unreachable"
    status = 503
    retryable = True
    title = "The service cannot be reached"

    def __init__(self, detail: str, *, may_have_arrived: bool) -> None:
        super().__init__(detail)
        self.may_have_arrived = may_have_arrived

    @classmethod
    def at(cls, url: str, operation: str, reason: str, *, may_have_arrived: bool) -> ServiceUnreachable:
        """Return the error of a call to an address, with what to look at if nothing arrived there."""
        detail = f"{operation}: the service at {url} gave no answer ({reason})."
        if not may_have_arrived:
            detail += f" Does it run (`graphmem serve`), and is this its address? It comes from base_url, else {URL_VARIABLE}."
        return cls(detail, may_have_arrived=may_have_arrived)


class UnexpectedAnswer(GraphmemError):
    """The answer is none of this service: another server answered, or a version that this client does not understand."""

    code = "unexpected_answer"
    status = 502
    title = "The answer is not understood"


class GatewayError(GraphmemError):
    """A proxy before the service answered 502 or 504 in its place."""

    code = "gateway"
    status = 502
    retryable = True
    title = "A proxy did not reach the service"


BY_STATUS: Mapping[int, type[GraphmemError]] = {
    400: errors.CallerError,
    401: errors.Unauthorized,
    403: errors.Forbidden,
    404: errors.NotFound,
    405: http_errors.MethodNotAllowedError,
    408: http_errors.TooSlowError,
    409: errors.ConflictError,
    410: errors.Gone,
    413: errors.TooLarge,
    415: http_errors.UnsupportedMediaTypeError,
    422: errors.InvalidInput,
    429: errors.TooManyRequests,
    502: errors.ModelError,
    503: errors.DatabaseUnavailable,
    504: errors.ModelTimeout,
    507: errors.DiskFull,
}
"""The class of a problem whose code this client does not know."""


@cache
def by_code() -> Mapping[str, type[GraphmemError]]:
    """Return the class of each code. A class without a code of its own has that of its base, which stands for both."""
    return {
        kind.code: kind
        for kind in _kinds(GraphmemError)
        if "code" in vars(kind) and kind.__module__ in (errors.__name__, http_errors.__name__)
    }


def _kinds(kind: type[GraphmemError]) -> Iterator[type[GraphmemError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _kinds(below)


def error_of(status: int, headers: Mapping[str, str], content: bytes) -> GraphmemError:
    """Return the error of an answer that is no success."""
    problem = _problem(headers, content)
    wait = _seconds(problem.get("retry_after")) or _retry_after(headers.get("retry-after"))
    if "code" in problem:
        error = _typed(str(problem["code"]), status, problem, wait)
    else:
        error = _foreign(status, content)
        error.retry_after = wait
    error.request_id = headers.get("x-request-id")
    return error


def error_of_line(line: ReportLine) -> GraphmemError:
    """Return the error of a line of a report that ends an import."""
    code = line.code or "internal"
    status = by_code().get(code, GraphmemError).status
    return _typed(code, status, {"detail": f"Line {line.line}: {line.error}", "field": line.field}, None)


def _typed(code: str, status: int, problem: Mapping[str, Any], wait: float | None) -> GraphmemError:
    kind = by_code().get(code)
    field = problem.get("field")
    error = (kind or BY_STATUS.get(status, GraphmemError))(
        str(problem.get("detail") or problem.get("title") or code),
        field=None if field is None else str(field),
        retry_after=wait,
    )
    if kind is None or kind.status != status:
        vars(error).update(code=code, status=status, title=str(problem.get("title") or error.title))
    return error


def _foreign(status: int, content: bytes) -> GraphmemError:
    """Return the error of an answer without a problem document: it comes from something in between, or from elsewhere."""
    told = content[:MOST_DETAIL].decode("utf8", "replace").strip()
    detail = (
        f"Status {status} without a problem document: something other than graphmem answers there, or stands before it; "
        f"base_url, else {URL_VARIABLE}, is its address{'. It says: ' + told if told else '.'}"
    )
    if status in (502, 504):
        error: GraphmemError = GatewayError(detail)
    elif status < 400:
        error = UnexpectedAnswer(f"Status {status}: the address of the service is another one; set base_url.")
    else:
        error = BY_STATUS.get(status, UnexpectedAnswer)(detail)
    vars(error)["status"] = status
    return error


def _problem(headers: Mapping[str, str], content: bytes) -> dict[str, Any]:
    if "json" not in headers.get("content-type", ""):
        return {}
    try:
        problem = json.loads(content)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def _seconds(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return max(0.0, float(value)) if is_number else None


def _retry_after(text: str | None) -> float | None:
    """Return the seconds of the header `Retry-After`, which is a number of seconds or a date."""
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
