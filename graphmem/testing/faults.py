"""Faults at the points of `graphmem.fault_points`, to see that nothing is lost by them.

    GRAPHMEM_FAULT=point:action[:n]      at the n-th time (default the first) that the process is at `point`

`kill` ends the process as kill -9 does; `raise` is a database that went away; `sleep5` lets this piece of work wait for five
seconds; `stall5` stops the whole process for five seconds, heartbeats included.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from graphmem.errors import DatabaseUnavailable, SetupError
from graphmem.fault_points import POINTS, install

_FORM = re.compile(r"(?P<point>\w+):(?P<action>kill|raise|sleep|stall)(?P<seconds>\d+(?:\.\d+)?)?(?::(?P<nth>\d+))?")


@dataclass(slots=True)
class Fault:
    """What happens, and where. `left` counts down to the time at which it happens."""

    point: str
    action: str
    seconds: float = 0.0
    left: int = 1

    @classmethod
    def parsed(cls, text: str) -> Fault:
        """Raises SetupError: the point or the action is unknown."""
        found = _FORM.fullmatch(text)
        if found is None or found["point"] not in POINTS:
            raise SetupError(f"GRAPHMEM_FAULT={text}: write point:action[:n]; the points are {', '.join(POINTS)}.")
        return cls(found["point"], found["action"], float(found["seconds"] or 0), int(found["nth"] or 1))

    async def reached(self, point: str) -> None:
        """Fail if this is the point and the time."""
        if point != self.point:
            return
        self.left -= 1
        if self.left == 0:
            await self._happen()

    def before_commit(self, transaction: Any) -> None:
        """Put the point `commit_sent` between the COMMIT of a transaction and the reading of its answer.

        The driver has no public place for it: for this one transaction its connection reads through a wrapper.
        """
        if self.point != "commit_sent":
            return
        connection = transaction._connection
        if "fetch_all" in vars(connection):  # another episode of the same transaction was here before
            return
        read: Callable[[], Awaitable[Any]] = connection.fetch_all

        async def fetch_all() -> Any:
            del connection.fetch_all
            try:
                await self.reached("commit_sent")
            except DatabaseUnavailable:
                connection.kill()
                raise
            return await read()

        connection.fetch_all = fetch_all

    async def _happen(self) -> None:
        sys.stderr.write(f"GRAPHMEM_FAULT {self.point} {self.action}\n")
        sys.stderr.flush()
        match self.action:
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "raise":
                raise DatabaseUnavailable(f"A fault was asked for at {self.point}.", retry_after=0.1)
            case "sleep":
                await asyncio.sleep(self.seconds)
            case _:
                time.sleep(self.seconds)  # noqa: ASYNC251 (nothing of the process may go on)


def arm(text: str | None) -> None:
    """Install the fault that a text describes in this process; None clears it. Raises SetupError."""
    install(Fault.parsed(text) if text else None)


def arm_from_environment() -> None:
    """Install the fault of GRAPHMEM_FAULT, where that is set. Raises SetupError."""
    if text := os.environ.get("GRAPHMEM_FAULT"):
        arm(text)
