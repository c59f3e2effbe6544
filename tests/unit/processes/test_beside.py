"""Work beside a block ends with it."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.processes.beside import beside


async def test_work_runs_while_the_block_does_and_no_longer() -> None:
    steps: list[str] = []

    async def forever() -> None:
        try:
            steps.append("begun")
            await asyncio.Event().wait()
        finally:
            steps.append("ended")

    async def failing() -> None:
        async with beside(forever(), forever()):
            await asyncio.sleep(0)
            steps.append("block")
            raise KeyError

    with pytest.raises(KeyError):
        await failing()
    assert steps == ["begun", "begun", "block", "ended", "ended"]


async def test_an_error_of_the_work_is_not_that_of_the_block() -> None:
    async def broken() -> None:
        raise ValueError

    async with beside(broken()):
        await asyncio.sleep(0)
