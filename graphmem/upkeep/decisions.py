"""Decide on proposals: approve, decline, undo. An approval is an ordinary merge, its undoing an ordinary unmerge."""

from __future__ import annotations

from contextlib import suppress

from graphmem.contract.proposals import Proposal
from graphmem.curation.merge import merge, unmerge
from graphmem.errors import GraphmemError, NotMerged
from graphmem.graph.store import Store
from graphmem.upkeep.proposals import check_status, decide, read_proposal


async def approve(store: Store, brain: str, proposal_id: str, by: str | None) -> Proposal:
    """Merge the entities of a proposal. It is claimed first, so that two approvals make one merge.

    Raises:
        NotFound: no such proposal. ConflictError: it is decided. AlreadyMerged: one of the two is merged; nothing was changed.
    """
    proposal, _ = await read_proposal(store, brain, proposal_id)
    check_status(proposal, "open")
    claimed = await decide(store, brain, proposal, "approved", by=by)
    stays, goes = (entity.id for entity in proposal.items)
    try:
        (merged,) = (await merge(store, brain, stays, [goes])).merges
    except GraphmemError:
        await decide(store, brain, claimed, "open")
        raise
    return await decide(store, brain, claimed, "approved", by=by, merge_id=merged.merge_id, merged_id=goes)


async def decline(store: Store, brain: str, proposal_id: str, by: str | None) -> Proposal:
    """Decline a proposal. Raises NotFound, ConflictError: it is decided."""
    proposal, _ = await read_proposal(store, brain, proposal_id)
    check_status(proposal, "open")
    return await decide(store, brain, proposal, "declined", by=by)


async def undo(store: Store, brain: str, proposal_id: str) -> Proposal:
    """Take a decision back, with the merge of an approval. Raises NotFound, ConflictError: nobody has decided on it."""
    proposal, merged = await read_proposal(store, brain, proposal_id)
    check_status(proposal, "approved", "declined")
    if proposal.merge_id and merged:
        with suppress(NotMerged):  # somebody may have undone the merge itself
            await unmerge(store, brain, merged, proposal.merge_id)
    return await decide(store, brain, proposal, "open")
