"""The two clocks of a brain: when facts changed, and what differs between two moments."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

from graphmem.engine import BrainSubject
from graphmem.explore.differences import BothClocks, differences
from graphmem.graph.pagination import checked_limit
from graphmem.graph.time_parameters import FUTURE, asked, from_micros
from graphmem.graph.transaction import Row
from graphmem_contract.history import ChangeMoment, ChangeMoments, FactDifference
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
        known, store = moment(known_at, "known_at"), self.engine.store
        parameters = {"brain": self.brain, "limit": checked_limit(limit)}
        valid, system = await asyncio.gather(
            store.read("explore/moments_valid", known=asked(known or FUTURE), past=known is not None, **parameters),
            store.read("explore/moments_system", **parameters),
        )
        return ChangeMoments(valid=_moments(valid), system=_moments(system))

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


def _moments(rows: Iterable[Row]) -> tuple[ChangeMoment, ...]:
    found = ((from_micros(row["at"]), row) for row in rows)
    return tuple(ChangeMoment(at=at, changes=row["changes"], moments=row["moments"]) for at, row in found if at)
