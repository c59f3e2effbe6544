"""The memory behind the server: opened in the background, and opened again after a failure."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from types import TracebackType
from typing import Any

from mcp.server import Server

from graphmem.ingest.worker import drain
from graphmem.memory import Memory
from graphmem_contract.errors import GraphmemError

Open = Callable[[], AbstractAsyncContextManager[Memory]]
MakeServer = Callable[[Callable[[], Awaitable[Memory]]], Server[Any]]
"""Builds the server for a memory that may still be opening."""


class Opening:
    """A memory that opens in the background: clients do not wait as long as the first start of an embedded server takes."""

    def __init__(self, open_: Open) -> None:
        self._open = open_
        self._stack = AsyncExitStack()
        self._task: asyncio.Task[Memory] | None = None

    async def __aenter__(self) -> Opening:
        self._task = self._start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()  # no effect on a finished task
            with contextlib.suppress(asyncio.CancelledError, GraphmemError):
                await self._task
        try:
            await drain()
        finally:
            await self._stack.aclose()

    async def memory(self) -> Memory:
        """Wait for the memory and return it.

        Raises:
            GraphmemError: the memory cannot be opened; the next call tries again.
        """
        if self._task is None or (self._task.done() and (self._task.cancelled() or self._task.exception())):
            self._task = self._start()
        return await asyncio.shield(self._task)  # a cancelled caller does not cancel the others

    def _start(self) -> asyncio.Task[Memory]:
        task = asyncio.create_task(self._stack.enter_async_context(self._open()))
        task.add_done_callback(_retrieve_exception)
        return task


def _retrieve_exception(task: asyncio.Task[Memory]) -> None:
    """Mark a failure as retrieved: the next caller gets it, and asyncio does not log it."""
    if not task.cancelled():
        task.exception()
