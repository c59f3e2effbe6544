"""Messages that bring thousands of names and facts are taken in one at a time, so that others are answered between them.

The answer of a model and the offline extractor are limited in length; only a supplied extraction is that large.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final
from weakref import WeakKeyDictionary

from graphmem.graph.store import Store
from graphmem.processes.fair_turns import FairTurns
from graphmem_contract.records import SuppliedExtraction

LARGE: Final = 1_000
"""An extraction with more names, aliases and facts than this waits for a turn. It takes seconds of this process and of Neo4j."""

_TURNS: WeakKeyDictionary[Store, FairTurns] = WeakKeyDictionary()


def turn_if_large(store: Store, brain: str, extraction: SuppliedExtraction | None) -> AbstractAsyncContextManager[None]:
    """Return a context that one large extraction of a store at a time enters; the brains take turns, small ones go past."""
    if extraction is None or _size(extraction) <= LARGE:
        return nullcontext()
    return _TURNS.setdefault(store, FairTurns()).turn(brain)


def _size(extraction: SuppliedExtraction) -> int:
    return sum(1 + len(entity.aliases) for entity in extraction.entities) + len(extraction.facts)
