"""Fault injection at the points of `graphmem.fault_points`, to test that no data is lost.

    GRAPHMEM_FAULT=point:action[:n]      acts the n-th time (default: the first) that the process reaches `point`

Actions: `kill` ends the process like kill -9. `raise` acts like a lost database. `sleep5` delays this piece of work for
five seconds. `stall5` stops the whole process, with its heartbeats, for five seconds.
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

from graphmem.fault_points import FORGET_POINTS, POINTS, UPKEEP_POINTS, install
from graphmem_contract.errors import DatabaseUnavailable, SetupError

_FORM = re.compile(
    r"(?P<point>\w{1,60}):(?P<action>kill|raise|sleep|stall)(?P<seconds>\d+(?:\.\d+)?)?(?::(?P<nth>\d+))?"
)


@dataclass(slots=True)
class Fault:
    """A fault: its point and its action. It acts when the countdown `left` reaches 0."""

    point: str
    action: str
    seconds: float = 0.0
    left: int = 1

    @classmethod
    def parsed(cls, text: str) -> Fault:
        """Return the fault that a text describes.

        Raises:
            SetupError: The point or the action is unknown.
        """
        match = _FORM.fullmatch(text)
        known = (*POINTS, *UPKEEP_POINTS, *FORGET_POINTS)
        if match is None or match["point"] not in known:
            raise SetupError(f"GRAPHMEM_FAULT={text}: write point:action[:n]; the points are {', '.join(known)}.")
        return cls(match["point"], match["action"], float(match["seconds"] or 0), int(match["nth"] or 1))

    async def reached(self, point: str) -> None:
        """Act if this is the point of the fault and its countdown ends."""
        if point != self.point:
            return
        self.left -= 1
        if self.left == 0:
            await self._act()

    def before_commit(self, transaction: Any) -> None:
        """Insert the point `commit_sent` between the COMMIT of a transaction and its answer.

        The driver has no public hook for this, so the connection reads the answer of this transaction by a wrapper.
        """
        if self.point != "commit_sent":
            return
        connection = transaction._connection
        if "fetch_all" in vars(connection):  # another episode of the same transaction has wrapped it
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

    async def _act(self) -> None:
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
                time.sleep(self.seconds)  # noqa: ASYNC251 (the whole process must stop)


def arm(text: str | None) -> None:
    """Install the fault that a text describes in this process; None removes it. Raises SetupError."""
    install(Fault.parsed(text) if text else None)


def arm_from_environment() -> None:
    """Install the fault of the variable GRAPHMEM_FAULT, if it is set. Raises SetupError."""
    if text := os.environ.get("GRAPHMEM_FAULT"):
        arm(text)
