"""The version of this client, as its distribution says: the version of the service that it was built with."""

from __future__ import annotations


def version() -> str:
    """Return the version; "0" for a copy of the source that is not installed."""
    from importlib.metadata import PackageNotFoundError, version as installed  # only where it is needed

    try:
        return installed("graphmem-client")
    except PackageNotFoundError:
        return "0"


def user_agent() -> str:
    """Return the header `User-Agent`."""
    return f"graphmem-client/{version()}"
