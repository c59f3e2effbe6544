"""Opens a memory for one command; options that several commands share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer

from graphmem.brain import Brain
from graphmem.contract.validation import check_brain
from graphmem.ingest.worker import drain
from graphmem.memory import Memory

T = TypeVar("T")
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def with_brain(name: str, work: Callable[[Brain], Awaitable[T]]) -> T:
    """Open the configured memory, run `work` on one of its brains, and return the result."""
    check_brain(name)  # fails before anything is started

    async def run() -> T:
        async with Memory.open() as memory:
            try:
                return await work(memory.brain(name))
            finally:
                await drain()

    return asyncio.run(run())
