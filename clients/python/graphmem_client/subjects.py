"""What the subjects of `graphmem.Brain` and of `ClientBrain` have in common: `EntitiesLike` for `brain.entities`, …"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from graphmem_contract.brains import BrainSummary, DayCounts, Overview, QueueState
from graphmem_contract.changes import Changes, ForgetRequest, Forgotten, Merges, Split, Unmerged
from graphmem_contract.choices import Direction, Per, RelationKind, VerbEffect
from graphmem_contract.contradictions import ContradictionMark, Overturned
from graphmem_contract.directives import Directive
from graphmem_contract.feed import ChangeBatch, ChangeEvent, ChangeKind
from graphmem_contract.history import (
    ChangeMoments,
    Dependents,
    EntityHistory,
    EpisodeChanges,
    FactDifference,
    FactSupport,
    SimilarEntity,
)
from graphmem_contract.items import ItemOrder, ItemState, StoredItem
from graphmem_contract.observations import Cluster, Observation, ObservationKind, ObservationStatus
from graphmem_contract.proposals import Proposal, ProposalStatus
from graphmem_contract.reads import Episode, Neighbour, Stats
from graphmem_contract.records import Cardinality, Entity, Fact, ResolveMode, WriteResult
from graphmem_contract.reextraction import Reextraction, ReextractionEstimate, ReextractionReport, UndoneReextraction
from graphmem_contract.reports import CallResult, ImportReport, Loaded, Route
from graphmem_contract.retention import ForgottenEpisodes, Retention
from graphmem_contract.schedule import UpkeepSchedule
from graphmem_contract.sessions import Session, SessionSummary
from graphmem_contract.settings import EffectiveSetting
from graphmem_contract.sources import EpisodeSource, SourceChanges
from graphmem_contract.upkeep import JobName, TickReport
from graphmem_contract.validation import Moment
from graphmem_contract.webhooks import DeadLetter, SecretWebhook, Webhook

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
    ) -> PageLike[Entity]: ...

    async def get(self, ref: str, *, known_at: Moment = None) -> Entity: ...

    async def history(
        self, ref: str, *, known_at: Moment = None, limit: int = 50, cursor: str | None = None
    ) -> EntityHistory: ...

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
        events: bool = True,
    ) -> PageLike[Fact]: ...

    async def similar(self, ref: str, *, limit: int = 10) -> tuple[SimilarEntity, ...]: ...

    async def add(self, **fields: Any) -> Entity: ...

    async def change(self, ref: str, **fields: Any) -> Entity: ...

    async def merge(self, into: str, from_: str | Sequence[str], *, dry_run: bool = False) -> Merges: ...

    async def unmerge(self, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged: ...

    async def split(
        self,
        ref: str,
        *,
        episodes: Sequence[str] = (),
        facts: Sequence[str] = (),
        name: str | None = None,
        type: str | None = None,
        dry_run: bool = False,
    ) -> Split: ...

    async def forget(self, entity_id: str, *, dry_run: bool = False) -> Forgotten: ...


@runtime_checkable
class EpisodesLike(Protocol):
    """`brain.episodes`."""

    async def list(
        self,
        *,
        status: str | None = None,
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
    ) -> PageLike[Episode]: ...

    async def get(self, episode_id: str) -> Episode: ...

    async def by_ids(self, ids: Iterable[str]) -> Mapping[str, Episode]: ...

    async def changes(self, episode_id: str) -> EpisodeChanges: ...

    async def trace(self, episode_id: str) -> dict[str, Any]: ...

    async def replay(self, episode_id: str) -> WriteResult: ...

    async def forget(self, episode_id: str, *, dry_run: bool = False) -> Forgotten: ...

    async def queue(self) -> QueueState: ...

    async def check_queue(self) -> None: ...


@runtime_checkable
class SessionsLike(Protocol):
    """`brain.sessions`."""

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[Session]: ...

    async def flush(self, session_id: str) -> tuple[WriteResult, ...]: ...

    async def summarise(self, session_id: str) -> SessionSummary: ...


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
        events: bool = True,
    ) -> tuple[Neighbour, ...]: ...

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
        events: bool = True,
    ) -> PageLike[Neighbour]: ...

    async def path(
        self,
        start: str,
        end: str,
        *,
        hops: int = 4,
        valid_at: Moment = None,
        known_at: Moment = None,
        events: bool = True,
    ) -> tuple[Route, ...]: ...

    async def as_of(self, ref: str, *, valid_at: Moment = None, known_at: Moment = None) -> tuple[Fact, ...]: ...

    async def facts_by_ids(self, ids: Iterable[str]) -> Mapping[str, Fact]: ...

    async def support(self, fact_id: str) -> FactSupport: ...

    async def dependents(self, fact_id: str) -> Dependents: ...

    async def waiting(self, entity: str | None = None, *, limit: int = 50) -> tuple[Fact, ...]: ...

    async def rehearse(self, **fields: Any) -> Changes: ...

    async def call(
        self, text: str, parameters: Mapping[str, Any] | None = None, *, any_cypher: bool = False
    ) -> CallResult: ...


@runtime_checkable
class BrainTimelineLike(Protocol):
    """`brain.timeline`."""

    async def moments(self, *, known_at: Moment = None, limit: int = 200) -> ChangeMoments: ...

    async def differences(
        self,
        *,
        from_valid_at: Moment = None,
        from_known_at: Moment = None,
        to_valid_at: Moment = None,
        to_known_at: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[FactDifference]: ...


@runtime_checkable
class ContradictionsLike(Protocol):
    """`brain.contradictions`."""

    async def list(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[Overturned]: ...

    async def accept(self, fact_id: str, *, accepted: bool = True, recorded_at: Moment = None) -> ContradictionMark: ...


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
    ) -> Changes: ...


@runtime_checkable
class ForgetRequestsLike(Protocol):
    """`brain.forget_requests`."""

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[ForgetRequest]: ...

    async def undo(self, request_id: str, *, dry_run: bool = False) -> Changes: ...


@runtime_checkable
class BrainOverviewLike(Protocol):
    """`brain.overview`."""

    async def summary(self) -> BrainSummary: ...

    async def stats(self) -> Stats: ...

    async def effective_settings(self) -> dict[str, EffectiveSetting]: ...

    async def get(self, *, days: int = 30) -> Overview: ...

    async def activity(self, *, days: int = 30) -> tuple[DayCounts, ...]: ...


@runtime_checkable
class ItemsLike(Protocol):
    """`brain.items`."""

    async def put(self, items: Iterable[Mapping[str, Any]]) -> tuple[ItemState, ...]: ...

    async def get(
        self, items: Iterable[Mapping[str, Any]], *, refresh: bool = True
    ) -> tuple[StoredItem | None, ...]: ...

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
    ) -> tuple[StoredItem, ...]: ...

    async def delete(self, items: Iterable[Mapping[str, Any]], *, forget: bool = False) -> int: ...

    async def clear(self, path: Sequence[str], *, forget: bool = False) -> int: ...

    async def paths(
        self, prefix: Sequence[str] = (), *, suffix: Sequence[str] = (), max_depth: int | None = None
    ) -> tuple[tuple[str, ...], ...]: ...


@runtime_checkable
class SourcesLike(Protocol):
    """`brain.sources`."""

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> PageLike[EpisodeSource]: ...

    async def set(self, source: str, *, trust: float) -> EpisodeSource: ...

    async def retract(self, source: str, *, since: Moment = None, dry_run: bool = False) -> SourceChanges: ...

    async def restore(
        self, source: str, *, retraction_id: str | None = None, dry_run: bool = False
    ) -> SourceChanges: ...


@runtime_checkable
class RetentionPoliciesLike(Protocol):
    """`brain.retention`."""

    async def get(self) -> Retention: ...

    async def apply(self, *, limit: int = 100, dry_run: bool = False) -> ForgottenEpisodes: ...

    async def forget(
        self,
        *,
        before: Moment = None,
        said_before: Moment = None,
        kind: str | None = None,
        source: str | None = None,
        tag: str | None = None,
        limit: int = 100,
        dry_run: bool = False,
    ) -> ForgottenEpisodes: ...


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
    ) -> ReextractionReport: ...

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
    ) -> ReextractionEstimate: ...

    async def list(
        self, *, episode_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[Reextraction]: ...

    async def undo(self, reextraction_id: str, *, dry_run: bool = False) -> UndoneReextraction: ...


@runtime_checkable
class TransferLike(Protocol):
    """`brain.transfer`."""

    def export(self, *, embeddings: bool = False) -> AsyncIterator[str]: ...

    async def load(self, lines: Iterable[str | bytes]) -> Loaded: ...

    async def import_facts(
        self, facts: Iterable[Mapping[str, Any]], *, resolve: ResolveMode = "full", judge: bool = False
    ) -> ImportReport: ...


@runtime_checkable
class BrainFeedLike(Protocol):
    """`brain.feed`."""

    async def changes(self, *, since: str | None = None, limit: int = 100, wait: float = 0.0) -> ChangeBatch: ...

    def follow(self, *, since: str | None = None) -> AsyncIterator[ChangeEvent]: ...


@runtime_checkable
class WebhooksLike(Protocol):
    """`brain.webhooks`."""

    async def create(self, url: str, *, kinds: Sequence[ChangeKind] = ()) -> SecretWebhook: ...

    async def list(self) -> tuple[Webhook, ...]: ...

    async def change(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        kinds: Sequence[ChangeKind] | None = None,
        active: bool | None = None,
    ) -> Webhook: ...

    async def rotate(self, webhook_id: str) -> SecretWebhook: ...

    async def delete(self, webhook_id: str) -> Webhook: ...

    async def dead_letters(
        self, webhook_id: str, *, limit: int = 50, cursor: str | None = None
    ) -> PageLike[DeadLetter]: ...

    async def replay(self, webhook_id: str, *, letter_id: str | None = None) -> int: ...


@runtime_checkable
class UpkeepLike(Protocol):
    """`brain.upkeep`."""

    async def tick(
        self, jobs: Sequence[JobName] | None = None, *, limit: int | None = None, dry_run: bool = False
    ) -> TickReport: ...

    async def schedule(self) -> UpkeepSchedule: ...

    async def schedule_job(
        self,
        job: JobName,
        cron: str | None,
        *,
        time_zone: str | None = None,
        every_episodes: int | None = None,
    ) -> UpkeepSchedule: ...


@runtime_checkable
class ProposalsLike(Protocol):
    """`brain.proposals`."""

    async def list(
        self, *, status: ProposalStatus | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[Proposal]: ...

    async def approve(self, proposal_id: str) -> Proposal: ...

    async def decline(self, proposal_id: str) -> Proposal: ...

    async def undo(self, proposal_id: str) -> Proposal: ...


@runtime_checkable
class DirectivesLike(Protocol):
    """`brain.directives`."""

    async def list(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> PageLike[Directive]: ...


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
    ) -> PageLike[Observation]: ...


@runtime_checkable
class ClustersLike(Protocol):
    """`brain.clusters`."""

    async def list(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> PageLike[Cluster]: ...

    async def get(self, cluster_id: str) -> Cluster: ...
