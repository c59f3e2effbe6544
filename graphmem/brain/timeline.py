"""The two clocks of a brain: when facts changed, and what differs between two moments."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.engine import BrainSubject
from graphmem.explore.differences import BothClocks, differences
from graphmem.explore.moments import change_moments
from graphmem_contract.history import ChangeMoments, FactDifference
from graphmem_contract.pagination import Page
from graphmem_contract.validation import Moment, moment


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
        known = moment(known_at, "known_at")
        return await change_moments(self.engine.store, self.brain, known_at=known, limit=limit)

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
        now = datetime.now(UTC)
        first, second = (
            BothClocks(moment(valid_at, f"{end}_valid_at") or now, moment(known_at, f"{end}_known_at"))
            for end, valid_at, known_at in (("from", from_valid_at, from_known_at), ("to", to_valid_at, to_known_at))
        )
        return await differences(self.engine.store, self.brain, first, second, limit=limit, cursor=cursor)
