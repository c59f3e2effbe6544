"""What the subjects of `graphmem.Brain` and of `ClientBrain` have in common: `EntitiesLike` for `brain.entities`, …"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from graphmem_client.contract.choices import Direction, Per, RelationKind, VerbEffect
from graphmem_client.contract.feed import ChangeKind
from graphmem_client.contract.items import ItemOrder
from graphmem_client.contract.observations import ObservationKind, ObservationStatus
from graphmem_client.contract.proposals import ProposalStatus
from graphmem_client.contract.records import Cardinality, EpisodeStatus, ResolveMode
from graphmem_client.contract.upkeep import JobName
from graphmem_client.contract.validation import Moment
from graphmem_client.shapes import (
    BrainSummaryLike,
    CallResultLike,
    ChangeBatchLike,
    ChangeEventLike,
    ChangeMomentsLike,
    ChangesLike,
    ClusterLike,
    ContradictionMarkLike,
    DayCountsLike,
    DeadLetterLike,
    DependentsLike,
    DirectiveLike,
    EntityHistoryLike,
    EntityLike,
    EpisodeChangesLike,
    EpisodeLike,
    EpisodeSourceLike,
    FactDifferenceLike,
    FactLike,
    FactSupportLike,
    ForgetRequestLike,
    ForgottenEpisodesLike,
    ForgottenLike,
    ImportReportLike,
    ItemStateLike,
    LoadedLike,
    MergesLike,
    NeighbourLike,
    ObservationLike,
    OverturnedLike,
    OverviewLike,
    ProposalLike,
    QueueStateLike,
    ReextractionEstimateLike,
    ReextractionLike,
    ReextractionReportLike,
    RetentionLike,
    RouteLike,
    SecretWebhookLike,
    SessionLike,
    SessionSummaryLike,
    SimilarEntityLike,
    SourceChangesLike,
    StatsLike,
    StoredItemLike,
    TickReportLike,
    UndoneReextractionLike,
    UnmergedLike,
    UpkeepScheduleLike,
    WebhookLike,
    WriteResultLike,
)

T = TypeVar("T", covariant=True)


class PageLike(Protocol[T]):
    """A page of a list. `next_cursor` fetches the next page; None = this is the last page."""

    @property
    def items(self) -> tuple[T, ...]: ...

    @property
    def next_cursor(self) -> str | None: ...

    def __iter__(self) -> Iterator[T]: ...

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> T: ...


@runtime_checkable
class EntitiesLike(Protocol):
    """`brain.entities`."""

    async def list(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[EntityLike]: ...

    async def get(self, ref: str, *, known_at: Moment = None) -> EntityLike: ...

    async def history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistoryLike: ...

    async def facts(
        self,
        ref: str,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        named: bool = True,
    ) -> PageLike[FactLike]: ...

    async def similar(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntityLike, ...]: ...

    async def add(self, **fields: Any) -> EntityLike: ...

    async def change(self, ref: str, **fields: Any) -> EntityLike: ...

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> MergesLike: ...

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> UnmergedLike: ...

    async def forget(self, entity_id: str, *, dry_run: bool = False) -> ForgottenLike: ...


@runtime_checkable
class EpisodesLike(Protocol):
    """`brain.episodes`."""

    async def list(
        self,
        *,
        status: EpisodeStatus | None = None,
        session_id: str | None = None,
        source: str | None = None,
        speaker: str | None = None,
        text: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        since: Moment = None,
        until: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[EpisodeLike]: ...

    async def get(self, episode_id: str) -> EpisodeLike: ...

    async def by_ids(self, ids: Iterable[str]) -> Mapping[str, EpisodeLike]: ...

    async def changes(self, episode_id: str) -> EpisodeChangesLike: ...

    async def trace(self, episode_id: str) -> dict[str, Any]: ...

    async def replay(self, episode_id: str) -> WriteResultLike: ...

    async def forget(self, episode_id: str, *, dry_run: bool = False) -> ForgottenLike: ...

    async def queue(self) -> QueueStateLike: ...

    async def check_queue(self) -> None: ...


@runtime_checkable
class SessionsLike(Protocol):
    """`brain.sessions`."""

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[SessionLike]: ...

    async def flush(self, session_id: str) -> tuple[WriteResultLike, ...]: ...

    async def summarise(self, session_id: str) -> SessionSummaryLike: ...


@runtime_checkable
class GraphLike(Protocol):
    """`brain.graph`."""

    async def neighbours(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Direction = "both",
    ) -> tuple[NeighbourLike, ...]: ...

    async def neighbours_page(
        self,
        ref: str,
        *,
        hops: int = 1,
        valid_at: Moment = None,
        known_at: Moment = None,
        limit: int = 50,
        direction: Direction = "both",
        cursor: str | None = None,
    ) -> PageLike[NeighbourLike]: ...

    async def path(
        self, start: str, end: str, *, hops: int = 4, valid_at: Moment = None, known_at: Moment = None
    ) -> tuple[RouteLike, ...]: ...

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[FactLike, ...]: ...

    async def facts_by_ids(self, ids: Iterable[str]) -> Mapping[str, FactLike]: ...

    async def support(self, fact_id: str) -> FactSupportLike: ...

    async def dependents(self, fact_id: str) -> DependentsLike: ...

    async def waiting(self, entity: str | None = None, *, limit: int = 50) -> tuple[FactLike, ...]: ...

    async def rehearse(self, **fields: Any) -> ChangesLike: ...

    async def call(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, any_cypher: bool = False
    ) -> CallResultLike: ...


@runtime_checkable
class BrainTimelineLike(Protocol):
    """`brain.timeline`."""

    async def moments(self, *, known_at: Moment = None, limit: int = 200) -> ChangeMomentsLike: ...

    async def differences(
        self,
        *,
        from_valid_at: Moment = None,
        from_known_at: Moment = None,
        to_valid_at: Moment = None,
        to_known_at: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[FactDifferenceLike]: ...


@runtime_checkable
class ContradictionsLike(Protocol):
    """`brain.contradictions`."""

    async def list(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[OverturnedLike]: ...

    async def accept(
        self, fact_id: str, *, accepted: bool = True, recorded_at: Moment = None
    ) -> ContradictionMarkLike: ...


@runtime_checkable
class OntologyLike(Protocol):
    """`brain.ontology`."""

    async def get(self) -> dict[str, Any]: ...

    async def set_relation(
        self,
        name: str,
        *,
        cardinality: Cardinality | None = None,
        per: Per | None = None,
        symmetric: bool | None = None,
        synonyms: Sequence[str] | None = None,
        kind: RelationKind | None = None,
        reads_as: Mapping[str, VerbEffect] | None = None,
    ) -> ChangesLike: ...


@runtime_checkable
class ForgetRequestsLike(Protocol):
    """`brain.forget_requests`."""

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[ForgetRequestLike]: ...

    async def undo(self, request_id: str, *, dry_run: bool = False) -> ChangesLike: ...


@runtime_checkable
class BrainOverviewLike(Protocol):
    """`brain.overview`."""

    async def summary(self) -> BrainSummaryLike: ...

    async def stats(self) -> StatsLike: ...

    async def get(self, *, days: int = 30) -> OverviewLike: ...

    async def activity(self, *, days: int = 30) -> tuple[DayCountsLike, ...]: ...


@runtime_checkable
class ItemsLike(Protocol):
    """`brain.items`."""

    async def put(self, items: Iterable[Mapping[str, Any]]) -> tuple[ItemStateLike, ...]: ...

    async def get(
        self, items: Iterable[Mapping[str, Any]], *, refresh: bool = True
    ) -> tuple[StoredItemLike | None, ...]: ...

    async def search(
        self,
        path: Sequence[str] = (),
        *,
        query: str | None = None,
        filter: Mapping[str, Any] | None = None,
        order: ItemOrder = "updated",
        limit: int = 10,
        offset: int = 0,
        refresh: bool = True,
    ) -> tuple[StoredItemLike, ...]: ...

    async def delete(self, items: Iterable[Mapping[str, Any]], *, forget: bool = False) -> int: ...

    async def clear(self, path: Sequence[str], *, forget: bool = False) -> int: ...

    async def paths(
        self, prefix: Sequence[str] = (), *, suffix: Sequence[str] = (), max_depth: int | None = None
    ) -> tuple[tuple[str, ...], ...]: ...


@runtime_checkable
class SourcesLike(Protocol):
    """`brain.sources`."""

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[EpisodeSourceLike]: ...

    async def set(self, source: str, *, trust: float) -> EpisodeSourceLike: ...

    async def retract(self, source: str, *, since: Moment = None, dry_run: bool = False) -> SourceChangesLike: ...

    async def restore(
        self, source: str, *, retraction_id: str | None = None, dry_run: bool = False
    ) -> SourceChangesLike: ...


@runtime_checkable
class RetentionPoliciesLike(Protocol):
    """`brain.retention`."""

    async def get(self) -> RetentionLike: ...

    async def apply(self, *, limit: int = 100, dry_run: bool = False) -> ForgottenEpisodesLike: ...

    async def forget(
        self,
        *,
        before: Moment,
        kind: str | None = None,
        source: str | None = None,
        tag: str | None = None,
        limit: int = 100,
        dry_run: bool = False,
    ) -> ForgottenEpisodesLike: ...


@runtime_checkable
class ReextractionsLike(Protocol):
    """`brain.reextraction`."""

    async def run(
        self,
        *,
        episode_ids: Sequence[str] | None = None,
        session_id: str | None = None,
        source: str | None = None,
        tags: Sequence[str] = (),
        since: Moment = None,
        until: Moment = None,
        again: bool = False,
        by: str | None = None,
        reason: str | None = None,
        limit: int = 10,
        cursor: str | None = None,
        dry_run: bool = False,
    ) -> ReextractionReportLike: ...

    async def estimate(
        self,
        *,
        episode_ids: Sequence[str] | None = None,
        session_id: str | None = None,
        source: str | None = None,
        tags: Sequence[str] = (),
        since: Moment = None,
        until: Moment = None,
        again: bool = False,
    ) -> ReextractionEstimateLike: ...

    async def list(
        self, *, episode_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[ReextractionLike]: ...

    async def undo(self, reextraction_id: str, *, dry_run: bool = False) -> UndoneReextractionLike: ...


@runtime_checkable
class TransferLike(Protocol):
    """`brain.transfer`."""

    def export(self, *, embeddings: bool = False) -> AsyncIterator[str]: ...

    async def load(self, lines: Iterable[str | bytes]) -> LoadedLike: ...

    async def import_facts(
        self, facts: Iterable[Mapping[str, Any]], *, resolve: ResolveMode = "full", judge: bool = False
    ) -> ImportReportLike: ...


@runtime_checkable
class BrainFeedLike(Protocol):
    """`brain.feed`."""

    async def changes(self, *, since: str | None = None, limit: int = 100, wait: float = 0.0) -> ChangeBatchLike: ...

    def follow(self, *, since: str | None = None) -> AsyncIterator[ChangeEventLike]: ...


@runtime_checkable
class WebhooksLike(Protocol):
    """`brain.webhooks`."""

    async def create(self, url: str, *, kinds: Sequence[ChangeKind] = ()) -> SecretWebhookLike: ...

    async def list(self) -> tuple[WebhookLike, ...]: ...

    async def change(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        kinds: Sequence[ChangeKind] | None = None,
        active: bool | None = None,
    ) -> WebhookLike: ...

    async def rotate(self, webhook_id: str) -> SecretWebhookLike: ...

    async def delete(self, webhook_id: str) -> WebhookLike: ...

    async def dead_letters(
        self, webhook_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> PageLike[DeadLetterLike]: ...

    async def replay(self, webhook_id: str, *, letter_id: str | None = None) -> int: ...


@runtime_checkable
class UpkeepLike(Protocol):
    """`brain.upkeep`."""

    async def tick(
        self, jobs: Sequence[JobName] | None = None, *, limit: int | None = None, dry_run: bool = False
    ) -> TickReportLike: ...

    async def schedule(self) -> UpkeepScheduleLike: ...

    async def schedule_job(
        self,
        job: JobName,
        cron: str | None,
        *,
        time_zone: str | None = None,
        every_episodes: int | None = None,
    ) -> UpkeepScheduleLike: ...


@runtime_checkable
class ProposalsLike(Protocol):
    """`brain.proposals`."""

    async def list(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[ProposalLike]: ...

    async def approve(self, proposal_id: str) -> ProposalLike: ...

    async def decline(self, proposal_id: str) -> ProposalLike: ...

    async def undo(self, proposal_id: str) -> ProposalLike: ...


@runtime_checkable
class DirectivesLike(Protocol):
    """`brain.directives`."""

    async def list(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> PageLike[DirectiveLike]: ...


@runtime_checkable
class ObservationsLike(Protocol):
    """`brain.observations`."""

    async def list(
        self,
        *,
        status: ObservationStatus | None = None,
        kind: ObservationKind | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[ObservationLike]: ...


@runtime_checkable
class ClustersLike(Protocol):
    """`brain.clusters`."""

    async def list(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[ClusterLike]: ...

    async def get(self, cluster_id: str) -> ClusterLike: ...
