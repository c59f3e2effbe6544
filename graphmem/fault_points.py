"""Places at which a process can be made to fail, to see that nothing is lost by it; only where GRAPHMEM_FAULT is set.

    GRAPHMEM_FAULT=point:action[:n]      at the n-th time (default the first) that the process comes to `point`

`kill` ends the process as kill -9 does; `raise` is a database that went away; `sleep5` lets this piece of work wait five seconds,
`stall5` the whole process, heartbeats and all.
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

POINTS = (
    "stored",
    "claimed",
    "context",
    "entity_extract",
    "fact_extract",
    "embed",
    "entity_resolve",
    "fact_dedup",
    "contradiction",
    "commit_begun",
    "settled",
    "finished",
    "commit_sent",
    "committed",
)
"""In the order of an episode's way: stored; taken by a worker; after each stage that reads or asks; inside the transaction
after its first statement, after the periods, after the last statement; between COMMIT and its answer; after the answer."""

_FORM = re.compile(r"(?P<point>\w+):(?P<action>kill|raise|sleep|stall)(?P<seconds>\d+(?:\.\d+)?)?(?::(?P<nth>\d+))?")


@dataclass(slots=True)
class Fault:
    """What is to happen where; `left` counts the times down."""

    point: str
    action: str
    seconds: float = 0.0
    left: int = 1

    @classmethod
    def parsed(cls, text: str) -> Fault:
        """Raises SetupError: nobody knows that point or action."""
        found = _FORM.fullmatch(text)
        if found is None or found["point"] not in POINTS:
            raise SetupError(f"GRAPHMEM_FAULT={text}: write point:action[:n]; the points are {', '.join(POINTS)}.")
        return cls(found["point"], found["action"], float(found["seconds"] or 0), int(found["nth"] or 1))

    async def happen(self) -> None:
        """Does it, and says so on standard error."""
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
                time.sleep(self.seconds)  # noqa: ASYNC251 (that nothing goes on meanwhile is the point)


_armed: Fault | None = Fault.parsed(os.environ["GRAPHMEM_FAULT"]) if os.environ.get("GRAPHMEM_FAULT") else None


def arm(text: str | None) -> None:
    """Sets or clears the fault of this process, as GRAPHMEM_FAULT would have."""
    global _armed
    _armed = Fault.parsed(text) if text else None


async def reached(point: str) -> None:
    """Says that the process has come to a point."""
    if _armed is None or _armed.point != point:
        return
    _armed.left -= 1
    if _armed.left == 0:
        await _armed.happen()


def at_commit(tx: Any) -> None:
    """Puts the point `commit_sent` between the transaction's COMMIT and the reading of its answer."""
    if _armed is None or _armed.point != "commit_sent":
        return
    connection = tx._connection
    if "fetch_all" in vars(connection):  # an episode of the same transaction was here before
        return
    read: Callable[[], Awaitable[Any]] = connection.fetch_all

    async def fetch_all() -> Any:
        del connection.fetch_all
        try:
            await reached("commit_sent")
        except DatabaseUnavailable:
            connection.kill()
            raise
        return await read()

    connection.fetch_all = fetch_all
