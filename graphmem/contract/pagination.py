"""Cursors of lists: where the last page ended, as opaque text."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from graphmem.errors import InvalidInput
from graphmem.graph.time_parameters import FUTURE, asked, micros

T = TypeVar("T")
LARGEST_ID = "~"
"""Sorts behind every id."""
MOST = 1000


@dataclass(frozen=True, slots=True)
class ListPosition:
    """A place in a list from the newest to the oldest: what comes next was recorded before, or has a smaller id."""

    recorded_at: datetime = FUTURE
    id: str = LARGEST_ID

    @property
    def parameters(self) -> dict[str, Any]:
        """The place as the statements take it: $before, $beforeMicros and $beforeId."""
        return {"before": asked(self.recorded_at), "beforeMicros": micros(self.recorded_at), "beforeId": self.id}

    def text(self) -> str:
        """The place as a cursor."""
        raw = json.dumps([self.recorded_at.isoformat(), self.id]).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def position_of(cursor: str | None) -> ListPosition:
    """The place that a cursor names; without one, the beginning.

    Raises:
        InvalidInput: it is no cursor of ours.
    """
    if cursor is None:
        return ListPosition()
    try:
        recorded_at, id_ = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        place = ListPosition(datetime.fromisoformat(recorded_at), str(id_))
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise InvalidInput("This is no cursor; take next_cursor of the page before.", field="cursor") from None
    if place.recorded_at.tzinfo is None:
        raise InvalidInput("This is no cursor; take next_cursor of the page before.", field="cursor")
    return place


@dataclass(frozen=True, slots=True)
class PageStep:
    """How far a walk has been told, and the two moments it was begun for."""

    offset: int
    valid_at: datetime
    known_at: datetime | None

    def text(self) -> str:
        """The step as a cursor."""
        known = self.known_at.isoformat() if self.known_at else None
        raw = json.dumps([self.offset, self.valid_at.isoformat(), known]).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def page_step(cursor: str) -> PageStep:
    """The step that a cursor of a walk names.

    Raises:
        InvalidInput: it is no cursor of ours.
    """
    try:
        offset, valid_at, known_at = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        step = PageStep(
            int(offset), datetime.fromisoformat(valid_at), datetime.fromisoformat(known_at) if known_at else None
        )
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise InvalidInput("This is no cursor; take next_cursor of the page before.", field="cursor") from None
    if step.offset < 0 or None in (step.valid_at.tzinfo, (step.known_at or step.valid_at).tzinfo):
        raise InvalidInput("This is no cursor; take next_cursor of the page before.", field="cursor")
    return step


def checked_limit(limit: int) -> int:
    """The limit, if it is 1 to 1000.

    Raises:
        InvalidInput: it is not.
    """
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"limit is 1 to {MOST}.", field="limit")
    return limit


def page_of(items: Sequence[T], limit: int, place: Callable[[T], ListPosition]) -> Page[T]:
    """A page of at most `limit` of the items; one item more than that says that there is a next page."""
    shown = tuple(items[:limit])
    return Page(shown, place(shown[-1]).text() if len(items) > limit else None)


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list, newest recorded first. `next_cursor` fetches the next one; None = this is the last."""

    items: tuple[T, ...]
    next_cursor: str | None = None

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> T:
        return self.items[index]
