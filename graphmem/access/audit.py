"""The audit log in the graph: who read or wrote what, and when. It holds ids and kinds, never texts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import Field

from graphmem.contract.pagination import LARGEST_ID, Page, checked_limit
from graphmem.contract.records import Record, Time
from graphmem.graph.store import Store

PORTION = 1_000
"""Lines that one transaction removes."""


class AuditLine(Record):
    """One request, or one use of a policy about personal data. Never a text, and never the secret of a key.

    `at` is the time of the answer. `operation` is the id of the operation in the contract, or the method and the pattern of a page.
    `ids` are those of the address, of the request and of the answer.
    """

    id: str
    at: Time
    key_id: str | None = Field(description="null = a caller without a key in the graph; see key_name")
    key_name: str = Field(description="admin = the administrator's key, owner = a service without keys")
    operation: str
    brain: str | None = Field(description="null = the whole service")
    status: int | None = Field(description="The HTTP status; null = there was no answer, or no request")
    ids: tuple[str, ...] = Field(description="At most 100")
    ids_complete: bool = Field(True, description="false = there may be more ids than these")
    kinds: tuple[str, ...] = Field((), description="The kinds of personal data that a policy found")

    @property
    def properties(self) -> dict[str, Any]:
        """The line as the properties of a node. `key` is what the log is filtered by."""
        return {
            "id": self.id, "at": self.at, "keyId": self.key_id, "keyName": self.key_name, "key": self.key_id or self.key_name,
            "operation": self.operation, "brain": self.brain, "status": self.status, "ids": list(self.ids),
            "idsComplete": self.ids_complete, "kinds": list(self.kinds),
        }  # fmt: skip


class AuditLog:
    """The audit log of one graph."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, lines: Sequence[AuditLine]) -> None:
        """Add lines, in one transaction. A line that is there already stays. Raises DatabaseUnavailable."""
        if lines:
            await self._store.write("access/write_audit", lines=[line.properties for line in lines])

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
            InvalidInput: the limit is not 1 to 1000.
        """
        before = min(cursor or LARGEST_ID, first_id(until) if until else LARGEST_ID)
        rows = await self._store.read(
            "access/list_audit" if brain is None else "access/list_audit_of_brain",
            key=key, operation=operation, since=first_id(since) if since else "", before=before, limit=checked_limit(limit) + 1,
            **({} if brain is None else {"brain": brain}),
        )  # fmt: skip
        lines = tuple(AuditLine(**row) for row in rows[:limit])
        return Page(lines, lines[-1].id if len(rows) > limit else None)

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
