"""Proposals of upkeep: list them, decide, take a decision back."""

from __future__ import annotations

from graphmem.engine import BrainSubject
from graphmem.upkeep.decisions import approve, decline, undo
from graphmem.upkeep.proposals import proposals
from graphmem_contract.pagination import Page
from graphmem_contract.proposals import Proposal, ProposalStatus
from graphmem_contract.validation import check_choice


class Proposals(BrainSubject):
    """What upkeep proposes to change in a brain."""

    __slots__ = ()

    async def list(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Proposal]:
        """What upkeep proposes, newest first. Raises InvalidInput.

        Args:
            status: only those that are "open", "approved" or "declined".
        """
        if status is not None:
            check_choice(status, ProposalStatus, "status")
        return await proposals(self.engine.store, self.brain, status=status, limit=limit, cursor=cursor)

    async def approve(self, proposal_id: str, *, by: str | None = None) -> Proposal:
        """Do what a proposal says; `undo` takes it back.

        `merge`: merge the second entity into the first. `contradicts`: end the second fact when the first begins. `forget`: hide
        what the proposal names.

        Args:
            by: who approves it.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided. AlreadyMerged: one of the two is merged. AlreadyClosed: the
                fact has ended already.
        """
        return await approve(self.engine.store, self.engine.models.embedder, self.brain, proposal_id, by)

    async def decline(self, proposal_id: str, *, by: str | None = None) -> Proposal:
        """Decline a proposal. It is not made again, unless its evidence changes.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided.
        """
        return await decline(self.engine.store, self.brain, proposal_id, by)

    async def undo(self, proposal_id: str) -> Proposal:
        """Take a decision back: the proposal is open again, what an approval merged is parted, what it ended is restored.

        Raises:
            NotFound: no such proposal. ConflictError: nobody has decided on it.
        """
        return await undo(self.engine.store, self.engine.models.embedder, self.brain, proposal_id)
