"""Opens a memory for one command; options that several commands share."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar

import typer

from graphmem.brain import Brain
from graphmem.ingest.worker import drain
from graphmem.memory import Memory
from graphmem_contract.validation import check_brain

T = TypeVar("T")
_STOPPING = (signal.SIGINT, signal.SIGTERM)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
BrainName = Annotated[str, typer.Argument(metavar="BRAIN", help="Name of the brain; its first write creates it.")]


@contextmanager
def stop_signals() -> Iterator[asyncio.Event]:
    """Set an event at SIGINT or SIGTERM: the command can end where nothing is half done. A second signal ends it at once."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop() -> None:
        stopping.set()
        for number in _STOPPING:
            loop.remove_signal_handler(number)

    for number in _STOPPING:
        loop.add_signal_handler(number, stop)
    try:
        yield stopping
    finally:
        for number in _STOPPING:
            loop.remove_signal_handler(number)


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
