"""Records of items: JSON values that are kept exactly, by path and key."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import Field

from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import Record, Time

ItemOrder = Literal["updated", "newest", "oldest"]
"""In which order items are listed: the latest version first; or by their first version."""


PathLabel = Annotated[str, Field(min_length=1, max_length=300)]
ItemPath = Annotated[tuple[PathLabel, ...], Field(max_length=20)]


class ItemKey(Record):
    """Where an item is: its path, label by label, and its key there."""

    path: ItemPath = ()
    key: str = Field(min_length=1, max_length=512)


class NewItem(ItemKey):
    """An item to be stored. `value`: any JSON value; it comes back exactly as it was sent.

    `text`: by what it is found by meaning; null = it is not. `ttl_sec`: it expires this long after its last use; null = never.
    `if_version`: store it only if it has this version; 0 = only if there is none; null = in any case. `episode_id`: an episode
    that tells the same; a deletion may forget it too.
    """

    value: Any
    text: str | None = None
    ttl_sec: float | None = Field(None, gt=0, le=3_155_760_000)
    if_version: int | None = Field(None, ge=0)
    episode_id: str | None = Field(None, max_length=100)


class ItemState(Record):
    """An item without its value. `version`: how often it was stored."""

    path: ItemPath = ()
    key: str = Field(min_length=1, max_length=512)
    version: int
    created_at: Time
    updated_at: Time
    expires_at: Time | None = None
    ttl_sec: float | None = None


class StoredItem(ItemState):
    """An item. `score`: how alike its text is to the question, 0 to 1; null = nothing was asked, or it has no text."""

    value: Any
    score: float | None = None


def exact_json(value: Any) -> str:
    """Return a value as JSON that gives back the same value.

    Raises:
        InvalidInput: it is no JSON value; a tuple, a date or a key that is no text would come back as something else.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        is_same = json.loads(text) == value
    except (TypeError, ValueError, RecursionError):
        is_same, text = False, ""
    if not is_same:
        raise InvalidInput(
            "Only JSON is kept: objects with texts as keys, lists, texts, finite numbers.", field="value"
        )
    return text
