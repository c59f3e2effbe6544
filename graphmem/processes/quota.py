"""How much the present work may ask of language models: the quota of its brain for the day (UTC)."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.errors import QuotaSpent


@dataclass(frozen=True, slots=True)
class DayQuota:
    """What a brain may spend in a day, and what it has spent today. None = no limit."""

    most_calls: int | None = None
    most_tokens: int | None = None
    calls: int = 0
    tokens: int = 0

    def check(self, calls: int = 0, tokens: int = 0) -> None:
        """Check that something is left after these further calls and tokens.

        Raises:
            QuotaSpent: nothing is left.
        """
        for most, spent, what in (
            (self.most_calls, self.calls + calls, "model calls"),
            (self.most_tokens, self.tokens + tokens, "tokens"),
        ):
            if most is not None and spent >= most:
                raise QuotaSpent(
                    f"This brain has spent its {most} {what} of the day; no model is asked before midnight UTC.",
                    retry_after=seconds_left(datetime.now(UTC)),
                )


def seconds_left(now: datetime) -> float:
    """Return the whole seconds until midnight UTC, at least 1."""
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return max(1.0, math.ceil((midnight - now).total_seconds()))


@dataclass(slots=True)
class WorkQuota:
    """The quota for some work, and what this work has spent of it. `read`: reads the day's quota when a model is first asked.

    `is_whole`: once the work has asked a model it is finished, even if that spends more than was left.
    """

    read: Callable[[], Awaitable[DayQuota]]
    is_whole: bool = False
    calls: int = 0
    tokens: int = 0
    _known: DayQuota | None = None

    async def check(self) -> None:
        """Check that a model may be asked.

        Raises:
            QuotaSpent: the brain has nothing left for today.
        """
        if self._known is None:
            self._known = await self.read()
        if not (self.is_whole and self.calls):
            self._known.check(self.calls, self.tokens)

    def count(self, tokens: int) -> None:
        """Count a call that was made."""
        self.calls += 1
        self.tokens += tokens


_PRESENT: ContextVar[WorkQuota | None] = ContextVar("graphmem_quota", default=None)


@contextmanager
def within(quota: WorkQuota) -> Iterator[None]:
    """Let a quota bound the work in the block, also the tasks that it starts."""
    token = _PRESENT.set(quota)
    try:
        yield
    finally:
        _PRESENT.reset(token)


def present_quota() -> WorkQuota | None:
    """Return the quota of the present work; None = nothing bounds it."""
    return _PRESENT.get()
