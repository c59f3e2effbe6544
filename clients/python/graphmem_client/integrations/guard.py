"""`Guard`: what fails of a memory does not end the turn of an agent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

from graphmem_client.integrations.bridge import Bridge, Work
from graphmem_client.integrations.errors import is_of_memory

T = TypeVar("T")
During = Literal["recall", "remember"]
OnError = Callable[[Exception, During], object]
"""Receives an error of the memory, and what the adapter was doing. What it raises ends the turn."""
TIMEOUT_SEC = 10.0
_LOG = logging.getLogger("graphmem_client")


class Guard:
    """Runs calls of a memory beside the turn of an agent. An error of the memory is reported, and the turn goes on without it.

    Other errors, such as an unknown option, are raised: they are mistakes of the program.
    """

    def __init__(self, on_error: OnError | None = None, timeout_sec: float | None = TIMEOUT_SEC) -> None:
        """Make a guard.

        Args:
            on_error: receives each error; default: a warning in the log.
            timeout_sec: seconds until a call is given up; None = as long as the client waits.
        """
        self._timeout_sec = timeout_sec
        self.report: OnError = on_error or log_error
        """Reports an error that an adapter goes on after."""

    def wait(self, bridge: Bridge, during: During, work: Work[T], otherwise: T, *, is_timed: bool = True) -> T:
        """Return the result of the work to a synchronous caller, or `otherwise` if the memory fails."""
        try:
            return bridge.wait(work, self._timeout_sec if is_timed else None)
        except Exception as error:  # noqa: BLE001 - what is not of the memory is raised again
            return self._reported(error, during, otherwise)

    async def run(self, bridge: Bridge, during: During, work: Work[T], otherwise: T, *, is_timed: bool = True) -> T:
        """Return the result of the work to an asynchronous caller, or `otherwise` if the memory fails."""
        try:
            return await asyncio.wait_for(bridge.run(work), self._timeout_sec if is_timed else None)
        except Exception as error:  # noqa: BLE001 - what is not of the memory is raised again
            return self._reported(error, during, otherwise)

    async def tried(self, during: During, call: Awaitable[T], otherwise: T) -> T:
        """Return the result of one call inside other work, without a limit of time, or `otherwise` if the memory fails."""
        try:
            return await call
        except Exception as error:  # noqa: BLE001 - what is not of the memory is raised again
            return self._reported(error, during, otherwise)

    def _reported(self, error: Exception, during: During, otherwise: T) -> T:
        if not is_of_memory(error):
            raise error
        self.report(error, during)
        return otherwise


def log_error(error: Exception, during: During) -> None:
    """Write an error of the memory to the log, as a warning."""
    said = str(error) or "the memory has not answered in time"
    _LOG.warning("The agent goes on without its memory: %s failed: %s: %s", during, type(error).__name__, said)
