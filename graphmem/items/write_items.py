"""Store, delete and prune items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError
from uuid_utils import uuid7

from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.items.item_paths import path_labels, path_text
from graphmem.models.ports import Embedder
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound, TooLarge, invalid
from graphmem_contract.items import ItemKey, ItemState, NewItem, exact_json
from graphmem_contract.records import Vector
from graphmem_contract.validation import check

KeyT = TypeVar("KeyT", bound=ItemKey)
MOST_ITEMS = 1000
"""Items of one call."""
MOST_VALUE = 1_000_000
"""Characters of a value as JSON."""
SEARCHED = 8000
"""Characters of a text that an item is found by; the rest is not searched."""
DEEPEST = 100
EMBEDDED_TOGETHER = 64
PRUNED_AT_ONCE = 1000


def checked_items(items: Iterable[Mapping[str, Any] | NewItem]) -> list[NewItem]:
    """Return items to be stored. Raises InvalidInput: one is not usable, or comes twice; the error names the field."""
    return _checked(NewItem, items)


def checked_keys(items: Iterable[Mapping[str, Any] | ItemKey]) -> list[ItemKey]:
    """Return the places of items. Raises InvalidInput: one is not usable, or there are too many."""
    return _checked(ItemKey, items)


def _checked(kind: type[KeyT], items: Iterable[Mapping[str, Any] | KeyT]) -> list[KeyT]:
    given = list(items)
    if len(given) > MOST_ITEMS:
        raise InvalidInput(f"One call has at most {MOST_ITEMS} items.", field="items")
    try:
        return [kind.model_validate(item) for item in given]
    except ValidationError as error:
        raise invalid(error) from None


def value_text(value: Any) -> str:
    """Return a value as it is kept: JSON that gives back the same value.

    Raises:
        InvalidInput: it is no JSON value; a tuple, a date or a key that is no text would come back as something else.
        TooLarge: it is longer than MOST_VALUE.
    """
    check(value, "value", deepest=DEEPEST, whole="value")
    text = exact_json(value)
    if len(text) > MOST_VALUE:
        raise TooLarge(f"A value has at most {MOST_VALUE} characters of JSON; this one has {len(text)}.", field="value")
    return text


def item_row(item: NewItem) -> Row:
    """Return an item as a row of items/put, without its vector. Raises InvalidInput, TooLarge."""
    check([item.key, list(item.path), item.text], "", deepest=2, whole="key")
    return {
        "id": str(uuid7()),
        "path": path_text(item.path),
        "key": item.key,
        "value": value_text(item.value),
        "text": (item.text or "")[:SEARCHED].strip() or None,
        "ttlSec": item.ttl_sec,
        "ifVersion": item.if_version,
        "episode": item.episode_id,
    }


def key_row(item: ItemKey) -> Row:
    """Return the place of an item as a row of statements. Raises InvalidInput."""
    check([item.key, list(item.path)], "", deepest=2, whole="key")
    return {"path": path_text(item.path), "key": item.key}


async def embedded_rows(embedder: Embedder, rows: Sequence[Row]) -> list[Row]:
    """Return rows with the vectors of their texts."""
    texts = list(dict.fromkeys(row["text"] for row in rows if row["text"]))
    vectors: dict[str, Vector] = {}
    for start in range(0, len(texts), EMBEDDED_TOGETHER):
        some = texts[start : start + EMBEDDED_TOGETHER]
        vectors |= dict(zip(some, await embedder.embed(some), strict=True))
    return [{**row, "vector": bolt(vectors.get(row["text"]))} for row in rows]


async def put_items(store: Store, brain: str, rows: Sequence[Row], policies: Row) -> tuple[ItemState, ...] | None:
    """Store items in one transaction, all or none. Of items with the same path and key, each is a version.

    Args:
        rows: the items as `embedded_rows` returns them.
        policies: the policy about personal data by which they were screened (`pii`), and that of the service (`servicePii`).

    Returns None if the brain has another policy: nothing is stored.

    Raises:
        ConflictError: an item has another version than `if_version`. NotFound: there is no such episode.
    """

    async def work(tx: Transaction) -> tuple[ItemState, ...] | None:
        stamp = (await run(tx, "items/stamp", brain=brain))[0]["recordedAt"]
        stored = await run(tx, "items/put", brain=brain, recordedAt=stamp, items=list(rows), **policies)
        for row in stored:
            if not row["known"]:
                raise NotFound("There is no such episode in this brain.", field="episode_id")
            if not row["stored"]:
                raise ConflictError(f"The item has version {row['version']} now.", field="if_version")
        return tuple(map(_state, stored)) if stored else None

    return await store.transaction(work)


def _state(row: Row) -> ItemState:
    fields = {key: row[key] for key in ("key", "version", "created_at", "updated_at", "expires_at", "ttl_sec")}
    return ItemState(path=path_labels(row["path"]), **fields)


async def delete_rows(store: Store, brain: str, rows: Sequence[Row], *, forgotten: bool = False) -> tuple[int, int]:
    """Delete items. Return how many were deleted, and how many stay.

    Args:
        forgotten: an item that is still remembered as an episode stays.
    """

    async def work(tx: Transaction) -> tuple[int, int]:
        await run(tx, "items/stamp", brain=brain)
        row = (await run(tx, "items/delete", brain=brain, items=list(rows), forgotten=forgotten))[0]
        return row["deleted"], row["kept"]

    return await store.transaction(work)


async def prune_items(store: Store) -> int:
    """Remove the items of all brains that have expired. Return how many.

    Raises:
        DatabaseUnavailable: Neo4j does not answer.
    """
    total, gone = 0, PRUNED_AT_ONCE
    while gone == PRUNED_AT_ONCE:
        gone = (await store.write("items/prune", limit=PRUNED_AT_ONCE))[0]["gone"]
        total += gone
    return total
