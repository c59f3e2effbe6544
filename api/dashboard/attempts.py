"""How often an address may try to log in."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from collections.abc import Callable

from graphmem_contract.errors import TooManyRequests

MOST_FAILURES = 10
WINDOW_SEC = 300.0
MOST_ADDRESSES = 10_000


class Attempts:
    """Failed logins by address. Each process counts for itself; an IPv6 network of 64 bits counts as one address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[str, deque[float]] = {}

    def check(self, address: str) -> None:
        """Check that the address may try again.

        Raises:
            TooManyRequests: ten attempts failed within five minutes; `retry_after` says when the first of them is forgotten.
        """
        failed, now = self._failures.get(network_of(address), deque[float]()), self._clock()
        while failed and now - failed[0] >= WINDOW_SEC:
            failed.popleft()
        if len(failed) >= MOST_FAILURES:
            raise TooManyRequests(
                "Too many attempts to log in; wait a few minutes.", retry_after=WINDOW_SEC - (now - failed[0])
            )

    def failed(self, address: str) -> None:
        """Count a failure."""
        if len(self._failures) >= MOST_ADDRESSES:
            self._drop_old()
        self._failures.setdefault(network_of(address), deque(maxlen=MOST_FAILURES)).append(self._clock())

    def _drop_old(self) -> None:
        now = self._clock()
        self._failures = {a: times for a, times in self._failures.items() if now - times[-1] < WINDOW_SEC}


def network_of(address: str) -> str:
    """Return the address; of IPv6, its network of 64 bits."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
