"""A list in the items of a brain: values come back exactly as they were added, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from graphmem_client.protocol import BrainLike

PAGE = 500


async def read_values(path: Sequence[str], limit: int | None, brain: BrainLike) -> list[Any]:
    """Return the values of a list, oldest first; with a limit, the latest ones. A negative limit is none."""
    if limit is not None and 0 <= limit <= PAGE:
        latest = await brain.items.search(path, order="newest", limit=limit) if limit else ()
        return [item.value for item in reversed(latest)]
    values: list[Any] = []
    while True:
        page = await brain.items.search(path, order="oldest", limit=PAGE, offset=len(values))
        values += [item.value for item in page]
        if len(page) < PAGE:
            return values[-limit:] if limit is not None and limit > 0 else values


async def add_values(
    path: Sequence[str], values: Sequence[Any], brain: BrainLike, episodes: Mapping[int, str | None] | None = None
) -> None:
    """Add values behind those of a list. `episodes`: the episode id of a value, by its position."""
    known = episodes or {}
    new = [
        {"path": path, "key": str(uuid4()), "value": value, "episode_id": known.get(i)}
        for i, value in enumerate(values)
    ]
    for start in range(0, len(new), PAGE):
        await brain.items.put(new[start : start + PAGE])
