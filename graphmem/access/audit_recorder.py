"""Write the audit log behind the answers: lines wait in this process and are written many at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from graphmem.access.audit import AuditLog
from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem.processes.beside import beside
from graphmem_contract.audit import AuditLine
from graphmem_contract.errors import GraphmemError, reason_of

log = get_logger("graphmem.audit")
FLUSH_SEC = 1.0
"""Longest time that a line waits, while the database answers. A process that is killed loses the lines that wait."""
MOST_AT_ONCE = 500
"""Lines of one transaction."""
MOST_WAITING = 10_000
"""Lines that may wait while the database does not answer. Further ones are lost, and counted."""
CLOSE_SEC = 5.0
"""Time that a stopping process uses to write what waits."""
ALL = "*"


class AuditRecorder:
    """Takes lines without waiting and writes them in the background. `brains`: those of the setting GRAPHMEM_AUDIT."""

    def __init__(
        self,
        brains: str,
        log_of_graph: Callable[[], AuditLog],
        *,
        flush_sec: float = FLUSH_SEC,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._names = frozenset(name.strip() for name in brains.split(",") if name.strip())
        self._log_of_graph = log_of_graph
        self._flush_sec, self._most_waiting = flush_sec, most_waiting
        self._waiting: list[AuditLine] = []
        self._writing = asyncio.Lock()

    @property
    def is_on(self) -> bool:
        """Whether anything is recorded."""
        return bool(self._names)

    def wants(self, brain: str | None) -> bool:
        """Whether requests about a brain are recorded. None: requests about the whole service, which only `*` records."""
        return ALL in self._names or brain in self._names

    def add(self, line: AuditLine) -> None:
        """Take a line. It is lost, and counted, if too many wait."""
        if len(self._waiting) < self._most_waiting:
            self._waiting.append(line)
        else:
            metrics.audit_lost(1)

    async def flush(self) -> None:
        """Write what waits. Lines that could not be written wait on.

        Raises:
            DatabaseUnavailable: the database does not answer.
        """
        async with self._writing:
            while lines := self._waiting[:MOST_AT_ONCE]:
                await self._log_of_graph().write(lines)
                del self._waiting[: len(lines)]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Write what waits every `flush_sec` seconds while the block runs, and what is left at its end."""
        if not self.is_on:
            yield
            return
        try:
            async with beside(self._write_for_ever()):
                yield
        finally:
            await self._close()

    async def _write_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._flush_sec)
            try:
                await self.flush()
            except GraphmemError as error:
                log.warning("audit_waits", lines=len(self._waiting), error=reason_of(error))
            except Exception as error:
                log.exception("audit_stumbled", error=type(error).__name__)

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(CLOSE_SEC):
                await self.flush()
        except (GraphmemError, TimeoutError) as error:
            metrics.audit_lost(len(self._waiting))
            log.error("audit_lines_lost", lines=len(self._waiting), error=type(error).__name__)
