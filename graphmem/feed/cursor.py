"""Cursors of the changes feed: the position behind an event, as opaque text."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass

from graphmem_contract.errors import InvalidInput

NOT_A_CURSOR = "This is not a cursor of the changes feed; use the one of the previous answer, or latest."


@dataclass(frozen=True, slots=True, order=True)
class FeedPosition:
    """A position in the feed of a brain: behind the event of a kind in a revision.

    `brain`: when the brain was made (ISO text); a brain that was forgotten and made again counts its revisions from the start.
    `kind`: the position of the kind in `LISTS`; ALL = the whole revision has been read.
    """

    brain: str
    revision: int
    kind: int

    def text(self) -> str:
        """The position as a cursor."""
        raw = json.dumps([self.brain, self.revision, self.kind]).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")


ALL = 99
"""Behind every kind of a revision."""


def feed_position(cursor: str) -> FeedPosition:
    """Return the position that a cursor names.

    Raises:
        InvalidInput: the text is not a cursor of the changes feed.
    """
    try:
        brain, revision, kind = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise InvalidInput(NOT_A_CURSOR, field="since") from None
    numbers = all(isinstance(n, int) and not isinstance(n, bool) and -1 <= n < 2**62 for n in (revision, kind))
    if not isinstance(brain, str) or not numbers:
        raise InvalidInput(NOT_A_CURSOR, field="since")
    return FeedPosition(brain, revision, kind)
