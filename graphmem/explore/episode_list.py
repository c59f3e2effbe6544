"""The list of a brain's episodes: filters, the page that passes them, and episodes by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem.graph.pagination import ListPosition, checked_limit, page_of, position_of
from graphmem.graph.row_mapping import episode_of
from graphmem.graph.store import Store
from graphmem_contract.pagination import Page
from graphmem_contract.reads import Episode


@dataclass(frozen=True, slots=True)
class EpisodeFilter:
    """What an episode must have. None and an empty list exclude nothing.

    `text`: part of the content, in any case. `tags` and `metadata` (entries as JSON, as they are stored): all of them. `since`
    and `until`: the span of `occurred_at`, without `until` itself, in UTC.
    """

    status: str | None = None
    session_id: str | None = None
    source: str | None = None
    tags: Sequence[str] = ()
    metadata: Sequence[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    speaker: str | None = None
    text: str | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """The filter as query parameters, without the session."""
        return {
            "status": self.status,
            "source": self.source,
            "speaker": self.speaker,
            "text": (self.text or "").lower(),
            "tags": list(self.tags),
            "entries": list(self.metadata),
            "since": self.since.astimezone(UTC) if self.since else None,
            "until": self.until.astimezone(UTC) if self.until else None,
        }


async def list_episodes(
    store: Store, brain: str, wanted: EpisodeFilter, *, limit: int = 50, cursor: str | None = None
) -> Page[Episode]:
    """Return episodes, newest recorded first. Raises InvalidInput: limit is not 1 to 1000, or the cursor is invalid."""
    position = position_of(cursor)
    parameters = {"brain": brain, "limit": checked_limit(limit) + 1, **wanted.parameters, **position.parameters}
    if wanted.session_id is None:
        rows = await store.read("explore/episodes", **parameters)
    else:
        rows = await store.read("explore/episodes_of_session", session=wanted.session_id, **parameters)
    found = [episode_of(row["episode"]) for row in rows]
    return page_of(found, limit, lambda one: ListPosition(one.recorded_at, one.id))


async def episodes_by_ids(store: Store, brain: str, ids: Iterable[str]) -> dict[str, Episode]:
    """Return episodes by their ids. An unknown id is left out."""
    wanted = sorted(set(ids))
    rows = await store.read("explore/episodes_by_ids", brain=brain, ids=wanted) if wanted else []
    return {row["episode"]["id"]: episode_of(row["episode"]) for row in rows}
