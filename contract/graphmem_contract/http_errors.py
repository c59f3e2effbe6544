"""Errors of a request that only HTTP knows; the others are in `errors`."""

from __future__ import annotations

from graphmem_contract.errors import CallerError, ConflictError


class UnsupportedMediaTypeError(CallerError):
    """The body is not JSON."""

    code = "unsupported_media_type"
    status = 415
    title = "The body must be JSON"


class TooSlowError(CallerError):
    """The body did not arrive in time."""

    code = "too_slow"
    status = 408
    retryable = True
    title = "The body did not arrive in time"


class MethodNotAllowedError(CallerError):
    """The address exists, but not for this method."""

    code = "method_not_allowed"
    status = 405
    title = "Not a method of this address"


class StillRunningError(ConflictError):
    """The first request under this idempotency key has not been answered yet."""

    code = "still_running"
    retryable = True
    title = "The first request under this key is still running"
