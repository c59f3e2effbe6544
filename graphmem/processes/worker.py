"""The main program of a worker process: run one function after the other, as the parent process sends them.

`python -m graphmem.processes.worker` reads jobs from standard input and writes answers to standard output. What a function
prints goes to standard error. The process ends when its parent closes the input.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from multiprocessing.connection import Connection

from graphmem.processes.budget import cpu_budget

NICENESS = 5
"""Added to the niceness of the parent: reading text gives way to requests."""


def main() -> None:
    """Answer jobs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal reaches the whole group; the parent decides
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs, answers = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    while True:
        try:
            job = jobs.recv_bytes()
        except EOFError:
            return
        answers.send_bytes(_answer(job))


def _answer(job: bytes) -> bytes:
    """Return (True, result) or (False, error), pickled."""
    try:
        function, arguments, seconds = pickle.loads(job)  # noqa: S301 - of the parent
        with cpu_budget(seconds):
            return pickle.dumps((True, function(*arguments)))
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return _failure(error)


def _failure(error: Exception) -> bytes:
    try:
        answer = pickle.dumps((False, error))
        pickle.loads(answer)  # noqa: S301 - its own words
    except Exception:  # noqa: BLE001 - an error whose class cannot be pickled
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return answer


if __name__ == "__main__":
    main()
