"""Retract and restore what a source has said, and set how far it is trusted (docs/sources.md)."""

from __future__ import annotations

from datetime import datetime

from uuid_utils import uuid7

from graphmem.curation.invalidate import changes_of, lock
from graphmem.explore.source_list import read_source
from graphmem.graph.change_event import append
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.settling.pair import pairs_of
from graphmem.settling.settle import settle
from graphmem_contract.errors import InvalidInput, NotFound, NothingToRestore
from graphmem_contract.sources import EpisodeSource, SourceChanges

NO_NAME = "A source has a name; episodes without one belong to no source."


def checked_name(source: str) -> str:
    """Return the name of a source. Raises InvalidInput: it is empty."""
    if not source:
        raise InvalidInput(NO_NAME, field="source")
    return source


async def set_source(store: Store, brain: str, source: str, trust: float) -> EpisodeSource:
    """Set the trust of a source for the episodes that are stored from now on.

    Raises:
        InvalidInput: the name is empty, or `trust` is not 0 to 1.
    """
    checked_name(source)
    if isinstance(trust, bool) or not isinstance(trust, int | float) or not 0 <= trust <= 1:
        raise InvalidInput("trust is a number from 0 to 1.", field="trust")
    await store.write("sources/set_trust", brain=brain, source=source, trust=float(trust))
    return await read_source(store, brain, source)


async def retract_source(
    store: Store, brain: str, source: str, *, since: datetime | None = None, dry_run: bool = False
) -> SourceChanges:
    """Withdraw all statements of the episodes of a source, at one system time. With `dry_run` nothing is stored.

    Args:
        since: only of the episodes that were recorded at this system time or later.

    Raises:
        InvalidInput: the name is empty. NotFound: no episode has this source.
    """
    checked_name(source)
    id_ = str(uuid7())

    async def work(tx: Transaction) -> SourceChanges:
        stamp = await lock(tx, brain)
        (row,) = await run(
            tx, "sources/retract", brain=brain, source=source, since=since, retraction=id_, recordedAt=stamp
        )
        if not row["found"]:
            raise NotFound("No episode of this brain has this source.")
        made = id_ if row["pairs"] and not dry_run else None
        await append(tx, brain, {"source.retracted": [made] if made else []})
        return await _settled(tx, brain, row, stamp, made)

    return await store.transaction(work, dry_run=dry_run, bulk=True)


async def restore_source(
    store: Store, brain: str, source: str, *, retraction_id: str | None = None, dry_run: bool = False
) -> SourceChanges:
    """Take back a retraction of a source: exactly what it withdrew holds again. With `dry_run` nothing is stored.

    Args:
        retraction_id: default the latest one that stands.

    Raises:
        InvalidInput: the name is empty. NotFound: the source has no such retraction. NothingToRestore: no retraction of the
            source stands, or this one was taken back before.
    """
    checked_name(source)

    async def work(tx: Transaction) -> SourceChanges:
        stamp = await lock(tx, brain)
        (row,) = await run(
            tx, "sources/restore", brain=brain, source=source, retraction=retraction_id, recordedAt=stamp
        )
        if not row["found"] and retraction_id is not None:
            raise NotFound("This source has no such retraction.")
        if not row["stood"]:
            raise NothingToRestore("No retraction of this source stands, or this one was taken back before.")
        await append(tx, brain, {"source.restored": [row["retraction"]]})
        return await _settled(tx, brain, row, stamp, row["retraction"])

    return await store.transaction(work, dry_run=dry_run, bulk=True)


async def _settled(tx: Transaction, brain: str, row: Row, stamp: datetime, retraction_id: str | None) -> SourceChanges:
    """Settle the touched pairs and return the changes."""
    changes = changes_of(await settle(tx, brain, pairs_of(row["pairs"], stamp)), stamp)
    return SourceChanges(
        changed=changes.changed,
        statements=row["statements"],
        denied=row["denied"],
        recorded_at=stamp,
        retraction_id=retraction_id,
    )
