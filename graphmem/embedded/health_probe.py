"""Repeated checks of a running server that never block their caller."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

EVERY_SEC = 5.0
CONFIRMED = 2
"""Findings in a row that count as one."""


class HealthProbe:
    """Runs a check in the background, because a server that stands still answers no check.

    Args:
        check: returns whether the server must be restarted.
        every_sec: pause between two checks.
    """

    def __init__(self, check: Callable[[], bool], every_sec: float = EVERY_SEC) -> None:
        self._check = check
        self._every_sec = every_sec
        self._due = time.monotonic() + every_sec
        self._running: threading.Thread | None = None
        self._found = 0

    def must_restart(self) -> bool:
        """Whether the last checks agree that the server must be restarted. Starts the next check if it is due."""
        busy = self._running is not None and self._running.is_alive()
        if not busy and time.monotonic() >= self._due:
            self._due = time.monotonic() + self._every_sec
            self._running = threading.Thread(target=self._run, daemon=True)
            self._running.start()
        return self._found >= CONFIRMED

    def _run(self) -> None:
        self._found = self._found + 1 if self._check() else 0
