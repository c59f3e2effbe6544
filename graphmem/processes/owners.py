"""For whom the present work is done: a brain, or a caller. Queues serve the owners in turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_OWNER: ContextVar[str] = ContextVar("graphmem_owner", default="")


@contextmanager
def working_for(owner: str) -> Iterator[None]:
    """Name the owner of the work in the block, also of the tasks that it starts."""
    token = _OWNER.set(owner)
    try:
        yield
    finally:
        _OWNER.reset(token)


def present_owner() -> str:
    """Return the owner of the present work; empty where nobody is named."""
    return _OWNER.get()
