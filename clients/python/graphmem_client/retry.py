"""`Retry`: how often and how fast a call is sent again."""

from __future__ import annotations

import random
from dataclasses import dataclass

from graphmem_contract.errors import GraphmemError


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a call is sent, and how long the client waits in between.

    The wait doubles from `first_wait_sec` up to `longest_wait_sec`; half of it is random, so that clients do not come back all at
    once. Where the service names a wait, the client waits at least that long. If that is more than `longest_retry_after_sec`, the
    error is raised at once.
    """

    attempts: int = 5
    """How often a call is sent, the first time included. 1 = never again."""
    first_wait_sec: float = 0.25
    longest_wait_sec: float = 8.0
    longest_retry_after_sec: float = 60.0

    def wait_sec(self, failures: int, error: GraphmemError) -> float | None:
        """Return the seconds to wait after so many failures, or None if the call is not to be sent again."""
        asked = error.retry_after or 0.0
        if failures >= self.attempts or asked > self.longest_retry_after_sec:
            return None
        wait = min(self.longest_wait_sec, self.first_wait_sec * 2.0 ** (failures - 1))
        return max(asked, wait / 2) + random.uniform(0, wait / 2)  # noqa: S311


NO_RETRY = Retry(attempts=1)
