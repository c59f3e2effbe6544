"""Memory files as items of a brain: their texts, their sizes and their earlier texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from anthropic.lib.tools import ToolError

from graphmem_client.integrations.calls import put_unless_changed
from graphmem_client.integrations.errors import code_of
from graphmem_client.protocol import BrainLike

FOLDER = "anthropic-memory"
TEXTS, SIZES = (FOLDER, "texts"), (FOLDER, "sizes")
PAGE = 1000
MOST_BYTES = 1_000_000
MOST_EARLIER = 100
"""How many earlier texts of a file are kept."""
LEFT_SEC = 60
"""Seconds that a mark stays where a file was. A writer that has read the file before is then told that it is gone."""
TRIES = 10
"""How often a change is made again, where others write to the same file."""


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
    return (await _look(brain, path))[0][0]


async def sizes(brain: BrainLike) -> dict[str, int]:
    """Return the sizes of all files by their paths."""
    found: dict[str, int] = {}
    seen = 0
    while True:
        page = await brain.items.search(SIZES, order="oldest", limit=PAGE, offset=seen, refresh=False)
        found |= {item.key: item.value for item in page if item.value is not None}  # None: a place that was left
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
    ((found, version),) = [(None, before.version)] if before else await _look(brain, path)
    if found is not None:
        return None
    items = _items(path, new, size, version)
    if before is not None:
        items.append(_at(_earlier(before.id), str(before.edition), {"text": before.text, "path": path}))
    if not await put_unless_changed(items, brain):
        return None
    if new.edition > MOST_EARLIER + 1:
        await brain.items.delete([{"path": _earlier(new.id), "key": str(new.edition - MOST_EARLIER - 1)}])
    return new


async def remove(brain: BrainLike, paths: Sequence[str], forget: bool) -> None:
    """Delete files with their earlier texts.

    Raises:
        ToolError: others write to a file all the time.
    """
    for path in paths:
        for _ in range(TRIES):
            ((file, _),) = await _look(brain, path)
            if file is None:
                break
            await brain.items.clear(episodes_of(file), forget=forget)  # first: if this fails, the file is still there
            if await _put_and_leave(brain, [], path, file.version):
                await brain.items.clear(_earlier(file.id))
                break
        else:
            raise busy(path)


async def move(brain: BrainLike, renamed: Iterable[tuple[str, str]]) -> bool:
    """Give files other paths; False = there is a file already at one of them. Their earlier texts stay theirs.

    Raises:
        ToolError: others write to a file all the time.
    """
    for old, new in renamed:
        for _ in range(TRIES):
            (file, _), (other, version) = await _look(brain, old, new)
            if other is not None:
                return False
            if file is None:
                break
            items = _items(new, file, len(file.text.encode("utf-8")), version)
            if await _put_and_leave(brain, items, old, file.version):
                break
        else:
            raise busy(old)
    return True


async def earlier(brain: BrainLike, file: MemoryFile) -> list[str]:
    """Return the texts that a file had before, the oldest first."""
    found = await brain.items.search(_earlier(file.id), order="oldest", limit=PAGE)
    return [item.value["text"] for item in found]


def episodes_of(file: MemoryFile) -> tuple[str, ...]:
    """Return the path of the items that name the episodes of a file."""
    return (FOLDER, "episodes", file.id)


def _earlier(file_id: str) -> tuple[str, ...]:
    return (FOLDER, "earlier", file_id)


def _at(path: tuple[str, ...], key: str, value: Any) -> dict[str, Any]:
    return {"path": path, "key": key, "value": value}


def _items(path: str, file: MemoryFile, size: int, version: int) -> list[dict[str, Any]]:
    value = {"id": file.id, "edition": file.edition, "text": file.text}
    return [{**_at(TEXTS, path, value), "if_version": version}, _at(SIZES, path, size)]


async def _put_and_leave(brain: BrainLike, items: list[dict[str, Any]], path: str, version: int) -> bool:
    """Store items and leave the place of a file, in one transaction; False = another writer was first.

    Marks stay at the place for a time. A policy about personal data may refuse them for its name: then it is just deleted.
    """
    marks = [{**_at(TEXTS, path, None), "if_version": version}, _at(SIZES, path, None)]
    try:
        return await put_unless_changed([*items, *({**mark, "ttl_sec": LEFT_SEC} for mark in marks)], brain)
    except Exception as error:
        if code_of(error) != "invalid_input":
            raise
    is_put = not items or await put_unless_changed(items, brain)
    if is_put:
        await brain.items.delete([{"path": TEXTS, "key": path}, {"path": SIZES, "key": path}])
    return is_put


async def _look(brain: BrainLike, *paths: str) -> list[tuple[MemoryFile | None, int]]:
    """Return the file at each path, if there is one, and the version of the place: 0 = nothing was there lately."""
    found = await brain.items.get([{"path": TEXTS, "key": path} for path in paths], refresh=False)
    return [
        (MemoryFile(item.value["id"], item.value["text"], item.value["edition"], item.version), item.version)
        if item and item.value
        else (None, item.version if item else 0)
        for item in found
    ]


def busy(path: str) -> ToolError:
    """Return what a model is told where others write to a file all the time."""
    return ToolError(f"The file {path} is being written to by others. Please try again.")


def _check_size(path: str, size: int, file: MemoryFile) -> None:
    """Refuse a file that is too large, also as the JSON of its item."""
    if size > MOST_BYTES or len(json.dumps(file.text, ensure_ascii=False)) > MOST_BYTES - 100:
        raise ToolError(f"The file {path} would be too large: at most {MOST_BYTES} bytes are kept.")
