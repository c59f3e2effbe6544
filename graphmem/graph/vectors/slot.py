"""Vector slots: two sets of vector properties and indexes, so that another embedder can make its vectors beside those in use.

A statement in `cypher/` names the vectors in use: `embedding`, `contextEmbedding` and the vector indexes. With `Beside` at its
end, such a name means the other slot. The first slot has the names as they are written; the second has a 2 at their end. A
process uses one slot for as long as it is connected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

FIRST: Final = ""
SECOND: Final = "2"
VECTORS: Final = ("embedding", "contextEmbedding")
"""The properties that hold vectors, by their names in the first slot."""
INDEXES: Final = ("fact_embedding", "fact_was_embedding", "entity_embedding", "episode_embedding", "episode_context")
"""The vector indexes, by their names in the first slot."""
STORED: Final = tuple(name + slot for slot in (FIRST, SECOND) for name in VECTORS)
"""The properties that hold vectors, in both slots."""
_NAME: Final = re.compile(rf"\b({'|'.join((*VECTORS, *INDEXES))})(Beside)?\b")
_PRESENT: ContextVar[str] = ContextVar("vector_slot", default=FIRST)


def other(slot: str) -> str:
    """Return the slot beside a slot."""
    return FIRST if slot == SECOND else SECOND


def in_slot(text: str, slot: str | None) -> str:
    """Return a statement with the names of a slot for vectors and vector indexes. None: as it is in its file."""
    if slot is None:
        return text
    return _NAME.sub(lambda found: found[1] + (other(slot) if found[2] else slot), text)


def present_slot() -> str:
    """Return the slot of the running transaction; outside of one, the first."""
    return _PRESENT.get()


@contextmanager
def using(slot: str) -> Iterator[None]:
    """Let the statements of a transaction use a slot while the block runs."""
    token = _PRESENT.set(slot)
    try:
        yield
    finally:
        _PRESENT.reset(token)
