"""A pool of worker processes.

`concurrent.futures` cannot stop a running job. `anyio.to_process` can, but runs the main program of the user again in every
process. So the pool is its own: one thread for each process, which waits for its answers.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeVar

from graphmem.processes.fair_queue import FairQueue
from graphmem_contract.errors import ModelTimeout

ResultT = TypeVar("ResultT")

CPU_SEC: Final = 20.0
"""Processor seconds of one job."""
WALL_SEC: Final = 180.0
"""Seconds after which the process of a job is killed: on a busy machine, a job waits for its processor time."""
IDLE_SEC: Final = 600.0
"""Seconds without a job after which a process ends and returns its memory."""


@dataclass(eq=False, slots=True)
class _Process:
    popen: subprocess.Popen[bytes]
    jobs: Connection
    answers: Connection

    @classmethod
    def start(cls) -> _Process:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-P", "-m", "graphmem.processes.worker"]
        popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)  # noqa: S603
        assert popen.stdin is not None
        assert popen.stdout is not None
        jobs = Connection(os.dup(popen.stdin.fileno()), readable=False)
        answers = Connection(os.dup(popen.stdout.fileno()), writable=False)
        popen.stdin.close()
        popen.stdout.close()
        return cls(popen, jobs, answers)

    def stop(self) -> None:
        self.popen.kill()
        self.popen.wait()
        self.jobs.close()
        self.answers.close()


@dataclass(eq=False, slots=True)
class _Job:
    payload: bytes
    future: Future[Any] = field(default_factory=Future)
    process: _Process | None = None
    abandoned: bool = False


class WorkerPool:
    """Runs functions in processes of low priority. The owners of the jobs take turns.

    The processes start with the first jobs. They belong to no event loop.
    """

    def __init__(self, size: int, *, cpu_sec: float = CPU_SEC, wall_sec: float = WALL_SEC) -> None:
        self.size = size
        self._cpu_sec, self._wall_sec = cpu_sec, wall_sec
        self._queue: FairQueue[_Job] = FairQueue()
        self._changed = threading.Condition()
        self._threads = self._idle = 0
        self._processes: set[_Process] = set()

    async def run(self, owner: str, function: Callable[..., ResultT], *arguments: Any) -> ResultT:
        """Run a module's own function in a worker process and return its result; a cancelled call kills its process.

        The function raises `BudgetSpent` inside the process when the processor time of the job is spent.

        Raises:
            ModelTimeout: the job took too long, or its process died. It is not repeated.
        """
        job = _Job(pickle.dumps((function, arguments, self._cpu_sec)))
        with self._changed:
            self._queue.put(owner, job)
            if not self._idle and self._threads < self.size:
                self._threads += 1
                threading.Thread(target=self._serve, name="graphmem-text", daemon=True).start()
            self._changed.notify()
        try:
            result: ResultT = await asyncio.wrap_future(job.future)
        except asyncio.CancelledError:
            self._abandon(job)
            raise
        return result

    def close(self) -> None:
        """Kill the processes. Jobs that run or wait fail."""
        with self._changed:
            for process in self._processes:
                process.popen.kill()

    def _abandon(self, job: _Job) -> None:
        with self._changed:
            job.abandoned = True
            if job.process is not None:
                job.process.popen.kill()

    def _serve(self) -> None:
        """Take jobs until none has come for a while."""
        process: _Process | None = None
        while (job := self._next()) is not None:
            process, outcome = self._tried(job, process)
            if isinstance(outcome, Exception):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome[0])
        self._discard(process)

    def _tried(self, job: _Job, process: _Process | None) -> tuple[_Process | None, tuple[Any] | Exception]:
        """Run a job, a second time where its process was killed by somebody else; return the process and the outcome."""
        for _ in range(2):
            try:
                process = process if process and process.popen.poll() is None else self._started(process)
                done, answer = self._answer(job, process)
                return process, (answer,) if done else answer
            except TimeoutError:
                self._discard(process)
                return None, ModelTimeout(f"Reading the text took longer than {self._wall_sec:g} s.")
            except (EOFError, OSError):
                self._discard(process)
                process = None
                if job.abandoned:
                    break
            except Exception as error:  # noqa: BLE001 - the caller gets it
                self._discard(process)
                return None, error
        return None, ModelTimeout("The process that read the text died.")

    def _next(self) -> _Job | None:
        """Return the next job; None after IDLE_SEC without one, and then this thread counts no more."""
        with self._changed:
            self._idle += 1
            try:
                while True:
                    while (job := self._queue.take()) is not None:
                        if not job.abandoned and job.future.set_running_or_notify_cancel():
                            return job
                    if not self._changed.wait(IDLE_SEC) and not len(self._queue):
                        self._threads -= 1
                        return None
            finally:
                self._idle -= 1

    def _started(self, dead: _Process | None) -> _Process:
        self._discard(dead)
        process = _Process.start()
        with self._changed:
            self._processes.add(process)
        return process

    def _discard(self, process: _Process | None) -> None:
        if process is not None:
            with self._changed:
                self._processes.discard(process)
            process.stop()

    def _answer(self, job: _Job, process: _Process) -> tuple[bool, Any]:
        with self._changed:
            if job.abandoned:
                return False, ModelTimeout("Nobody waits for the answer any more.")
            job.process = process
        try:
            process.jobs.send_bytes(job.payload)
            if not wait([process.answers], self._wall_sec):
                raise TimeoutError
            done, answer = pickle.loads(process.answers.recv_bytes())  # noqa: S301 - of its own child
        finally:
            with self._changed:
                job.process = None
        return done, answer


_SHARED: dict[str, WorkerPool] = {}


def shared_pool(size: int) -> WorkerPool:
    """Return the pool of this process, with at least `size` places."""
    if "pool" not in _SHARED:
        _SHARED["pool"] = WorkerPool(size)
        atexit.register(_SHARED["pool"].close)
    pool = _SHARED["pool"]
    pool.size = max(pool.size, size)
    return pool
