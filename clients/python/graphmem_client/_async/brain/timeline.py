"""The two clocks of a brain: when facts changed, and what differs between two moments."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_client.calls import time_text
from graphmem_contract.history import ChangeMoments, FactDifference
from graphmem_contract.pagination import Page
from graphmem_contract.service import DifferencePage
from graphmem_contract.validation import Moment


class BrainTimeline(BrainSubject):
    """What changed over the time of a brain."""

    __slots__ = ()

    async def moments(self, *, known_at: Moment = None, limit: int = 200) -> ChangeMoments:
        """The moments at which facts changed, earliest first: at most `limit` of each clock. More of them are grouped.

        Args:
            known_at: valid times are those of the facts that were believed then; default the latest.

        Raises:
            InvalidInput: known_at is no time, or limit is not 1 to 1000.
        """
        known = time_text(known_at, "known_at")
        return await self._get("getChangeMoments", "/moments", ChangeMoments, known_at=known, limit=limit)

    async def differences(
        self,
        *,
        from_valid_at: Moment = None,
        from_known_at: Moment = None,
        to_valid_at: Moment = None,
        to_known_at: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[FactDifference]:
        """Facts that differ between two moments, most recently recorded first.

        A valid time that is left out is now; a system time that is left out is the latest state.

        Raises:
            InvalidInput: a moment is no time, limit is not 1 to 1000, or the cursor is invalid.
        """
        page = await self._get(
            "listDifferences",
            "/differences",
            DifferencePage,
            from_valid_at=time_text(from_valid_at, "from_valid_at"),
            from_known_at=time_text(from_known_at, "from_known_at"),
            to_valid_at=time_text(to_valid_at, "to_valid_at"),
            to_known_at=time_text(to_known_at, "to_known_at"),
            limit=limit,
            cursor=cursor,
        )
        return Page(page.differences, page.next_cursor)
