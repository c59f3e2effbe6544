"""For whom the present work is done: a brain, or a caller, whose turn it is; and who asked for it, by its key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LIBRARY = "library"
"""Who asks where no request of the service is at work: a call of the Python library, or the command line."""
_ASKER: ContextVar[tuple[str | None, str]] = ContextVar("graphmem_asker", default=(None, LIBRARY))
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


@contextmanager
def asked_by(key_id: str | None, name: str) -> Iterator[None]:
    """Name the key that asks for the work in the block. `key_id` None: a caller without a key in the graph."""
    token = _ASKER.set((key_id, name))
    try:
        yield
    finally:
        _ASKER.reset(token)


def present_asker() -> tuple[str | None, str]:
    """Return the id and the name of the key that asks for the present work."""
    return _ASKER.get()
