"""A queue that serves its owners in turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

ItemT = TypeVar("ItemT")


class FairQueue(Generic[ItemT]):
    """Items in the order of their owner, and the owners in turn: an owner with many items delays another by one item."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[ItemT]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, item: ItemT) -> None:
        """Add an item behind the other items of its owner."""
        self._waiting.setdefault(owner, deque()).append(item)

    def take(self) -> ItemT | None:
        """Remove and return the next item of the owner whose turn it is; None if there is none."""
        if not self._waiting:
            return None
        owner, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[owner] = items
        return item
