"""`GraphmemMemoryTool`: the memory tool of Anthropic, for the tool runner of its SDK or a loop of your own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool

from graphmem_client.integrations.anthropic_memory.files import Limits
from graphmem_client.integrations.anthropic_memory.folder import MemoryFolder
from graphmem_client.integrations.bridge import AnyBrain, Bridge
from graphmem_client.integrations.guard import Guard, OnError

MOST_FILES = 1_000
MOST_BYTES = 20_000_000


class _Options:
    """The options of both tools."""

    _folder: MemoryFolder
    _bridge: Bridge

    def __init__(
        self,
        brain: AnyBrain,
        *,
        speaker: str | None = None,
        remember: bool = True,
        forget: bool = False,
        entities: bool = True,
        max_files: int = MOST_FILES,
        max_bytes: int = MOST_BYTES,
        wait: bool = False,
        on_error: OnError | None = None,
        **options: Any,
    ) -> None:
        """Make the tool.

        Args:
            speaker: whose "I" the files have; without a name it is "user".
            remember: remember each write as an episode too, and draw facts from it.
            forget: forget the episodes of a file when it is deleted; else what it told stays known.
            entities: show the generated pages in /memories/_entities.
            max_files, max_bytes: how many files the brain may have, and how many bytes they may have together.
            wait: wait until the facts are drawn; else a worker does it.
            on_error: receives the error of a text that cannot be remembered; default: a warning in the log. The file is kept.
            options: those of the SDK: `cache_control`.
        """
        super().__init__(**options)
        self._bridge = Bridge(brain)
        limits = Limits(max_files, max_bytes)
        episode = {"speaker": speaker, "wait": wait} if remember else None
        self._folder = MemoryFolder(limits, Guard(on_error), pages=entities, remember=episode, forget=forget)


class GraphmemMemoryTool(_Options, BetaAsyncAbstractMemoryTool):
    """The asynchronous tool: `AsyncAnthropic().beta.messages.tool_runner(tools=[GraphmemMemoryTool(brain)], …)`."""

    async def view(self, command: Any) -> str:
        """Return a file with line numbers, or the list of a folder."""
        return await self._bridge.run(partial(self._folder.view, command))

    async def create(self, command: Any) -> str:
        """Store a new file."""
        return await self._bridge.run(partial(self._folder.create, command))

    async def str_replace(self, command: Any) -> str:
        """Replace a text that a file has once."""
        return await self._bridge.run(partial(self._folder.str_replace, command))

    async def insert(self, command: Any) -> str:
        """Insert lines behind a line of a file."""
        return await self._bridge.run(partial(self._folder.insert, command))

    async def delete(self, command: Any) -> str:
        """Delete a file or a folder."""
        return await self._bridge.run(partial(self._folder.delete, command))

    async def rename(self, command: Any) -> str:
        """Give a file or a folder another path."""
        return await self._bridge.run(partial(self._folder.rename, command))

    async def clear_all_memory(self) -> str:
        """Delete all files."""
        return await self._bridge.run(self._folder.clear)

    async def earlier(self, path: str) -> list[str]:
        """Return the texts that a file had before its latest one, the oldest first."""
        return await self._bridge.run(partial(self._folder.earlier, path))


class GraphmemMemoryToolSync(_Options, BetaAbstractMemoryTool):
    """The synchronous tool, for `Anthropic()` and a brain of `GraphmemClientSync`."""

    def view(self, command: Any) -> str:
        """Return a file with line numbers, or the list of a folder."""
        return self._wait_for(self._folder.view, command)

    def create(self, command: Any) -> str:
        """Store a new file."""
        return self._wait_for(self._folder.create, command)

    def str_replace(self, command: Any) -> str:
        """Replace a text that a file has once."""
        return self._wait_for(self._folder.str_replace, command)

    def insert(self, command: Any) -> str:
        """Insert lines behind a line of a file."""
        return self._wait_for(self._folder.insert, command)

    def delete(self, command: Any) -> str:
        """Delete a file or a folder."""
        return self._wait_for(self._folder.delete, command)

    def rename(self, command: Any) -> str:
        """Give a file or a folder another path."""
        return self._wait_for(self._folder.rename, command)

    def clear_all_memory(self) -> str:
        """Delete all files."""
        return self._bridge.wait(self._folder.clear)

    def earlier(self, path: str) -> list[str]:
        """Return the texts that a file had before its latest one, the oldest first."""
        return self._bridge.wait(partial(self._folder.earlier, path))

    def _wait_for(self, method: Callable[..., Any], command: Any) -> str:
        return self._bridge.wait(partial(method, command))
