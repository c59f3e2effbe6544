"""Errors of a brain. The library and the client have classes of their own, with the same codes."""

from __future__ import annotations


def code_of(error: Exception) -> str | None:
    """Return the code of an error of the library or of the client; None = it is of neither."""
    code = getattr(error, "code", None)
    return code if isinstance(code, str) else None


def is_of_memory(error: Exception) -> bool:
    """Return whether the memory fails, and not the program: an error of the library or of the client, or a time limit."""
    return isinstance(error, TimeoutError) or code_of(error) is not None
