"""Work on text in processes of its own: apart from this interpreter, killable, of low priority."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.processes.pool import WorkerPool, shared_pool
from graphmem.processes.worker import NICENESS
from graphmem_contract.errors import ModelTimeout, SetupError
from tests.unit.processes import jobs


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    made = WorkerPool(1, cpu_sec=0.2)
    yield made
    made.close()


async def begun(mark: Path) -> None:
    await asyncio.to_thread(_wait_for, f"{mark}.begun")


def _wait_for(path: str) -> None:
    while not Path(path).exists():
        time.sleep(0.01)


async def test_a_function_runs_in_a_process_of_its_own_of_low_priority(pool: WorkerPool) -> None:
    first, second = await pool.run("ana", jobs.pid, "x"), await pool.run("bruno", jobs.pid)
    assert first == second != os.getpid()
    assert await pool.run("ana", jobs.niceness) == min(19, os.nice(0) + NICENESS)


async def test_errors_come_back_as_they_were(pool: WorkerPool) -> None:
    with pytest.raises(SetupError, match="there is no parser") as caught:
        await pool.run("ana", jobs.refuse)
    assert caught.value.field == "text"
    with pytest.raises(RuntimeError, match="Odd: of a class"):
        await pool.run("ana", jobs.refuse_oddly)


async def test_work_over_its_budget_returns_what_it_has(pool: WorkerPool) -> None:
    before = await pool.run("ana", jobs.pid)
    assert await pool.run("ana", jobs.spin) == "as far as it went"
    assert await pool.run("ana", jobs.pid) == before


async def test_work_is_tried_again_where_its_process_was_killed(pool: WorkerPool, tmp_path: Path) -> None:
    assert await pool.run("ana", jobs.die_once, str(tmp_path / "mark")) == "second try"
    with pytest.raises(ModelTimeout, match="died"):
        await pool.run("ana", jobs.die)
    idle = await pool.run("ana", jobs.pid)
    os.kill(idle, signal.SIGKILL)
    assert await pool.run("ana", jobs.pid) != idle


async def test_a_cancelled_call_kills_its_process_and_frees_the_place(pool: WorkerPool, tmp_path: Path) -> None:
    mark = tmp_path / "never"
    before = await pool.run("ana", jobs.pid)
    running = asyncio.create_task(pool.run("ana", jobs.wait_for, str(mark)))
    await begun(mark)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await pool.run("bruno", jobs.pid) != before


async def test_a_hung_process_is_killed(tmp_path: Path) -> None:
    pool = WorkerPool(1, wall_sec=2)
    try:
        with pytest.raises(ModelTimeout, match="longer than"):
            await pool.run("ana", jobs.wait_for, str(tmp_path / "never"))
        assert await pool.run("ana", jobs.pid)
    finally:
        pool.close()


async def test_brains_take_turns(pool: WorkerPool, tmp_path: Path) -> None:
    order: list[str] = []

    async def one(owner: str) -> None:
        await pool.run(owner, jobs.pid)
        order.append(owner)

    gate = tmp_path / "gate"
    first = asyncio.create_task(pool.run("busy", jobs.wait_for, str(gate)))
    await begun(gate)
    others = [asyncio.create_task(one(owner)) for owner in ("busy", "busy", "busy", "quiet")]
    await asyncio.sleep(0)
    gate.touch()
    await asyncio.gather(first, *others)
    assert order == ["busy", "quiet", "busy", "busy"]


async def test_a_call_that_waits_and_is_cancelled_never_runs(pool: WorkerPool, tmp_path: Path) -> None:
    gate, never = tmp_path / "gate", tmp_path / "never"
    first = asyncio.create_task(pool.run("ana", jobs.wait_for, str(gate)))
    await begun(gate)
    waiting = asyncio.create_task(pool.run("ana", jobs.wait_for, str(never)))
    await asyncio.sleep(0)
    waiting.cancel()
    gate.touch()
    assert await first == str(gate)
    assert await pool.run("ana", jobs.pid)
    assert "never.begun" not in {path.name for path in await asyncio.to_thread(lambda: list(tmp_path.iterdir()))}


async def test_two_processes_work_at_the_same_time(tmp_path: Path) -> None:
    pool, gates = WorkerPool(2), (tmp_path / "one", tmp_path / "two")
    try:
        running = [asyncio.create_task(pool.run("ana", jobs.wait_for, str(gate))) for gate in gates]
        for gate in gates:
            await begun(gate)
        for gate in gates:
            gate.touch()
        assert await asyncio.gather(*running) == [str(gate) for gate in gates]
    finally:
        pool.close()


def test_all_models_of_a_process_share_one_pool() -> None:
    pool = shared_pool(1)
    assert shared_pool(1) is pool
    size = pool.size
    assert shared_pool(size + 1).size == size + 1
    pool.size = size
