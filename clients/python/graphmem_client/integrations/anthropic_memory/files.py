"""Memory files as items of a brain: their texts, their sizes, their earlier texts, and the episodes that tell the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from anthropic.lib.tools import ToolError

from graphmem_client.protocol import BrainLike

FOLDER = "anthropic-memory"
TEXTS, SIZES = (FOLDER, "texts"), (FOLDER, "sizes")
PAGE = 1000
MOST_BYTES = 1_000_000
MOST_EARLIER = 100
"""How many earlier texts of a file are kept."""


@dataclass(frozen=True)
class MemoryFile:
    """A file. `id` stays when it is renamed; `edition` counts its texts; `version` is that of its item."""

    id: str
    text: str
    edition: int
    version: int


@dataclass(frozen=True)
class Limits:
    """How many files a brain may have, and how many bytes they may have together."""

    files: int
    bytes: int


async def read(brain: BrainLike, path: str) -> MemoryFile | None:
    """Return a file, if there is one."""
    (item,) = await brain.get_items([{"path": TEXTS, "key": path}])
    if item is None:
        return None
    return MemoryFile(item.value["id"], item.value["text"], item.value["edition"], item.version)


async def sizes(brain: BrainLike) -> dict[str, int]:
    """Return the sizes of all files by their paths."""
    found: dict[str, int] = {}
    seen = 0
    while True:
        page = await brain.search_items(SIZES, order="oldest", limit=PAGE, offset=seen)
        found |= {item.key: item.value for item in page}
        seen += len(page)
        if len(page) < PAGE:
            return found


async def write(brain: BrainLike, path: str, text: str, before: MemoryFile | None, limits: Limits) -> MemoryFile | None:
    """Store a new file, or another text of one; None = another writer was first.

    Raises:
        ToolError: the file is too large, or the brain has too many.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    new = MemoryFile(before.id if before else str(uuid4()), text, before.edition + 1 if before else 1, 0)
    _check_size(path, size, new)
    known = await sizes(brain)
    total = sum(known.values()) - known.get(path, 0) + size
    if before is None and len(known) >= limits.files:
        raise ToolError(f"There are too many files: at most {limits.files} are kept.")
    if total > limits.bytes:
        raise ToolError(f"The files are too large together: at most {limits.bytes} bytes are kept.")
    items = _items(path, new, size, before.version if before else 0)
    if before is not None:
        items.append(_at(_earlier(before.id), str(before.edition), {"text": before.text, "path": path}))
    if not await _put(brain, items):
        return None
    if new.edition > MOST_EARLIER + 1:
        await brain.delete_items([{"path": _earlier(new.id), "key": str(new.edition - MOST_EARLIER - 1)}])
    return new


async def told(brain: BrainLike, path: str, file: MemoryFile, text: str, wait: bool) -> None:
    """Remember what a write tells as an episode of the file."""
    if not text.strip():
        return
    about = {"path": path, "edition": file.edition}
    result = await brain.remember(text, source=FOLDER, metadata=about, wait=wait)
    if result.episode_id is not None:
        place = _at((FOLDER, "episodes", file.id), result.episode_id, path)
        await brain.put_items([{**place, "episode_id": result.episode_id}])


async def remove(brain: BrainLike, paths: Sequence[str], forget: bool) -> None:
    """Delete files with their earlier texts."""
    for path in paths:
        file = await read(brain, path)
        await brain.delete_items([{"path": TEXTS, "key": path}, {"path": SIZES, "key": path}])
        if file is not None:
            await brain.clear_items((FOLDER, "episodes", file.id), forget=forget)
            await brain.clear_items(_earlier(file.id))


async def move(brain: BrainLike, renamed: Iterable[tuple[str, str]]) -> bool:
    """Give files other paths; False = there is a file already at one of them. Their earlier texts stay theirs."""
    for old, new in renamed:
        file = await read(brain, old)
        if file is not None:
            if not await _put(brain, _items(new, file, len(file.text.encode("utf-8")), 0)):
                return False
            await brain.delete_items([{"path": TEXTS, "key": old}, {"path": SIZES, "key": old}])
    return True


async def earlier(brain: BrainLike, file: MemoryFile) -> list[str]:
    """Return the texts that a file had before, the oldest first."""
    found = await brain.search_items(_earlier(file.id), order="oldest", limit=PAGE)
    return [item.value["text"] for item in found]


def _earlier(file_id: str) -> tuple[str, ...]:
    return (FOLDER, "earlier", file_id)


def _at(path: tuple[str, ...], key: str, value: Any) -> dict[str, Any]:
    return {"path": path, "key": key, "value": value}


def _items(path: str, file: MemoryFile, size: int, version: int) -> list[dict[str, Any]]:
    value = {"id": file.id, "edition": file.edition, "text": file.text}
    return [{**_at(TEXTS, path, value), "if_version": version}, _at(SIZES, path, size)]


def _check_size(path: str, size: int, file: MemoryFile) -> None:
    """Refuse a file that is too large, also as the JSON of its item."""
    if size > MOST_BYTES or len(json.dumps(file.text, ensure_ascii=False)) > MOST_BYTES - 100:
        raise ToolError(f"The file {path} would be too large: at most {MOST_BYTES} bytes are kept.")


async def _put(brain: BrainLike, items: list[dict[str, Any]]) -> bool:
    try:
        await brain.put_items(items)
    except Exception as error:
        if getattr(error, "code", None) == "conflict":  # a class of the library or of the client
            return False
        raise
    return True
