"""Proposals of upkeep: list them, decide, take a decision back."""

# Derived by clients/python/scripts/generate.py from _async/brain/proposals.py.

from __future__ import annotations

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.calls import segment
from graphmem_contract.pagination import Page
from graphmem_contract.proposals import Proposal, ProposalStatus
from graphmem_contract.service import ProposalPage


class Proposals(BrainSubject):
    """What upkeep proposes to change in a brain."""

    __slots__ = ()

    def list(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Proposal]:
        """What upkeep proposes, newest first. Raises InvalidInput.

        Args:
            status: only those that are "open", "approved" or "declined".
        """
        asked = {"status": status, "limit": limit, "cursor": cursor}
        page = self._get("listProposals", "/proposals", ProposalPage, **asked)
        return Page(page.proposals, page.next_cursor)

    def approve(self, proposal_id: str) -> Proposal:
        """Do what a proposal says; `undo` takes it back.

        `merge`: merge the second entity into the first. `contradicts`: end the second fact when the first begins.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided. AlreadyMerged: one of the two is merged. AlreadyClosed: the
                fact has ended already.
        """
        return self._decide("approveProposal", proposal_id, "approve")

    def decline(self, proposal_id: str) -> Proposal:
        """Decline a proposal. It is not made again, unless its evidence changes.

        Raises:
            NotFound: no such proposal. ConflictError: it is decided.
        """
        return self._decide("declineProposal", proposal_id, "decline")

    def undo(self, proposal_id: str) -> Proposal:
        """Take a decision back: the proposal is open again, what an approval merged is parted, what it ended is restored.

        Raises:
            NotFound: no such proposal. ConflictError: nobody has decided on it.
        """
        return self._decide("undoProposal", proposal_id, "undo")

    def _decide(self, operation: str, proposal_id: str, action: str) -> Proposal:
        rest = f"/proposals/{segment(proposal_id)}:{action}"
        return (self._write(operation, rest, None)).record(Proposal)
