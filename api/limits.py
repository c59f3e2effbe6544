"""Rate limit per key, and the number of concurrent requests of one process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from graphmem.access.caller import Caller
from graphmem.settings import Settings
from graphmem_contract.errors import TooManyRequests

BUSY_SECONDS = 1.0
MOST_BUCKETS = 10_000


class Limits:
    """A token bucket for each key, and a number of places for all requests. Each process counts for itself.

    The library `limits` counts in windows of whole seconds. It has no burst beside a rate, and no exact `retry_after`.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = settings.rate_limit
        self._burst = float(settings.rate_burst)
        self._places = settings.concurrent_requests
        self._clock = clock
        self._most = settings.concurrent_per_caller
        self._taken = 0
        self._held: Counter[str] = Counter()
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: Caller) -> None:
        """Take one token from the caller's bucket.

        Raises:
            TooManyRequests: the bucket is empty; `retry_after` is the time in seconds until it holds a token again.
        """
        if not self._rate:
            return
        name, now = caller.key_id or caller.name, self._clock()
        left, at = self._buckets.get(name, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        if left < 1:
            raise TooManyRequests(
                f"This key may ask {self._rate:g} times a second.", retry_after=(1 - left) / self._rate
            )
        self._buckets[name] = (left - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._drop_full_ones(now)

    def _drop_full_ones(self, now: float) -> None:
        self._buckets = {
            name: (left, at) for name, (left, at) in self._buckets.items() if left + (now - at) * self._rate < self._burst
        }  # fmt: skip

    @contextmanager
    def place(self, *holders: str) -> Iterator[None]:
        """Hold a place among the concurrent requests.

        Args:
            holders: key and address of the request. Each of them holds a bounded number of places.

        Raises:
            TooManyRequests: all places are taken, or all of one holder.
        """
        for holder in holders:
            if self._most and self._held[holder] >= self._most:
                raise TooManyRequests(
                    f"{self._most} requests of this key or address are under way already; come back shortly.",
                    retry_after=BUSY_SECONDS,
                )
        if self._places and self._taken >= self._places:
            raise TooManyRequests(
                f"{self._places} requests are under way already; come back shortly.", retry_after=BUSY_SECONDS
            )
        self._taken += 1
        self._held.update(holders)
        try:
            yield
        finally:
            self._taken -= 1
            self._held.subtract(holders)
            for holder in holders:
                if not self._held[holder]:
                    del self._held[holder]
