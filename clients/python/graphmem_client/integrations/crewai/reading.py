"""`StoredRecords`: the records of CrewAI in a brain, by scope, by id and by similarity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from crewai.memory.types import MemoryRecord

from graphmem_client._sync.brain import ClientBrainSync
from graphmem_client.integrations.calls import clean
from graphmem_client.integrations.crewai.records import FOLDER, Path, record_of

PAGE = 500
LONGEST = 8000
"""Characters of a question; the service searches no more of a text."""
Placed = tuple[Path, MemoryRecord]
Scored = tuple[MemoryRecord, float]


class StoredRecords:
    """Reads records. Those under a path are read page by page."""

    def __init__(self, brain: ClientBrainSync) -> None:
        self._brain = brain

    def paths(self, prefix: Path) -> list[Path]:
        """Return the paths that have records; a label `*` is only itself."""
        return [path for path in self._brain.items.paths(prefix) if path[: len(prefix)] == prefix]

    def stamps(self, places: Sequence[dict[str, Any]]) -> list[str]:
        """Return what tells apart the states of the items at some places; "" = there is none."""
        return ["" if item is None else f"{item.version} {item.updated_at}" for item in self._brain.items.get(places)]

    def under(self, path: Path) -> Iterator[Placed]:
        """Yield the records under a path."""
        return ((tuple(item.path), record_of(item.value)) for item in self._pages(path, PAGE, order="oldest"))

    def with_ids(self, ids: Iterable[str], prefix: Path = (FOLDER,)) -> list[Placed]:
        """Return the records with some ids under a path."""
        unique = list(dict.fromkeys(ids))
        places = [{"path": path, "key": key} for path in self.paths(prefix) for key in unique]
        pages = (places[start : start + PAGE] for start in range(0, len(places), PAGE))
        items = (item for some in pages for item in self._brain.items.get(some))
        return [(tuple(item.path), record_of(item.value)) for item in items if item]

    def alike(self, question: str, path: Path, size: int) -> Iterator[Scored]:
        """Yield the records whose texts are most similar to a question, best first. The service is asked for `size` at once."""
        for item in self._pages(path, size, query=clean(question)[:LONGEST]):
            if item.score is None:
                return
            yield record_of(item.value), 1 / (1 + 4 * (1 - item.score))  # the scale of `_closeness`

    def near(self, vector: Sequence[float], path: Path) -> Iterator[Scored]:
        """Yield the records whose own vectors are nearest.

        Raises:
            ValueError: the records have vectors of another embedder, or none.
        """
        records = [record for _, record in self.under(path)]
        found = [(record, _closeness(vector, record.embedding)) for record in records if record.embedding]
        if records and not found:
            raise ValueError(
                "The records have no vectors: they were saved with the embedder of a GraphmemStorage. Give the memory the "
                "embedder of its storage: Memory(storage=storage, embedder=storage.embedder)."
            )
        yield from sorted(found, key=lambda scored: scored[1], reverse=True)

    def _pages(self, path: Path, size: int, **asked: Any) -> Iterator[Any]:
        offset = 0
        while page := self._brain.items.search(path, **asked, limit=size, offset=offset):
            yield from page
            offset += len(page)
            if len(page) < size:
                return


def _closeness(some: Sequence[float], others: Sequence[float]) -> float:
    """Return how alike two vectors are, as CrewAI's own storage does: 1 = equal, 1/3 = orthogonal, if their length is 1.

    Raises:
        ValueError: they are of different embedders.
    """
    if len(some) != len(others):
        raise ValueError(f"The records have vectors of {len(others)} numbers, the question one of {len(some)}.")
    return 1 / (1 + sum((one - other) ** 2 for one, other in zip(some, others, strict=True)))
