# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Upkeep: the jobs that keep a brain in shape between messages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query, Response

from graphmem_contract.observations import Cluster
from graphmem_contract.proposals import Proposal
from graphmem_contract.reextraction import ReextractionEstimate, ReextractionReport, UndoneReextraction
from graphmem_contract.schedule import UpkeepSchedule
from graphmem_contract.service import ClusterPage, DirectivePage, ObservationPage, ProposalPage, ReextractionPage
from graphmem_contract.upkeep import TickReport

from ..answers import Answer
from ..bodies.reextraction import ReextractionFilter, ReextractionsQuery, ReextractRequest, UndoReextractionRequest
from ..bodies.upkeep import (
    ClustersQuery,
    DirectivesQuery,
    JobTimingRequest,
    ObservationsQuery,
    ProposalsQuery,
    ScheduleRequest,
    TickRequest,
)
from ..deps import AnyCaller, Governed, GraphWritable, Readable, check_readable
from ..idempotency import OnlyOnce
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)


@router.post(
    "/maintenance:tick",
    operation_id="tick",
    summary="Run upkeep",
    response_model=TickReport,
    responses=NOT_FOUND,
)
async def tick(brain: GraphWritable, once: OnlyOnce, asked: Annotated[TickRequest | None, Body()] = None) -> Response:
    """Runs jobs of upkeep and reports what each did. No job changes a statement, a version or a period of a fact."""
    options = asked or TickRequest()

    async def run() -> Answer:
        return Answer.of(await brain.upkeep.tick(options.jobs, limit=options.limit, dry_run=options.dry_run))

    return await once.answer(brain, run)


@router.get("/directives", operation_id="listDirectives", summary="List directives", response_model=DirectivePage)
async def list_directives(brain: Readable, asked: Annotated[DirectivesQuery, Query()]) -> DirectivePage:
    """The standing instructions and preferences of the user, newest first, each with the messages and facts that it rests on."""
    page = await brain.directives.list(**asked.model_dump())
    return DirectivePage(directives=page.items, next_cursor=page.next_cursor)


@router.get(
    "/maintenance/schedule",
    operation_id="getUpkeepSchedule",
    summary="Schedule of upkeep",
    response_model=UpkeepSchedule,
)
async def get_schedule(brain: Readable) -> UpkeepSchedule:
    """When each job runs by itself, whether it runs now, and what its last run by schedule did."""
    return await brain.upkeep.schedule()


@router.put(
    "/maintenance/schedule",
    operation_id="setUpkeepSchedule",
    summary="Replace the schedule",
    response_model=UpkeepSchedule,
)
async def put_schedule(brain: Governed, asked: ScheduleRequest) -> UpkeepSchedule:
    """Sets the whole schedule. A job that is not named no longer runs by itself. Makes the brain if it is not there."""
    return await brain.upkeep.set_schedule(asked.jobs)


@router.patch(
    "/maintenance/schedule",
    operation_id="scheduleUpkeep",
    summary="Schedule a job",
    response_model=UpkeepSchedule,
)
async def patch_schedule(brain: Governed, asked: JobTimingRequest) -> UpkeepSchedule:
    """Sets the timing of one job, without `cron` and `every_episodes` none. The others keep theirs."""
    return await brain.upkeep.schedule_job(**asked.model_dump())


@router.get("/proposals", operation_id="listProposals", summary="List proposals", response_model=ProposalPage)
async def list_proposals(brain: Readable, asked: Annotated[ProposalsQuery, Query()]) -> ProposalPage:
    """What upkeep proposes, newest first: entities that may be one, and facts that may contradict each other."""
    page = await brain.proposals.list(**asked.model_dump())
    return ProposalPage(proposals=page.items, next_cursor=page.next_cursor)


