"""The changes of a brain: read a page of them, and remove old ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from graphmem.feed.cursor import ALL, FeedPosition, feed_position
from graphmem.graph.change_event import LISTS
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem_contract.errors import Gone, NotFound
from graphmem_contract.feed import ChangeBatch, ChangeEvent

PORTION = 1_000
"""Events that one transaction removes."""


async def read_page(
    store: Store, brain: str, position: FeedPosition | None, limit: int, *, is_latest: bool = False
) -> tuple[ChangeBatch, int]:
    """Return the events behind a position (None = the oldest), and the latest revision of the brain when they were read.

    Raises:
        NotFound: nothing was ever written to the brain. Gone: events behind the position are no longer kept.
    """
    rows = await store.read(
        "feed/read", brain=brain, **{"from": position.revision if position else 0}, limit=0 if is_latest else limit + 1
    )
    if not rows:
        raise NotFound(f"There is no brain {brain}; it is made by its first write.")
    row, made = rows[0], str(rows[0]["createdAt"])
    if position is not None:
        _check_kept(position, row, made)
    told = (event for one in row["events"] for event in _events(one, made))
    found = [event for event in told if position is None or feed_position(event.cursor) > position][:limit]
    start = position or FeedPosition(made, row["revision"] if is_latest else row["pruned"], ALL)
    return ChangeBatch(changes=tuple(found), cursor=found[-1].cursor if found else start.text()), row["revision"]


def _check_kept(position: FeedPosition, row: Row, made: str) -> None:
    if position.brain != made:
        raise Gone("The brain of this cursor was forgotten; read the whole brain again, and begin without a cursor.")
    if (position.revision, position.kind) < (row["pruned"], ALL):
        raise Gone(
            "Changes behind this cursor are no longer kept; read the whole brain again, and begin without a cursor."
        )


def _events(row: Row, made: str) -> Iterator[ChangeEvent]:
    """Yield the events of a commit, one for each kind. The cursor of the last one is behind the whole commit."""
    told = [(number, kind, ids) for number, (kind, ids) in enumerate(_ids_by_kind(row).items()) if ids]
    for number, kind, ids in told:
        is_last = number == told[-1][0]
        yield ChangeEvent(
            id=f"{row['revision']}-{kind}",
            revision=row["revision"],
            recorded_at=row["recordedAt"],
            kind=kind,
            ids=ids,
            cursor=FeedPosition(made, row["revision"], ALL if is_last else number).text(),
        )


def _ids_by_kind(row: Row) -> dict[str, tuple[str, ...]]:
    """Return the ids of a commit by kind. A new fact that a later statement of its commit changed is only new."""
    ids = {kind: tuple(dict.fromkeys(row.get(name) or ())) for kind, name in LISTS.items()}
    added, later = set(ids["fact.added"]), ("fact.changed", "fact.ended")
    return ids | {kind: tuple(id_ for id_ in ids[kind] if id_ not in added) for kind in later}


async def prune_changes(store: Store, *, days: float, brain: str | None = None) -> int:
    """Remove the events that are older than some days, of a brain or of all brains, in batches. Returns how many."""
    before = datetime.now(UTC) - timedelta(days=days)
    rows = await store.read("feed/outdated", before=before) if brain is None else [{"brain": brain}]
    return sum([await _prune(store, row["brain"], before) for row in rows])


async def _prune(store: Store, brain: str, before: datetime) -> int:
    removed = 0
    while True:
        rows = await store.write("feed/prune", brain=brain, before=before, limit=PORTION)
        if not rows or not rows[0]["removed"]:
            return removed
        removed += rows[0]["removed"]
