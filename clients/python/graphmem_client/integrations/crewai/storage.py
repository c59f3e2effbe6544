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
from functools import partial
from itertools import islice, takewhile
from typing import Any

from crewai.memory.types import MemoryRecord, ScopeInfo

from graphmem_client._sync.brain import ClientBrainSync
from graphmem_client.integrations.bridge import Bridge
from graphmem_client.integrations.calls import remember_once
from graphmem_client.integrations.crewai.embedder import TextEmbedder
from graphmem_client.integrations.crewai.reading import PAGE, Scored, StoredRecords
from graphmem_client.integrations.crewai.records import episode_of, fits, path_of, place_of, scope_of, utc, value_of
from graphmem_client.integrations.guard import Guard, OnError


class GraphmemStorage:
    """Where a memory of CrewAI keeps its records: `Memory(storage=storage, embedder=storage.embedder, llm=…)`."""

    def __init__(
        self,
        brain: ClientBrainSync,
        *,
        speaker: str | None = None,
        remember: bool = True,
        forget: bool = True,
        wait: bool = False,
        on_error: OnError | None = None,
    ) -> None:
        """Make a storage.

        Args:
            brain: a brain of the synchronous client: CrewAI waits for its memory in the thread of the caller.
            speaker: whose "I" the records have; without a name it is "user".
            remember: keep the text of a record that is not private as an episode too, and draw facts from it.
            forget: forget these episodes when the record is deleted.
            wait: wait until the facts are drawn; else a worker does it.
            on_error: receives the error of a text that cannot be remembered; default: a warning in the log. The record is kept.

        Raises:
            TypeError: the brain is asynchronous.
        """
        if inspect.iscoroutinefunction(brain.remember):
            raise TypeError("CrewAI waits for its memory in the thread of the caller: give one of GraphmemClientSync.")
        self._brain, self._stored, self.embedder = brain, StoredRecords(brain), TextEmbedder()
        self._bridge, self._guard = Bridge(brain), Guard(on_error)
        self._speaker, self._remember, self._forget, self._wait = speaker, remember, forget, wait

    def __deepcopy__(self, memo: dict[int, Any]) -> GraphmemStorage:
        """Return this storage: a copy of a crew shares its memory."""
        return self

    def save(self, records: list[MemoryRecord]) -> None:
        """Store records."""
        for start in range(0, len(records), PAGE):
            some = records[start : start + PAGE]
            stamps = self._stored.stamps([place_of(path_of(record.scope), record) for record in some])
            self._brain.items.put(
                [self._item(record, self._episode(record, stamp)) for record, stamp in zip(some, stamps, strict=True)]
            )

    def update(self, record: MemoryRecord) -> None:
        """Replace the record with the same id. A text that stays in its scope is not remembered again."""
        new_path, episode = path_of(record.scope), None
        path, old = next(iter(self._stored.with_ids([record.id])), (new_path, None))
        is_moved = path != new_path
        if old is None or is_moved or old.content != record.content:
            stamps = self._stored.stamps([place_of(new_path, record), place_of(path, record)])
            episode = self._episode(record, *stamps)
        self._brain.items.put([self._item(record, episode)])
        if is_moved:
            self._brain.items.delete([place_of(path, record)], forget=self._forget)

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
        return sum(self._brain.items.delete(some, forget=self._forget) for some in pages)

    def reset(self, scope_prefix: str | None = None) -> None:
        """Delete all records in a scope."""
        self._brain.items.clear(path_of(scope_prefix), forget=self._forget)

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

    def _episode(self, record: MemoryRecord, *stamps: str) -> str | None:
        """Remember the text of a record, and return the id of the episode. What fails is reported; the record is kept.

        Args:
            stamps: the states of its items before, so that a save that is repeated is one episode.
        """
        episode = episode_of(record) if self._remember and not record.private else None
        if episode is None:
            return None
        episode |= {"speaker": self._speaker, "wait": self._wait}
        key = (*path_of(record.scope), record.id, *dict.fromkeys(stamps), str(record.last_accessed), episode["content"])
        return self._guard.wait(
            self._bridge, "remember", partial(remember_once, key, episode, anew=True), None, is_timed=False
        )

    def _item(self, record: MemoryRecord, episode: str | None) -> dict[str, Any]:
        """Return a record as an item that names its episode."""
        place = {**place_of(path_of(record.scope), record), "episode_id": episode}
        return {**place, "value": value_of(record), "text": record.content.strip() or None}
