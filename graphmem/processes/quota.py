"""How much the present work may ask of language models: the quota of its brain for the day (UTC)."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from graphmem_contract.errors import QuotaSpent

DAY_SEC = 86_400


@dataclass(frozen=True, slots=True)
class DaySpent:
    """The model calls and the tokens of a brain today. `ends_at`: the end of that day, on the monotonic clock of this process.

    The database tells how much of the day is left, so that clocks that differ a little do not move the end by a day.
    """

    calls: int = 0
    tokens: int = 0
    ends_at: float = math.inf

    @classmethod
    def of(cls, row: tuple[int, int, float]) -> DaySpent:
        """Return what a brain has spent. `row`: calls, tokens, and the seconds that are left of the day."""
        calls, tokens, seconds = row
        return cls(calls, tokens, time.monotonic() + seconds)

    def at(self, now: float) -> DaySpent:
        """Return what is spent at a later moment: nothing once the day has ended."""
        if now < self.ends_at:
            return self
        return DaySpent(ends_at=self.ends_at + DAY_SEC * (1 + (now - self.ends_at) // DAY_SEC))


@dataclass(frozen=True, slots=True)
class DayQuota:
    """What a brain may spend in a day, and what it has spent. None = no limit."""

    most_calls: int | None = None
    most_tokens: int | None = None
    spent: DaySpent = field(default_factory=DaySpent)

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit."""
        return self.most_calls is not None or self.most_tokens is not None

    def check(self, calls: int = 0, tokens: int = 0) -> None:
        """Check that something is left after these further calls and tokens.

        Raises:
            QuotaSpent: nothing is left.
        """
        now = time.monotonic()
        spent = self.spent.at(now)
        for most, total, what in (
            (self.most_calls, spent.calls + calls, "model calls"),
            (self.most_tokens, spent.tokens + tokens, "tokens"),
        ):
            if most is not None and total >= most:
                raise QuotaSpent(
                    f"This brain has spent its {most} {what} of the day; no model is asked before midnight UTC.",
                    retry_after=seconds_left(spent, now),
                )


def seconds_left(spent: DaySpent, now: float) -> float:
    """Return the whole seconds until the day ends, at least 1 and at most those of a day."""
    return max(1.0, math.ceil(min(spent.ends_at - now, DAY_SEC)))


@dataclass(slots=True)
class WorkQuota:
    """The quota for some work, and what this work has spent of it since `read` was last called.

    `read`: reads the day's quota when a model is first asked. `is_whole`: once the work has asked a model it is finished, even
    if that spends more than was left. Other work reads its quota before each call, if there is a limit.
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
        if self.is_whole and self.calls:
            return
        if self._known is None or self._known.is_limited:
            self._known = await self.read()
        self._known.check(self.calls, self.tokens)

    def count(self, tokens: int) -> None:
        """Count a call that was made."""
        self.calls += 1
        self.tokens += tokens

    def take(self) -> tuple[int, int]:
        """Return the calls and tokens that were counted, and count from zero again."""
        taken, self.calls, self.tokens = (self.calls, self.tokens), 0, 0
        return taken


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
