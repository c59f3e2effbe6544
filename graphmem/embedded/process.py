"""Identity of a process. A pid alone is not enough, because the system reuses pids."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import psutil

Identity = tuple[int, str]
"""A pid and the start time of its process."""


def identify(pid: int) -> Identity | None:
    """Return the identity of a running process, or None if it has ended. A zombie counts as ended."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return pid, _start_time(process)
    except (psutil.Error, OSError):
        return None


def is_alive(identity: Identity | None) -> bool:
    """Whether this very process still runs."""
    return identity is not None and identify(identity[0]) == identity


def end(identity: Identity | None, patience: float = 60.0) -> None:
    """Terminate a process; kill it if it has not ended after `patience` seconds."""
    if identity is None or not is_alive(identity):
        return
    try:
        process = psutil.Process(identity[0])
        process.terminate()
        try:
            process.wait(patience)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(patience)
    except psutil.NoSuchProcess:
        pass


def kill(identity: Identity | None, patience: float = 60.0) -> None:
    """Kill a process and wait until it has ended."""
    if identity is None or not is_alive(identity):
        return
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(identity[0])
        process.kill()
        process.wait(patience)


def _start_time(process: psutil.Process) -> str:
    if (
        sys.platform == "linux"
    ):  # ticks since boot: setting the clock does not change them, but it changes create_time()
        return Path(f"/proc/{process.pid}/stat").read_text("utf8").rpartition(")")[2].split()[19]
    return f"{process.create_time():.2f}"
