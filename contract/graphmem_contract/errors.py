"""All errors of the service, as one class hierarchy; and what pydantic finds, as one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import ValidationError

Category = Literal["caller", "conflict", "model", "database", "setup"]


class GraphmemError(Exception):
    """The base class. `detail` says what happened and what to do. `field` names the invalid input, if there is one.

    `retry_after` is in seconds. `request_id` finds the request in the log of the service.
    """

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    category: ClassVar[Category] = "setup"
    retryable: ClassVar[bool] = False
    title: ClassVar[str] = "Something went wrong"

    def __init__(self, detail: str, *, field: str | None = None, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field
        self.retry_after = retry_after
        self.request_id: str | None = None

    def __str__(self) -> str:
        """Return the text for tracebacks and logs: field and detail; only the detail if the field is the body."""
        with_field = self.field and self.field != "body" and self.field not in self.detail
        return f"{self.field}: {self.detail}" if with_field else self.detail


class CallerError(GraphmemError):
    """The request cannot be carried out. Sending it again does not help."""

    code = "bad_request"
    status = 400
    category = "caller"
    title = "The request cannot be carried out"


class InvalidInput(CallerError, ValueError):
    """A value has the wrong type or is an impossible date, or a field is unknown. Also a `ValueError`."""

    code = "invalid_input"
    status = 422
    title = "A value is not usable"


class TooLarge(CallerError):
    """The content or the body exceeds a configured limit."""

    code = "too_large"
    status = 413
    title = "The content is too large"


class NotFound(CallerError):
    """There is no such item in this brain."""

    code = "not_found"
    status = 404
    title = "Not found"


class Unauthorized(CallerError):
    """The request has no key, or an unknown key."""

    code = "unauthorized"
    status = 401
    title = "A key is needed"


class Forbidden(CallerError):
    """The key does not allow this."""

    code = "forbidden"
    status = 403
    title = "Not allowed"


class Gone(CallerError):
    """The item has been forgotten on request."""

    code = "forgotten"
    status = 410
    title = "Forgotten"


class IdempotencyMismatch(CallerError):
    """The same Idempotency-Key was sent with another body."""

    code = "idempotency_mismatch"
    status = 422
    title = "The idempotency key belongs to another request"


class ConflictError(GraphmemError):
    """The state of the graph does not allow the change."""

    code = "conflict"
    status = 409
    category = "conflict"
    title = "The graph does not allow it"


class AlreadyClosed(ConflictError):
    """The fact has ended already."""

    code = "already_closed"
    title = "The fact has ended already"


class SupersededBy(ConflictError):
    """Another value superseded the fact, so it cannot be restored alone (docs/time.md, R6)."""

    code = "superseded_by"
    title = "Another value stands in its place"


class NothingToRestore(ConflictError):
    """The fact was neither retracted nor corrected."""

    code = "nothing_to_restore"
    title = "There is nothing to restore"


class AlreadyMerged(ConflictError):
    """The entity is merged into another one. Use that one, or undo the merge."""

    code = "already_merged"
    title = "The entity is merged into another one"


class NotMerged(ConflictError):
    """The merge has been undone already."""

    code = "not_merged"
    title = "The merge was taken back already"


class BrainNotEmpty(ConflictError):
    """An export can be loaded into an empty brain only."""

    code = "brain_not_empty"
    title = "The brain is not empty"


class RevisionConflict(ConflictError):
    """Other writers committed first in every attempt. The same call may succeed later."""

    code = "revision_conflict"
    status = 503
    retryable = True
    title = "Too many writers at once"


class TooManyRequests(GraphmemError):
    """A limit on the request rate, on concurrent requests or on the queue is reached. `retry_after` is in seconds."""

    code = "too_many_requests"
    status = 429
    category = "caller"
    retryable = True
    title = "Too many requests"


class QuotaSpent(TooManyRequests):
    """The brain has spent its model calls or tokens of the day (UTC). No model was asked. `retry_after`: until midnight UTC."""


class ModelError(GraphmemError):
    """The language model or the embedder failed, or its answer is unusable."""

    code = "model_failed"
    status = 502
    category = "model"
    retryable = True
    title = "The model failed"


class ModelTimeout(ModelError):
    """The model gave no answer within the time limit."""

    code = "model_timeout"
    status = 504
    title = "The model did not answer in time"


class ModelAnswerInvalid(ModelError):
    """The answer is unusable, also after one repair attempt."""

    code = "model_answer_invalid"
    retryable = False
    title = "The model's answer is unusable"


class ModelAnswerTooLarge(ModelAnswerInvalid):
    """The answer is larger than any usable one. It was not read to its end, and the model is not asked again."""


class ModelRefused(ModelError):
    """The provider refused the request: wrong key, unknown model, or exhausted quota."""

    code = "model_refused"
    retryable = False
    title = "The model's provider refused the request"


class DatabaseUnavailable(GraphmemError):
    """Neo4j cannot be reached. No transaction is committed in part."""

    code = "database_unavailable"
    status = 503
    category = "database"
    retryable = True
    title = "The database cannot be reached"


class DatabaseBusy(DatabaseUnavailable):
    """Neo4j has no connection or no memory left for another statement. The same call may succeed later."""

    code = "database_busy"
    title = "The database is busy"


class DatabaseTimeout(DatabaseUnavailable):
    """A statement exceeded its time limit and was rolled back."""

    code = "database_timeout"
    title = "The database took too long"


class DiskFull(DatabaseUnavailable):
    """The disk of the embedded Neo4j has too little free space, so the write was not sent. Reads go on."""

    code = "disk_full"
    status = 507
    title = "The disk is nearly full"


class NotReady(GraphmemError):
    """The service runs but cannot work yet: the schema has another version, or the embedder cannot be loaded."""

    code = "not_ready"
    status = 503
    retryable = True
    title = "The service is not ready"


class DatabaseError(GraphmemError):
    """Neo4j refused a statement. The transaction was rolled back."""

    code = "database_error"
    status = 500
    category = "database"
    title = "The database refused a statement"


class SetupError(GraphmemError):
    """Something is missing on the machine or in the configuration. The message says how to fix it."""

    code = "setup"
    category = "setup"
    title = "The set-up is not complete"


class EmbeddingMismatch(SetupError):
    """The vectors of the graph come from another embedding model than the configured one."""

    code = "embedding_mismatch"
    title = "The embedding model does not fit the graph"


def reason_of(error: Exception) -> str:
    """Return an error as text that may be stored and shown.

    Errors of other libraries and of the database are named by class only, because their text may hold data. The log
    has the text.
    """
    showable = isinstance(error, GraphmemError) and not isinstance(error, DatabaseError)
    return f"{type(error).__name__}: {error if showable else 'the log says more'}"


_TEXTS = {"tuple_type": "Input should be a list", "extra_forbidden": "There is no such field here"}


def error_text(error: Mapping[str, Any]) -> str:
    """Return the text of one of `ValidationError.errors()`. A tuple of Python is called a list, as in JSON."""
    if text := _TEXTS.get(error["type"]):
        return text
    message = str(error["msg"]).removeprefix("Value error, ")
    return message.replace("Tuple should", "List should").replace(" after validation", "")


def field_of(error: Mapping[str, Any]) -> str | None:
    """Return the path of the field, joined by dots; None = the whole value."""
    return ".".join(map(str, error["loc"])) or None


def invalid(error: ValidationError, *, named: bool = False) -> InvalidInput:
    """Return the first error that pydantic found as an `InvalidInput`.

    Args:
        named: start the detail with the field, for output that shows only the detail.
    """
    first = error.errors(include_url=False)[0]
    field, detail = field_of(first), error_text(first)
    return InvalidInput(f"{field}: {detail}" if named and field else detail, field=field)
