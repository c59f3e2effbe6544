"""The episodes of memory files: what each write says is remembered, so that facts are drawn from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphmem_client.integrations.anthropic_memory.files import FOLDER, MemoryFile, episodes_of
from graphmem_client.integrations.calls import remember_once
from graphmem_client.protocol import BrainLike

LONGEST = 100_000
"""Characters of one episode. A longer text is remembered in parts."""
ENDS = ("\n\n", "\n", " ")
"""Where a part may end, the best first."""


async def remember_text(brain: BrainLike, path: str, file: MemoryFile, text: str, options: Mapping[str, Any]) -> None:
    """Remember what a write says. An item for each episode names it, so that it can be forgotten with the file."""
    about = {"source": FOLDER, "metadata": {"path": path, "edition": file.edition}, **options}
    for i, part in enumerate(parts_of(text)):
        key = (FOLDER, file.id, str(file.edition), str(i))
        episode = await remember_once(key, {"content": part, **about}, brain)
        if episode is not None:
            place = {"path": episodes_of(file), "key": episode, "value": path}
            await brain.items.put([{**place, "episode_id": episode}])


def parts_of(text: str) -> Iterator[str]:
    """Yield the parts of a text that are not blank. A part ends where a paragraph, a line or a word ends, if one does."""
    start = 0
    while start < len(text):
        limit = start + LONGEST
        found = (text.rfind(mark, start, limit) + len(mark) for mark in ENDS if text.rfind(mark, start, limit) > start)
        end = next(found, limit) if limit < len(text) else len(text)
        if text[start:end].strip():
            yield text[start:end]
        start = end
