"""`BrainLike`: what the embedded `graphmem.Brain` and the `ClientBrain` of this package have in common.

Write code for a `BrainLike`, and it works with both. Records come back as protocols too (`FactLike`, …): attributes to be read.
Arguments are texts, numbers and mappings; the record classes of either package are not needed.

Some methods of both take records and are not part of it: `submit`, `ensure_entity`, `store_verbatim`, `set_retention` and
`set_upkeep_schedule`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from graphmem_client.contract.choices import Direction, How, Per, RelationKind, Style, VerbEffect
from graphmem_client.contract.feed import ChangeKind
from graphmem_client.contract.items import ItemOrder
from graphmem_client.contract.observations import ObservationKind, ObservationStatus
from graphmem_client.contract.proposals import ProposalStatus
from graphmem_client.contract.records import Cardinality, Category, EpisodeStatus, Origin, ResolveMode
from graphmem_client.contract.upkeep import JobName
from graphmem_client.contract.validation import Moment
from graphmem_client.shapes import (
    BrainSettingsLike,
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
    FactHistoryLike,
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
    RecallResultLike,
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
class BrainLike(Protocol):
    """One isolated memory, embedded or behind the service. The methods mean what they mean in `ClientBrain`."""

    @property
    def name(self) -> str: ...

    async def summary(self) -> BrainSummaryLike: ...

    async def settings(self) -> BrainSettingsLike: ...

    async def configure(self, **changes: Any) -> BrainSettingsLike: ...

    async def create(self) -> bool: ...

    async def remember(
        self,
        content: str | None = None,
        *,
        messages: Sequence[Mapping[str, Any]] = (),
        speaker: str | None = None,
        role: str | None = None,
        session_id: str | None = None,
        occurred_at: Moment = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        tags: Sequence[str] = (),
        recent_messages: Sequence[str] = (),
        kind: str = "message",
        external_id: str | None = None,
        extraction: Mapping[str, Any] | None = None,
        judge: bool = False,
        resolve: ResolveMode = "full",
        config_overrides: Mapping[str, Any] | None = None,
        valid_from_override: Moment = None,
        skip_extraction: bool = False,
        dry_run: bool = False,
        verbose: bool = False,
        wait: bool = True,
        idempotency_key: str | None = None,
    ) -> WriteResultLike: ...

    async def replay(self, episode_id: str) -> WriteResultLike: ...

    async def flush(self, session_id: str) -> tuple[WriteResultLike, ...]: ...

    async def add_fact(self, *, judge: bool = False, **fields: Any) -> FactLike: ...

    async def rehearse_fact(self, **fields: Any) -> ChangesLike: ...

    async def import_facts(
        self, facts: Iterable[Mapping[str, Any]], *, resolve: ResolveMode = "full", judge: bool = False
    ) -> ImportReportLike: ...

    async def sessions(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[SessionLike]: ...

    async def summarise(self, session_id: str) -> SessionSummaryLike: ...

    async def check_queue(self) -> None: ...

    async def recall(
        self,
        query: str | None = None,
        *,
        k: int = 10,
        recipe: str = "hybrid",
        valid_at: Moment = None,
        known_at: Moment = None,
        entities: Sequence[str] = (),
        relations: Sequence[str] = (),
        categories: Sequence[Category] = (),
        asker: str | None = None,
        session_id: str | None = None,
        speaker: str | None = None,
        role: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        min_confidence: float | None = None,
        min_relevance: float | None = None,
        include_closed: bool = False,
        include_provenance: bool = False,
        deep: bool = False,
        spread: bool = False,
        tell_ended: bool = False,
        diversity: float = 0.0,
        rerank: bool = False,
        context_style: Style = "grouped",
        token_budget: int = 800,
        reinforce: bool = False,
        explain: bool = False,
    ) -> RecallResultLike: ...

    async def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        object: str | None = None,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        min_confidence: float = 0.0,
        category: Category | None = None,
        origin: Origin | None = None,
        text: str | None = None,
        ended: bool = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[FactLike]: ...

    async def fact(self, fact_id: str) -> FactLike: ...

    async def facts_by_ids(self, ids: Iterable[str]) -> Mapping[str, FactLike]: ...

    async def fact_support(self, fact_id: str) -> FactSupportLike: ...

    async def dependents(self, fact_id: str) -> DependentsLike: ...

    async def waiting_facts(self, entity: str | None = None, *, limit: int = 50) -> tuple[FactLike, ...]: ...

    async def history(self, fact_id: str, *, limit: int = 1000, cursor: str | None = None) -> FactHistoryLike: ...

    async def episodes(
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

    async def episode(self, episode_id: str) -> EpisodeLike: ...

    async def episodes_by_ids(self, ids: Iterable[str]) -> Mapping[str, EpisodeLike]: ...

    async def episode_changes(self, episode_id: str) -> EpisodeChangesLike: ...

    async def trace(self, episode_id: str) -> dict[str, Any]: ...

    async def entities(
        self, *, query: str | None = None, type: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[EntityLike]: ...

    async def entity(self, ref: str, *, known_at: Moment = None) -> EntityLike: ...

    async def entity_history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistoryLike: ...

    async def entity_facts(
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

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[FactLike, ...]: ...

    async def path(
        self, start: str, end: str, *, hops: int = 4, valid_at: Moment = None, known_at: Moment = None
    ) -> tuple[RouteLike, ...]: ...

    async def similar_entities(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntityLike, ...]: ...

    async def overview(self, *, days: int = 30) -> OverviewLike: ...

    async def activity(self, *, days: int = 30) -> tuple[DayCountsLike, ...]: ...

    async def queue(self) -> QueueStateLike: ...

    async def change_moments(self, *, known_at: Moment = None, limit: int = 200) -> ChangeMomentsLike: ...

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

    async def contradictions(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[OverturnedLike]: ...

    async def accept_contradiction(
        self, fact_id: str, *, accepted: bool = True, recorded_at: Moment = None
    ) -> ContradictionMarkLike: ...

    async def tick(
        self, jobs: Sequence[JobName] | None = None, *, limit: int | None = None, dry_run: bool = False
    ) -> TickReportLike: ...

    async def directives(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> PageLike[DirectiveLike]: ...

    async def upkeep_schedule(self) -> UpkeepScheduleLike: ...

    async def schedule_upkeep(
        self,
        job: JobName,
        cron: str | None,
        *,
        time_zone: str | None = None,
        every_episodes: int | None = None,
    ) -> UpkeepScheduleLike: ...

    async def proposals(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[ProposalLike]: ...

    async def approve_proposal(self, proposal_id: str) -> ProposalLike: ...

    async def decline_proposal(self, proposal_id: str) -> ProposalLike: ...

    async def undo_proposal(self, proposal_id: str) -> ProposalLike: ...

    async def observations(
        self,
        *,
        status: ObservationStatus | None = None,
        kind: ObservationKind | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[ObservationLike]: ...

    async def clusters(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[ClusterLike]: ...

    async def cluster(self, cluster_id: str) -> ClusterLike: ...

    async def stats(self) -> StatsLike: ...

    async def ontology(self) -> dict[str, Any]: ...

    async def call(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, any_cypher: bool = False
    ) -> CallResultLike: ...

    async def invalidate(
        self,
        fact_id: str,
        *,
        at: Moment = None,
        kind: How = "retracted",
        reason: str | None = None,
        superseded_by: str | None = None,
        dry_run: bool = False,
    ) -> ChangesLike: ...

    async def restore(self, fact_id: str, *, dry_run: bool = False) -> ChangesLike: ...

    async def correct(self, fact_id: str, *, dry_run: bool = False, **right: Any) -> ChangesLike: ...

    async def put_items(self, items: Iterable[Mapping[str, Any]]) -> tuple[ItemStateLike, ...]: ...

    async def get_items(
        self, items: Iterable[Mapping[str, Any]], *, refresh: bool = True
    ) -> tuple[StoredItemLike | None, ...]: ...

    async def search_items(
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

    async def delete_items(self, items: Iterable[Mapping[str, Any]], *, forget: bool = False) -> int: ...

    async def clear_items(self, path: Sequence[str], *, forget: bool = False) -> int: ...

    async def item_paths(
        self, prefix: Sequence[str] = (), *, suffix: Sequence[str] = (), max_depth: int | None = None
    ) -> tuple[tuple[str, ...], ...]: ...

    async def sources(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[EpisodeSourceLike]: ...

    async def set_source(self, source: str, *, trust: float) -> EpisodeSourceLike: ...

    async def retract_source(
        self, source: str, *, since: Moment = None, dry_run: bool = False
    ) -> SourceChangesLike: ...

    async def restore_source(
        self, source: str, *, retraction_id: str | None = None, dry_run: bool = False
    ) -> SourceChangesLike: ...

    async def forget_episode(self, episode_id: str, *, dry_run: bool = False) -> ForgottenLike: ...

    async def forget_episodes(
        self,
        *,
        before: Moment,
        kind: str | None = None,
        source: str | None = None,
        tag: str | None = None,
        limit: int = 100,
        dry_run: bool = False,
    ) -> ForgottenEpisodesLike: ...

    async def retention(self) -> RetentionLike: ...

    async def apply_retention(self, *, limit: int = 100, dry_run: bool = False) -> ForgottenEpisodesLike: ...

    async def reextract(
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

    async def estimate_reextraction(
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

    async def reextractions(
        self, *, episode_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[ReextractionLike]: ...

    async def undo_reextraction(self, reextraction_id: str, *, dry_run: bool = False) -> UndoneReextractionLike: ...

    async def forget_fact(self, fact_id: str, *, dry_run: bool = False) -> ForgottenLike: ...

    async def forget_entity(self, entity_id: str, *, dry_run: bool = False) -> ForgottenLike: ...

    async def forget(self) -> ForgottenLike: ...

    async def forget_requests(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[ForgetRequestLike]: ...

    async def undo_forget_request(self, request_id: str, *, dry_run: bool = False) -> ChangesLike: ...

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

    async def changes(self, *, since: str | None = None, limit: int = 100, wait: float = 0.0) -> ChangeBatchLike: ...

    def follow_changes(self, *, since: str | None = None) -> AsyncIterator[ChangeEventLike]: ...

    async def create_webhook(self, url: str, *, kinds: Sequence[ChangeKind] = ()) -> SecretWebhookLike: ...

    async def webhooks(self) -> tuple[WebhookLike, ...]: ...

    async def change_webhook(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        kinds: Sequence[ChangeKind] | None = None,
        active: bool | None = None,
    ) -> WebhookLike: ...

    async def rotate_webhook(self, webhook_id: str) -> SecretWebhookLike: ...

    async def delete_webhook(self, webhook_id: str) -> WebhookLike: ...

    async def dead_letters(
        self, webhook_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> PageLike[DeadLetterLike]: ...

    async def replay_dead_letters(self, webhook_id: str, *, letter_id: str | None = None) -> int: ...

    async def add_entity(self, **fields: Any) -> EntityLike: ...

    async def change_entity(self, ref: str, **fields: Any) -> EntityLike: ...

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> MergesLike: ...

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> UnmergedLike: ...

    def export(self, *, embeddings: bool = False) -> AsyncIterator[str]: ...

    async def load_export(self, lines: Iterable[str | bytes]) -> LoadedLike: ...
