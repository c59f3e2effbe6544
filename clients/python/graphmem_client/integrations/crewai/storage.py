"""`GraphmemStorage`: CrewAI's `StorageBackend` over the items of a brain.

A scope is the path of an item, a record its value: it comes back as it was saved. Beside that, its text is remembered as an
episode, so that facts are drawn from it; what is deleted is forgotten there too.

CrewAI gives a storage no questions, only vectors. With the embedder of this storage a vector stands for its text, and the
service searches by the text. The vectors of another embedder are kept with the records and compared here.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from datetime import datetime
from itertools import islice, takewhile
from typing import Any

from crewai.memory.types import MemoryRecord, ScopeInfo

from graphmem_client._sync.brain import ClientBrainSync
from graphmem_client.integrations.crewai.embedder import TextEmbedder
from graphmem_client.integrations.crewai.reading import PAGE, Scored, StoredRecords
from graphmem_client.integrations.crewai.records import FOLDER, fits, path_of, place_of, scope_of, utc, value_of


class GraphmemStorage:
    """Where a memory of CrewAI keeps its records: `Memory(storage=storage, embedder=storage.embedder, llm=…)`."""

    def __init__(
        self, brain: ClientBrainSync, *, remember: bool = True, forget: bool = True, wait: bool = False
    ) -> None:
        """Make a storage.

        Args:
            brain: a brain of the synchronous client: CrewAI waits for its memory in the thread of the caller.
            remember: keep the text of a record that is not private as an episode too, and draw facts from it.
            forget: forget these episodes when the record is deleted.
            wait: wait until the facts are drawn; else a worker does it.

        Raises:
            TypeError: the brain is asynchronous.
        """
        if inspect.iscoroutinefunction(brain.remember):
            raise TypeError("CrewAI waits for its memory in the thread of the caller: give one of GraphmemClientSync.")
        self._brain, self._stored, self.embedder = brain, StoredRecords(brain), TextEmbedder()
        self._remember, self._forget, self._wait = remember, forget, wait

    def __deepcopy__(self, memo: dict[int, Any]) -> GraphmemStorage:
        """Return this storage: a copy of a crew shares its memory."""
        return self

    def save(self, records: list[MemoryRecord]) -> None:
        """Store records."""
        for start in range(0, len(records), PAGE):
            self._brain.put_items([self._item(record) for record in records[start : start + PAGE]])

    def update(self, record: MemoryRecord) -> None:
        """Replace the record with the same id. A text that stays is not told again."""
        path, old = next(iter(self._stored.with_ids([record.id])), (None, None))
        is_moved = path is not None and path != path_of(record.scope)
        is_new = old is None or is_moved or old.content != record.content
        self._brain.put_items([self._item(record, is_new=is_new)])
        if is_moved and path:
            self._brain.delete_items([place_of(path, record)], forget=self._forget)

    def search(
        self,
        query_embedding: list[float],
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        metadata_filter: dict[str, Any] | None = None,
        limit: int = 10,
        min_score: float = 0.0,
    ) -> list[Scored]:
        """Return the records in a scope that are most alike, with their scores from 0 to 1, the best first."""
        path, question = path_of(scope_prefix), self.embedder.text_of(query_embedding)
        if question is None:
            found = self._stored.near(query_embedding, path)
        else:
            found = self._stored.alike(question, path, PAGE if categories or metadata_filter else min(limit, PAGE))
        good = takewhile(lambda scored: scored[1] >= min_score, found)
        return list(islice((scored for scored in good if fits(scored[0], categories, metadata_filter)), limit))

    def get_record(self, record_id: str) -> MemoryRecord | None:
        """Return a record; None = there is none."""
        return next((record for _, record in self._stored.with_ids([record_id])), None)

    def list_records(self, scope_prefix: str | None = None, limit: int = 200, offset: int = 0) -> list[MemoryRecord]:
        """Return the records in a scope, newest first."""
        records = self._records(scope_prefix)
        records.sort(key=lambda record: utc(record.created_at), reverse=True)
        return records[offset : offset + limit] if limit > 0 and offset >= 0 else []

    def delete(
        self,
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        record_ids: list[str] | None = None,
        older_than: datetime | None = None,
        metadata_filter: dict[str, Any] | None = None,
    ) -> int:
        """Delete the records that meet all conditions, and return how many. To forget, an API key needs `graph:write`."""
        prefix = path_of(scope_prefix)
        found = self._stored.under(prefix) if record_ids is None else self._stored.with_ids(record_ids, prefix)
        gone = [
            place_of(path, record)
            for path, record in found
            if fits(record, categories, metadata_filter)
            and (older_than is None or utc(record.created_at) < utc(older_than))
        ]
        pages = (gone[start : start + PAGE] for start in range(0, len(gone), PAGE))
        return sum(self._brain.delete_items(some, forget=self._forget) for some in pages)

    def reset(self, scope_prefix: str | None = None) -> None:
        """Delete all records in a scope."""
        self._brain.clear_items(path_of(scope_prefix), forget=self._forget)

    def get_scope_info(self, scope: str) -> ScopeInfo:
        """Return how many records are in a scope, since when, and of which categories."""
        records = self._records(scope)
        created = sorted((record.created_at for record in records), key=utc)
        return ScopeInfo(
            path=scope.rstrip("/") or "/",
            record_count=len(records),
            categories=sorted({category for record in records for category in record.categories}),
            oldest_record=created[0] if created else None,
            newest_record=created[-1] if created else None,
            child_scopes=self.list_scopes(scope),
        )

    def list_scopes(self, parent: str = "/") -> list[str]:
        """Return the scopes one level below another."""
        prefix = path_of(parent)
        below = (path for path in self._stored.paths(prefix) if len(path) > len(prefix))
        return sorted({scope_of(path[: len(prefix) + 1]) for path in below})

    def list_categories(self, scope_prefix: str | None = None) -> dict[str, int]:
        """Return the categories in a scope, with the numbers of their records."""
        return dict(Counter(category for record in self._records(scope_prefix) for category in record.categories))

    def count(self, scope_prefix: str | None = None) -> int:
        """Return how many records are in a scope."""
        return len(self._records(scope_prefix))

    async def asave(self, records: list[MemoryRecord]) -> None:
        """`save`, asynchronously."""
        await asyncio.to_thread(self.save, records)

    async def asearch(self, query_embedding: list[float], *arguments: Any, **options: Any) -> list[Scored]:
        """`search`, asynchronously."""
        return await asyncio.to_thread(self.search, query_embedding, *arguments, **options)

    async def adelete(self, *arguments: Any, **options: Any) -> int:
        """`delete`, asynchronously."""
        return await asyncio.to_thread(self.delete, *arguments, **options)

    def _records(self, scope: str | None) -> list[MemoryRecord]:
        return [record for _, record in self._stored.under(path_of(scope))]

    def _item(self, record: MemoryRecord, *, is_new: bool = True) -> dict[str, Any]:
        """Return a record as an item. Its text is remembered first, so that the item can name the episode."""
        text, episode = record.content.strip(), None
        if text and is_new and self._remember and not record.private:
            metadata = {"scope": record.scope, "key": record.id}
            about: dict[str, Any] = {"source": FOLDER, "metadata": metadata, "occurred_at": utc(record.created_at)}
            episode = self._brain.remember(text, wait=self._wait, **about).episode_id
        place = {**place_of(path_of(record.scope), record), "episode_id": episode}
        return {**place, "value": value_of(record), "text": text or None}
