"""`graphmem worker`: extract episodes stored with wait=false, and those whose worker died; webhooks, retention, upkeep."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer

from graphmem.cli.serve import tell_without_facts
from graphmem.console import errors
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.observability.logs import log_to_stderr
from graphmem.observability.process_memory import giving_back
from graphmem.serving.tidying import tidying
from graphmem.settings import Settings, settings as process_settings
from graphmem_contract.validation import check_brain


def worker(
    concurrency: Annotated[
        int, typer.Option(min=1, max=1000, help="Number of episodes that are extracted at the same time.")
    ] = 2,
    once: Annotated[bool, typer.Option("--once", help="Extract the episodes that are due now, and exit.")] = False,
    brain: Annotated[str | None, typer.Option(help="Only this brain; default all brains.")] = None,
) -> None:
    """Extract episodes, send to webhooks, apply retention and run scheduled upkeep, until SIGINT or SIGTERM."""
    if brain is not None:
        check_brain(brain)
    chosen = process_settings()
    log_to_stderr(chosen)
    tell_without_facts(chosen)
    asyncio.run(_once(chosen, concurrency, brain) if once else _work(chosen, concurrency, brain))


async def _once(settings: Settings, concurrency: int, brain: str | None) -> None:
    async with Memory.open(settings=settings) as memory:
        await Workers(concurrency).once(EpisodeProcessor(memory.engine), brain)


async def _work(settings: Settings, concurrency: int, brain: str | None) -> None:
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    async with Memory.open(settings=settings) as memory:
        pool = Workers(concurrency)
        async with pool.serving(EpisodeProcessor(memory.engine), brain), tidying(memory.engine, brain), giving_back():
            errors.print(f"graphmem extracts episodes from the queue, {concurrency} at a time.", soft_wrap=True)
            await stopping.wait()
