"""Decide on proposals: approve, decline, undo.

An approval is an ordinary merge or invalidation, its undoing an ordinary unmerge or restoration. A decision and what it does are
one transaction: a process that dies in between leaves neither.
"""

from __future__ import annotations

from contextlib import suppress

from graphmem.curation.hidden import hide_proposed, undo_within
from graphmem.curation.invalidate import invalidate_within, restore_within
from graphmem.curation.merge import merge_within, unmerge_within
from graphmem.fault_points import reached
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.vectors import Unembedded
from graphmem.models.ports import Embedder
from graphmem.upkeep.proposals import check_status, decide, read_proposal
from graphmem_contract.errors import NotFound, NothingToRestore, NotMerged
from graphmem_contract.proposals import Proposal


async def approve(store: Store, embedder: Embedder, brain: str, proposal_id: str, by: str | None) -> Proposal:
    """Do what a proposal says. It is claimed first, so that two approvals make one merge.

    Raises:
        NotFound: no such proposal. ConflictError: it is decided. AlreadyMerged: one of the two is merged. AlreadyClosed: the fact
            has ended. Nothing was changed.
    """
    proposal, _ = await read_proposal(store, brain, proposal_id)
    check_status(proposal, "open")
    unembedded = Unembedded()

    async def work(tx: Transaction) -> None:
        await run(tx, "upkeep/lock", brain=brain)  # before the proposal's, as upkeep and forgetting do
        await decide(tx, brain, proposal, "open", "approved", by=by)
        await reached("proposal_claimed")
        merge_id, changed = await _carry_out(tx, brain, proposal, by, unembedded)
        await decide(tx, brain, proposal, "approved", "approved", by=by, merge_id=merge_id, changed_id=changed)
        await reached("proposal_decided")

    await store.transaction(work, bulk=True)
    await unembedded.embed(store, embedder, brain)
    return (await read_proposal(store, brain, proposal_id))[0]


async def _carry_out(
    tx: Transaction, brain: str, proposal: Proposal, by: str | None, unembedded: Unembedded
) -> tuple[str | None, str]:
    """Do what a proposal says; return the id of the merge, if it is one, and of what was merged away or ended."""
    if proposal.kind == "forget":
        (row,) = await run(tx, "forgetting/proposed", brain=brain, id=proposal.id)
        return None, await hide_proposed(tx, brain, row["statements"], row["episode"], by, unembedded)
    if proposal.kind == "merge":
        stays, goes = (entity.id for entity in proposal.items)
        (merged,) = (await merge_within(tx, brain, stays, [goes])).merges
        return merged.merge_id, goes
    later, earlier = proposal.evidence
    is_after = later.valid_from is not None and (earlier.valid_from is None or later.valid_from > earlier.valid_from)
    at = later.valid_from if is_after else None
    await invalidate_within(tx, brain, earlier.id, at=at, reason="an approved proposal", superseded_by=later.id)
    return None, earlier.id


async def decline(store: Store, brain: str, proposal_id: str, by: str | None) -> Proposal:
    """Decline a proposal. Raises NotFound, ConflictError: it is decided."""
    proposal, _ = await read_proposal(store, brain, proposal_id)
    check_status(proposal, "open")

    async def work(tx: Transaction) -> None:
        await decide(tx, brain, proposal, "open", "declined", by=by)

    await store.transaction(work)
    return (await read_proposal(store, brain, proposal_id))[0]


async def undo(store: Store, embedder: Embedder, brain: str, proposal_id: str) -> Proposal:
    """Take a decision back, with what an approval changed. Raises NotFound, ConflictError: nobody has decided on it."""
    proposal, changed = await read_proposal(store, brain, proposal_id)
    check_status(proposal, "approved", "declined")
    unembedded = Unembedded()

    async def work(tx: Transaction) -> None:
        await run(tx, "upkeep/lock", brain=brain)
        await decide(tx, brain, proposal, proposal.status, "open")
        await reached("proposal_claimed")
        if changed and proposal.merge_id:
            with suppress(NotMerged):  # somebody may have undone the merge itself
                await unmerge_within(tx, brain, changed, proposal.merge_id)
        elif changed and proposal.kind == "forget":
            with suppress(NothingToRestore, NotFound):  # somebody may have undone the request itself
                await undo_within(tx, brain, changed, unembedded)
        elif changed:
            with suppress(NothingToRestore, NotFound):  # somebody may have restored the fact itself, or forgotten it
                await restore_within(tx, brain, changed)
        await reached("proposal_decided")

    await store.transaction(work, bulk=True)
    await unembedded.embed(store, embedder, brain)
    return (await read_proposal(store, brain, proposal_id))[0]