@router.post(
    "/proposals/{id}:approve",
    operation_id="approveProposal",
    summary="Approve a proposal",
    response_model=Proposal,
    responses={**NOT_FOUND, **CONFLICT},
)
async def approve_proposal(brain: GraphWritable, id: str, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Does what a proposal says, with the name of the key: merges two entities, or ends a fact. `:undo` takes it back."""

    async def approve() -> Answer:
        return Answer.of(await brain.proposals.approve(id, by=caller.name))

    return await once.answer(brain, approve)


@router.post(
    "/proposals/{id}:decline",
    operation_id="declineProposal",
    summary="Decline a proposal",
    response_model=Proposal,
    responses={**NOT_FOUND, **CONFLICT},
)
async def decline_proposal(brain: GraphWritable, id: str, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Declines a proposal, with the name of the key. It is not made again, unless its evidence changes."""

    async def decline() -> Answer:
        return Answer.of(await brain.proposals.decline(id, by=caller.name))

    return await once.answer(brain, decline)


@router.post(
    "/proposals/{id}:undo",
    operation_id="undoProposal",
    summary="Undo a decision",
    response_model=Proposal,
    responses={**NOT_FOUND, **CONFLICT},
)
async def undo_proposal(brain: GraphWritable, id: str, once: OnlyOnce) -> Response:
    """Takes the decision on a proposal back. It is open again, what an approval merged is parted, what it ended is restored."""

    async def undo() -> Answer:
        return Answer.of(await brain.proposals.undo(id))

    return await once.answer(brain, undo)


@router.get(
    "/observations", operation_id="listObservations", summary="List observations", response_model=ObservationPage
)
async def list_observations(brain: Readable, asked: Annotated[ObservationsQuery, Query()]) -> ObservationPage:
    """What upkeep has noticed across the facts, newest first: patterns, trends, themes, each with the facts that support it."""
    page = await brain.observations.list(**asked.model_dump())
    return ObservationPage(observations=page.items, next_cursor=page.next_cursor)


@router.get("/clusters", operation_id="listClusters", summary="List clusters", response_model=ClusterPage)
async def list_clusters(brain: Readable, asked: Annotated[ClustersQuery, Query()]) -> ClusterPage:
    """The topics that upkeep has found, those with most facts first: entities that belong together, and the facts about them."""
    page = await brain.clusters.list(**asked.model_dump())
    return ClusterPage(clusters=page.items, next_cursor=page.next_cursor)


@router.get(
    "/clusters/{id}", operation_id="getCluster", summary="Read a cluster", response_model=Cluster, responses=NOT_FOUND
)
async def get_cluster(brain: Readable, id: str) -> Cluster:
    """One topic, with up to a thousand of its entities and facts."""
    return await brain.clusters.get(id)


@router.post(
    "/episodes:estimate-reextraction",
    operation_id="estimateReextraction",
    summary="Estimate a new extraction",
    response_model=ReextractionEstimate,
    responses=NOT_FOUND,
)
async def estimate_reextraction(brain: Governed, asked: ReextractionFilter) -> ReextractionEstimate:
    """How many episodes fit the filter, and about how many calls and tokens their new extraction takes. No model is asked."""
    return await brain.reextraction.estimate(**asked.model_dump())


@router.post(
    "/episodes:reextract",
    operation_id="reextract",
    summary="Read episodes again",
    response_model=ReextractionReport,
    responses=NOT_FOUND,
)
async def reextract(brain: Governed, once: OnlyOnce, caller: AnyCaller, asked: ReextractRequest) -> Response:
    """Reads extracted episodes again with the service's model; the new reading of each replaces the old one, in one transaction.

    Repeat the call with `cursor`. `…/reextractions/{id}:undo` takes one back.
    """
    if asked.dry_run:
        check_readable(brain, caller)

    async def run() -> Answer:
        return Answer.of(await brain.reextraction.run(**asked.model_dump()))

    return await once.answer(brain, run)


@router.get(
    "/reextractions", operation_id="listReextractions", summary="List new extractions", response_model=ReextractionPage
)
async def list_reextractions(brain: Readable, asked: Annotated[ReextractionsQuery, Query()]) -> ReextractionPage:
    """The new extractions that changed something, newest first: of which episode, by which reader, who asked for it and why."""
    page = await brain.reextraction.list(**asked.model_dump())
    return ReextractionPage(reextractions=page.items, next_cursor=page.next_cursor)


@router.post(
    "/reextractions/{id}:undo",
    operation_id="undoReextraction",
    summary="Take a new extraction back",
    response_model=UndoneReextraction,
    responses={**NOT_FOUND, **CONFLICT},
)
async def undo_reextraction(
    brain: Governed,
    id: str,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[UndoReextractionRequest | None, Body()] = None,
) -> Response:
    """Takes a new extraction back: exactly what it withdrew holds again, and what it added is withdrawn."""
    options = asked or UndoReextractionRequest()
    if options.dry_run:
        check_readable(brain, caller)

    async def undo() -> Answer:
        return Answer.of(await brain.reextraction.undo(id, dry_run=options.dry_run))

    return await once.answer(brain, undo)
