"""`Attempts`: counts the attempts of one call, and decides about the next one."""

from __future__ import annotations

import logging

from graphmem_client.calls import Call
from graphmem_client.retry import Retry
from graphmem_contract.errors import GraphmemError

log = logging.getLogger("graphmem_client")


class Attempts:
    """The attempts of one call. `number` is that of the present one, from 1."""

    def __init__(self, call: Call, retry: Retry) -> None:
        self.number = 1
        self._call, self._retry = call, retry
        self._failures = 0
        self._furthest = 0

    def wait_sec(self, error: GraphmemError, reached: int = 0) -> float:
        """Return the seconds until the next attempt.

        Args:
            error: what ended the present attempt.
            reached: how far it came, for an import. One that came further than all before it counts as the first failure.

        Raises:
            GraphmemError: the error itself, if there is to be no further attempt.
        """
        self._failures = 1 if reached > self._furthest else self._failures + 1
        self._furthest = max(self._furthest, reached)
        wait = self._retry.wait_sec(self._failures, error) if self._call.may_follow(error) else None
        if wait is None:
            raise error
        self.number += 1
        log.info("%s: attempt %d in %.2f s, after %s", self._call.operation, self.number, wait, error.code)
        return wait
