"""Cursors of lists: the position at which the last page ended, as opaque text."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.graph.time_parameters import FUTURE, asked, micros
from graphmem_contract.errors import InvalidInput
from graphmem_contract.pagination import Page, T

LARGEST_ID = "~"
"""Sorts after every id."""
MOST = 1000


@dataclass(frozen=True, slots=True)
class ListPosition:
    """A position in a list, newest first. The next item has an earlier `recorded_at`, or the same one and a smaller id."""

    recorded_at: datetime = FUTURE
    id: str = LARGEST_ID

    @property
    def parameters(self) -> dict[str, Any]:
        """The position as query parameters: $before, $beforeMicros and $beforeId."""
        return {"before": asked(self.recorded_at), "beforeMicros": micros(self.recorded_at), "beforeId": self.id}

    def text(self) -> str:
        """The position as a cursor."""
        raw = json.dumps([self.recorded_at.isoformat(), self.id]).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def position_of(cursor: str | None) -> ListPosition:
    """Return the position that a cursor names; without a cursor, or with an empty one, the start of the list.

    Raises:
        InvalidInput: the text is not a cursor of graphmem.
    """
    if not cursor:
        return ListPosition()
    try:
        recorded_at, id_ = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        position = ListPosition(datetime.fromisoformat(recorded_at), str(id_))
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise InvalidInput("This is not a cursor; use next_cursor of the previous page.", field="cursor") from None
    if position.recorded_at.tzinfo is None:
        raise InvalidInput("This is not a cursor; use next_cursor of the previous page.", field="cursor")
    return position


@dataclass(frozen=True, slots=True)
class PageStep:
    """The number of results of a walk that were returned so far, and the two clocks of its first page."""

    offset: int
    valid_at: datetime
    known_at: datetime | None
    events: bool = False
    """What had happened by then is told too."""

    def text(self) -> str:
        """The step as a cursor."""
        known = self.known_at.isoformat() if self.known_at else None
        raw = json.dumps([self.offset, self.valid_at.isoformat(), known, self.events]).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def page_step(cursor: str) -> PageStep:
    """Return the step that a cursor of a walk names.

    Raises:
        InvalidInput: the text is not a cursor of graphmem.
    """
    try:
        offset, valid_at, known_at, events = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        step = PageStep(
            int(offset),
            datetime.fromisoformat(valid_at),
            datetime.fromisoformat(known_at) if known_at else None,
            bool(events),
        )
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise InvalidInput("This is not a cursor; use next_cursor of the previous page.", field="cursor") from None
    if step.offset < 0 or None in (step.valid_at.tzinfo, (step.known_at or step.valid_at).tzinfo):
        raise InvalidInput("This is not a cursor; use next_cursor of the previous page.", field="cursor")
    return step


def checked_limit(limit: int) -> int:
    """Return the limit if it is 1 to 1000.

    Raises:
        InvalidInput: it lies outside that range.
    """
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"limit is 1 to {MOST}.", field="limit")
    return limit


def page_by(field: str, items: Sequence[T], limit: int) -> Page[T]:
    """Return a page of at most `limit` items, as `page_of` does. Its cursor is the value of a field of the last item."""
    shown = tuple(items[:limit])
    return Page(shown, getattr(shown[-1], field) if len(items) > limit else None)


def page_of(items: Sequence[T], limit: int, position: Callable[[T], ListPosition]) -> Page[T]:
    """Return a page of at most `limit` items. An item beyond the limit shows that there is a next page."""
    shown = tuple(items[:limit])
    return Page(shown, position(shown[-1]).text() if len(items) > limit else None)
