"""`graphmem reembed`: make the vectors of another embedder beside those in use, switch to them, and drop the former ones.

The vectors belong to the database: all brains switch together, because one process has one embedder. The vectors in use
stay in use until the switch, which is one transaction. Every step may be interrupted and is continued by the next run: what
is missing is read from the graph. A switch back is the same call with the former embedder, until its vectors are dropped.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from graphmem.graph.schema import VERSION, drop_vector_indexes, make_vector_indexes, other_version
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.slot import FIRST, other
from graphmem.models.ports import Embedder
from graphmem.upkeep.vectors.fill import EDGES, KINDS, Filling, Progress, VectorTally, brains_of, still_held
from graphmem.upkeep.vectors.lease import VectorLease, vector_lease
from graphmem_contract.errors import ConflictError, SetupError

REMOVED_AT_ONCE = 1_000
"""Vectors that one transaction removes."""
LEASE_SEC = 60.0


@dataclass(frozen=True, slots=True)
class VectorReport:
    """What a run did with the vectors of a database, or would do.

    `embedder`, `dimensions`: of the vectors that were made. `before`: the embedder in use when the run began. `vectors`: how
    many were made. `calls`, `tokens`: what was asked of the embedder, with four characters to a token. `removed`: nodes and edges
    whose vectors were dropped. `has_switched`: the vectors are in use now and were not before.
    """

    embedder: str
    dimensions: int
    before: str
    vectors: int
    calls: int
    tokens: int
    removed: int = 0
    has_switched: bool = False


@dataclass(frozen=True, slots=True)
class Vouched:
    """Who changes the vectors, and why. Both are noted in the graph."""

    by: str
    reason: str


async def reembed(
    store: Store,
    embedder: Embedder,
    who: Vouched,
    *,
    dry_run: bool = False,
    lease_sec: float = LEASE_SEC,
    progress: Progress = lambda *_: None,
) -> VectorReport:
    """Make the vectors of an embedder beside those in use, and switch to them when none is missing.

    If its vectors are in use already, only those are made that processes with the former embedder have left out since, also
    where they went on after the former vectors had been dropped.

    Args:
        dry_run: count the vectors, calls and tokens; the embedder is not asked, and nothing is written.
        lease_sec: how long a process that died keeps others out, in seconds.

    Raises:
        ConflictError: another process works on the vectors, or vectors of a third embedder lie beside those in use.
        SetupError: there is no graph, or its schema is not of this version.
        ModelError: the embedder failed; the next run goes on. DatabaseUnavailable: Neo4j is out of reach.
    """
    marker = await _marker(store)
    _check_beside(marker, embedder)
    if dry_run:
        return await _counted(store, marker, embedder)
    async with vector_lease(store, lease_sec) as lease:
        marker = await _marker(store)
        _check_beside(marker, embedder)
        filling = Filling(_in_slot(store, _source(marker, embedder)), embedder, lease, progress)
        if _is_in_use(marker, embedder):
            await filling.fill()
        else:
            await _made_and_switched(filling, lease, marker, who)
        return _report(marker, embedder, filling.tally, has_switched=not _is_in_use(marker, embedder))


async def drop(
    store: Store,
    embedder: Embedder,
    who: Vouched,
    *,
    dry_run: bool = False,
    lease_sec: float = LEASE_SEC,
    progress: Progress = lambda *_: None,
) -> VectorReport:
    """Drop the vectors beside those in use, with their indexes.

    First the vectors in use are made that processes with the other embedder have left out. Processes that still use the other
    embedder fail from then on where they search by meaning, and `/ready` answers 503 there; messages are kept, unread.
    There is no undo: `reembed` makes the vectors again.

    Args:
        embedder: that of the vectors in use.
        dry_run: count what would be made; nothing is written.

    Raises:
        ConflictError: as `reembed`; or the embedder is not that of the vectors in use.
        SetupError, ModelError, DatabaseUnavailable: as `reembed`.
    """
    marker = await _marker(store)
    _check_in_use(marker, embedder)
    if dry_run:
        return await _counted(store, marker, embedder)
    async with vector_lease(store, lease_sec) as lease:
        marker = await _marker(store)
        _check_in_use(marker, embedder)
        own = _in_slot(store, marker["slot"] or FIRST)
        filling = Filling(_in_slot(store, other(own.slot)), embedder, lease, progress)
        await filling.fill()
        await lease.take()
        await drop_vector_indexes(store.driver, store.database, other(own.slot))
        removed = await _remove(own, lease, every=False, progress=progress)
        if await filling.fill_once():  # others wrote during the removal
            removed += await _remove(own, lease, every=False, progress=progress)
        if marker["beside"]:
            await _end(store, lease, who)
        return _report(marker, embedder, filling.tally, removed=removed)


async def _counted(store: Store, marker: Row, embedder: Embedder) -> VectorReport:
    """Count what is missing, without writing."""
    filling = Filling(_in_slot(store, _source(marker, embedder)), embedder, None)
    await filling.fill()
    return _report(marker, embedder, filling.tally)


async def _made_and_switched(filling: Filling, lease: VectorLease, marker: Row, who: Vouched) -> None:
    store, embedder = filling.store, filling.embedder
    await _prepare(store, lease, marker, embedder)
    await filling.fill()
    await _switch(store, lease, embedder, who)
    await filling.fill_once()  # others wrote between the last pass and the switch


def _in_slot(store: Store, slot: str) -> Store:
    """Return a store of its own for the same database, whose statements use a slot."""
    own = Store(store.driver, store.database, store.timeout, store.bulk_timeout, store.check_room)
    own.slot = slot
    return own


async def _marker(store: Store) -> Row:
    rows = await store.read("setup/read_schema")
    if not rows:
        raise SetupError("This database has no graph yet; its first use determines the embedder.")
    if rows[0]["version"] != VERSION:
        raise SetupError(other_version(rows[0]["version"]))
    return rows[0]


def _is_in_use(marker: Row, embedder: Embedder) -> bool:
    return (marker["embedder"], marker["dimensions"]) == (embedder.name, embedder.dimensions)


def _check_beside(marker: Row, embedder: Embedder) -> None:
    """Check that no vectors of a third embedder lie beside those in use."""
    beside = (marker["beside"], marker["besideDimensions"])
    if marker["beside"] and beside != (embedder.name, embedder.dimensions) and not _is_in_use(marker, embedder):
        raise ConflictError(
            f"Vectors of {marker['beside']} lie beside those in use. `graphmem reembed --drop` removes them; `graphmem reembed` "
            "with that embedder goes on with them."
        )


def _check_in_use(marker: Row, embedder: Embedder) -> None:
    """Check that the vectors in use come from this embedder."""
    if not _is_in_use(marker, embedder):
        raise ConflictError(f"The vectors in use come from {marker['embedder']}, not from {embedder.name}.")


def _source(marker: Row, embedder: Embedder) -> str:
    """Return the slot whose vectors say what must have one: that in use, or the former one after a switch."""
    own = str(marker["slot"] or FIRST)
    return other(own) if _is_in_use(marker, embedder) else own


async def _prepare(store: Store, lease: VectorLease, marker: Row, embedder: Embedder) -> None:
    """Note the embedder and create the indexes. What a process that was cut off has left in the slot is removed first."""
    if not marker["beside"]:
        await _remove(store, lease, every=True)
        begun = await store.write(
            "vectors/begin", lease=lease.token, embedder=embedder.name, dimensions=embedder.dimensions
        )
        if not begun[0]["begun"]:
            raise lease.lost()
    await make_vector_indexes(store.driver, store.database, embedder.dimensions, other(store.slot))


async def _switch(store: Store, lease: VectorLease, embedder: Embedder, who: Vouched) -> None:
    done = await store.write(
        "vectors/switch", lease=lease.token, embedder=embedder.name, slot=other(store.slot), by=who.by, reason=who.reason
    )  # fmt: skip
    if not done[0]["switched"]:
        raise lease.lost()


async def _end(store: Store, lease: VectorLease, who: Vouched) -> None:
    done = await store.write("vectors/end", lease=lease.token, by=who.by, reason=who.reason)
    if not done[0]["ended"]:
        raise lease.lost()


async def _remove(store: Store, lease: VectorLease, *, every: bool, progress: Progress = lambda *_: None) -> int:
    """Remove the vectors beside those in use, in batches. Return from how many nodes and edges.

    Args:
        every: also where there is no vector in use.
    """
    total = 0
    for brain in await brains_of(store):
        for kind in KINDS:
            async for removed in _removals(store, lease, brain, kind, every=every):
                total += removed
                progress(brain, kind, total)
    return total


async def _removals(store: Store, lease: VectorLease, brain: str, kind: str, *, every: bool) -> AsyncIterator[int]:
    """Remove the vectors of a kind, and yield from how many nodes or edges after each transaction."""
    name, after = "vectors/drop_edges" if kind in EDGES else "vectors/drop_nodes", ""
    while True:
        rows = await store.write(
            name, lease=lease.token, brain=brain, kind=kind, after=after, limit=REMOVED_AT_ONCE, all=every
        )
        if not rows:
            await still_held(store, lease, brain)
        if not rows or not rows[0]["removed"]:
            return
        yield rows[0]["removed"]
        after = rows[0]["last"]


def _report(
    marker: Row, embedder: Embedder, tally: VectorTally, *, removed: int = 0, has_switched: bool = False
) -> VectorReport:
    return VectorReport(
        embedder.name,
        embedder.dimensions,
        marker["embedder"],
        tally.vectors,
        tally.calls,
        tally.tokens,
        removed,
        has_switched,
    )
