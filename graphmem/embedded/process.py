"""Which process is which: a pid alone may have passed on to another one."""

from __future__ import annotations

import sys
from pathlib import Path

import psutil

Identity = tuple[int, str]
"""A pid and when that process began."""


def identify(pid: int) -> Identity | None:
    """The identity of a running process; none if it has ended, be it that nobody has collected its exit code yet."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return pid, _beginning(process)
    except (psutil.Error, OSError):
        return None


def is_alive(identity: Identity | None) -> bool:
    """Whether exactly this process still runs."""
    return identity is not None and identify(identity[0]) == identity


def end(identity: Identity | None, patience: float = 60.0) -> None:
    """Asks a process to end, and ends it by force when it does not in time."""
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


def _beginning(process: psutil.Process) -> str:
    if sys.platform == "linux":  # in ticks since boot, which stay when the clock is set, as create_time() does not
        return Path(f"/proc/{process.pid}/stat").read_text("utf8").rpartition(")")[2].split()[19]
    return f"{process.create_time():.2f}"
