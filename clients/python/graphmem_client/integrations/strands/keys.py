"""`RepeatedAdds`: the idempotency keys of texts that Strands adds again after a failure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

MOST_KEYS = 1000


class RepeatedAdds:
    """Gives a text the same key if it is added again after a failure.

    An extractor adds its texts at the same time. If one of them fails, Strands adds all of them again, also those that succeeded.
    Once texts that are added together have all succeeded, the keys are dropped: the same text is told again then.
    """

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}
        self._running = 0
        self._has_failed = False

    @contextmanager
    def key_of(self, text: str) -> Iterator[str]:
        """Give the key of a text while it is added. An error that leaves the block is a failure."""
        self._running += 1
        try:
            yield self._keys.setdefault(text, uuid4().hex)
        except BaseException:
            self._has_failed = True
            raise
        finally:
            self._running -= 1
            if not self._running:
                self._end()

    def _end(self) -> None:
        """End texts that were added together: drop the keys, or the oldest ones if one of them has failed."""
        excess = len(self._keys) - MOST_KEYS if self._has_failed else len(self._keys)
        for text in list(self._keys)[: max(excess, 0)]:
            del self._keys[text]
        self._has_failed = False
