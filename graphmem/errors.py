"""Every error graphmem raises, as one tree.

Each class says whose fault it is (`category`) and whether the same call may be tried again (`retryable`);
`code` is the machine-readable name that REST puts into its problem documents, `status` the HTTP status.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Category = Literal["caller", "conflict", "model", "database", "setup"]


class GraphmemError(Exception):
    """The root. `detail` says what happened and what to do; `field` names the offending input, if there is one."""

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

    def __str__(self) -> str:
        """For a traceback or a log: the field stands before what is wrong with it, unless that is the whole body."""
        named = self.field and self.field != "body" and self.field not in self.detail
        return f"{self.field}: {self.detail}" if named else self.detail


class CallerError(GraphmemError):
    """The request cannot be carried out as it stands; sending it again changes nothing."""

    code = "bad_request"
    status = 400
    category = "caller"
    title = "The request cannot be carried out"


class InvalidInput(CallerError, ValueError):
    """A value has the wrong type, an impossible date, or a field nobody knows. Also a `ValueError`."""

    code = "invalid_input"
    status = 422
    title = "A value is not usable"


class TooLarge(CallerError):
    """Longer than a configured limit."""

    code = "too_large"
    status = 413
    title = "The content is too large"


class NotFound(CallerError):
    """No such item in this brain."""

    code = "not_found"
    status = 404
    title = "Not found"


class Unauthorized(CallerError):
    """No key, or a key nobody knows."""

    code = "unauthorized"
    status = 401
    title = "A key is needed"


class Forbidden(CallerError):
    """The key does not allow this."""

    code = "forbidden"
    status = 403
    title = "Not allowed"


class Gone(CallerError):
    """What was asked for has been forgotten on request."""

    code = "forgotten"
    status = 410
    title = "Forgotten"


class IdempotencyMismatch(CallerError):
    """The same Idempotency-Key came with another body."""

    code = "idempotency_mismatch"
    status = 422
    title = "The idempotency key belongs to another request"


class ConflictError(GraphmemError):
    """The state of the graph does not allow it."""

    code = "conflict"
    status = 409
    category = "conflict"
    title = "The graph does not allow it"


class AlreadyClosed(ConflictError):
    """The fact has ended already."""

    code = "already_closed"
    title = "The fact has ended already"


class SupersededBy(ConflictError):
    """Another value closed the fact, so that it cannot be restored by itself (docs/time.md, R6)."""

    code = "superseded_by"
    title = "Another value stands in its place"


class NothingToRestore(ConflictError):
    """The fact was neither retracted nor corrected."""

    code = "nothing_to_restore"
    title = "There is nothing to restore"


class AlreadyMerged(ConflictError):
    """The entity is merged into another one; that one has to be used, or the merge taken back."""

    code = "already_merged"
    title = "The entity is merged into another one"


class NotMerged(ConflictError):
    """The merge was taken back already."""

    code = "not_merged"
    title = "The merge was taken back already"


class BrainNotEmpty(ConflictError):
    """An export is loaded into an empty brain only."""

    code = "brain_not_empty"
    title = "The brain is not empty"


class RevisionConflict(ConflictError):
    """Other writers kept winning; the same call may succeed later."""

    code = "revision_conflict"
    status = 503
    retryable = True
    title = "Too many writers at once"


class TooManyRequests(GraphmemError):
    """A limit on rate or depth is reached; `retry_after` says when to come back, in seconds."""

    code = "too_many_requests"
    status = 429
    category = "caller"
    retryable = True
    title = "Too many requests"


class ModelError(GraphmemError):
    """The language model or the embedder failed or gave an unusable answer."""

    code = "model_failed"
    status = 502
    category = "model"
    retryable = True
    title = "The model failed"


class ModelTimeout(ModelError):
    """No answer within the time limit."""

    code = "model_timeout"
    status = 504
    title = "The model did not answer in time"


class ModelAnswerInvalid(ModelError):
    """The answer could not be understood, also after one repair attempt."""

    code = "model_answer_invalid"
    retryable = False
    title = "The model's answer is unusable"


class ModelRefused(ModelError):
    """The provider refused the request: wrong key, unknown model, quota."""

    code = "model_refused"
    retryable = False
    title = "The model's provider refused the request"


class DatabaseUnavailable(GraphmemError):
    """Neo4j cannot be reached; nothing was half-written."""

    code = "database_unavailable"
    status = 503
    category = "database"
    retryable = True
    title = "The database cannot be reached"


class DatabaseTimeout(DatabaseUnavailable):
    """A statement took longer than it may; it was rolled back."""

    code = "database_timeout"
    title = "The database took too long"


class NotReady(GraphmemError):
    """The service runs, but cannot work yet: the schema is another, or the embedder cannot be loaded."""

    code = "not_ready"
    status = 503
    retryable = True
    title = "The service is not ready"


class DatabaseError(GraphmemError):
    """Neo4j refused a statement; the transaction was rolled back."""

    code = "database_error"
    status = 500
    category = "database"
    title = "The database refused a statement"


class SetupError(GraphmemError):
    """Something is missing on this machine or in the configuration; the message says how to mend it."""

    code = "setup"
    category = "setup"
    title = "The set-up is not complete"


class EmbeddingMismatch(SetupError):
    """The graph's vectors come from another embedding model than the configured one."""

    code = "embedding_mismatch"
    title = "The embedding model does not fit the graph"


def reason_of(error: Exception) -> str:
    """An error as it may be kept and told: what others raised, or the database said, only by its kind; the log says more."""
    told = isinstance(error, GraphmemError) and not isinstance(error, DatabaseError)
    return f"{type(error).__name__}: {error if told else 'the log says more'}"
