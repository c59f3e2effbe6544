"""The audit log in the graph: who read or wrote what, and when. It holds ids and kinds, never texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from graphmem.graph.audit_rows import audit_row
from graphmem.graph.pagination import LARGEST_ID, checked_limit, page_by
from graphmem.graph.store import Store
from graphmem_contract.audit import AuditLine
from graphmem_contract.errors import InvalidInput
from graphmem_contract.pagination import Page

PORTION = 1_000
"""Lines that one transaction removes."""
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


class AuditLog:
    """The audit log of one graph."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, lines: Sequence[AuditLine]) -> None:
        """Add lines, in one transaction. A line that is there already stays. Raises DatabaseUnavailable."""
        if lines:
            await self._store.write("access/write_audit", lines=[audit_row(line) for line in lines])

    async def list(
        self,
        *,
        brain: str | None = None,
        key: str | None = None,
        operation: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[AuditLine]:
        """Return a page of lines, newest first.

        Args:
            brain: only those of this brain. key: only those of this key, by its id; "admin" or "owner" without one.
            operation: only those of this operation. since: not older. until: older.

        Raises:
            InvalidInput: the limit is not 1 to 1000, or the cursor is none.
        """
        if cursor and not _ID.fullmatch(cursor):
            raise InvalidInput("This is not a cursor; use next_cursor of the previous page.", field="cursor")
        of_key = "access/list_audit" if key is None else "access/list_audit_of_key"
        name = of_key if brain is None else "access/list_audit_of_brain"
        rows = await self._store.read(
            name, brain=brain, key=key, operation=operation, since=first_id(since) if since else "",
            before=min(cursor or LARGEST_ID, first_id(until) if until else LARGEST_ID), limit=checked_limit(limit) + 1,
        )  # fmt: skip
        return page_by("id", [AuditLine(**row) for row in rows], limit)

    async def prune(self, *, days: float) -> int:
        """Remove the lines that are older than some days, in batches. Returns how many. Raises DatabaseUnavailable."""
        before, removed = first_id(datetime.now(UTC) - timedelta(days=days)), 0
        while rows := await self._store.write("access/prune_audit", before=before, limit=PORTION):
            if not rows[0]["removed"]:
                break
            removed += rows[0]["removed"]
        return removed


def first_id(moment: datetime) -> str:
    """Return a text that sorts before every id that is made at a moment or later, and after those made earlier.

    The ids of lines are UUIDs of version 7, which begin with the milliseconds since 1970.
    """
    text = f"{max(0, int(moment.timestamp() * 1000)):012x}"
    return f"{text[:8]}-{text[8:]}-"
