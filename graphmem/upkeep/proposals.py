"""Proposals: list them, and store what a person decided."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.graph.pagination import LARGEST_ID, checked_limit, page_by
from graphmem.graph.row_mapping import entity_of, fact_of, snake_row
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem_contract.errors import ConflictError, NotFound
from graphmem_contract.pagination import Page
from graphmem_contract.proposals import Proposal, ProposalStatus


async def proposals(
    store: Store, brain: str, *, status: ProposalStatus | None, limit: int, cursor: str | None
) -> Page[Proposal]:
    """Return a page of proposals, newest first. The cursor is the id of the last one of the page before.

    Raises:
        InvalidInput: limit is not 1 to 1000.
    """
    rows = await store.read(
        "upkeep/proposals",
        brain=brain,
        status=status,
        id=None,
        before=cursor or LARGEST_ID,
        limit=checked_limit(limit) + 1,
    )
    return page_by("id", [_proposal(row["proposal"]) for row in rows], limit)


async def read_proposal(store: Store, brain: str, id_: str) -> tuple[Proposal, str | None]:
    """Return a proposal, and the id of what its approval merged away or ended. Raises NotFound."""
    rows = await store.read("upkeep/proposals", brain=brain, status=None, id=id_, before=LARGEST_ID, limit=1)
    if not rows:
        raise NotFound(f"There is no proposal {id_} in this brain.")
    return _proposal(rows[0]["proposal"]), rows[0]["changedId"]


async def decide(
    tx: Transaction,
    brain: str,
    proposal: Proposal,
    was: ProposalStatus,
    status: ProposalStatus,
    *,
    by: str | None = None,
    merge_id: str | None = None,
    changed_id: str | None = None,
) -> None:
    """Store what became of a proposal that has the status `was`.

    Raises:
        ConflictError: somebody else decided first.
    """
    rows = await run(
        tx, "upkeep/decide_proposal", brain=brain, id=proposal.id, was=was, status=status, by=by, mergeId=merge_id,
        changedId=changed_id,
    )  # fmt: skip
    if not rows[0]["count"]:
        raise ConflictError("Somebody else decided on the proposal first; look at it again.")


def check_status(proposal: Proposal, *expected: ProposalStatus) -> None:
    """Check that a proposal has a status. Raises ConflictError."""
    if proposal.status not in expected:
        raise ConflictError(f"The proposal is {proposal.status}.")


def _proposal(row: Row) -> Proposal:
    now = datetime.now(UTC)
    evidence = [fact_of(one, now) for one in row["evidence"]]
    return Proposal(**snake_row(row | {"items": [*map(entity_of, row["items"])], "evidence": evidence}))
