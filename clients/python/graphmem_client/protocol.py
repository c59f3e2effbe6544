"""`BrainLike`: what the embedded `graphmem.Brain` and the `ClientBrain` of this package have in common.

Write code for a `BrainLike`, and it works with both. The records are those of `graphmem_contract`, the same classes in both.

Some methods of both take records and are not part of it: `episodes.submit`, `episodes.store_verbatim`,
`entities.ensure`, `retention.set` and `upkeep.set_schedule`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from graphmem_client.subjects import (
    BrainFeedLike,
    BrainOverviewLike,
    BrainTimelineLike,
    ClustersLike,
    ContradictionsLike,
    DirectivesLike,
    EntitiesLike,
    EpisodesLike,
    ForgetRequestsLike,
    GraphLike,
    ItemsLike,
    ObservationsLike,
    OntologyLike,
    PageLike,
    ProposalsLike,
    ReextractionsLike,
    RetentionPoliciesLike,
    SessionsLike,
    SourcesLike,
    TransferLike,
    UpkeepLike,
    WebhooksLike,
)
from graphmem_contract.changes import Changes, Forgotten
from graphmem_contract.choices import How
from graphmem_contract.history import FactHistory
from graphmem_contract.recall import RecallResult
from graphmem_contract.recall_options import RecallOptions
from graphmem_contract.records import Category, Fact, Origin, ResolveMode, WriteResult
from graphmem_contract.settings import BrainSettings
from graphmem_contract.validation import Moment


@runtime_checkable
class BrainLike(Protocol):
    """One isolated memory, embedded or behind the service. The methods mean what they mean in `ClientBrain`."""

    @property
    def name(self) -> str: ...

    @property
    def entities(self) -> EntitiesLike: ...

    @property
    def episodes(self) -> EpisodesLike: ...

    @property
    def sessions(self) -> SessionsLike: ...

    @property
    def graph(self) -> GraphLike: ...

    @property
    def timeline(self) -> BrainTimelineLike: ...

    @property
    def contradictions(self) -> ContradictionsLike: ...

    @property
    def ontology(self) -> OntologyLike: ...

    @property
    def forget_requests(self) -> ForgetRequestsLike: ...

    @property
    def overview(self) -> BrainOverviewLike: ...

    @property
    def items(self) -> ItemsLike: ...

    @property
    def sources(self) -> SourcesLike: ...

    @property
    def retention(self) -> RetentionPoliciesLike: ...

    @property
    def reextraction(self) -> ReextractionsLike: ...

    @property
    def transfer(self) -> TransferLike: ...

    @property
    def feed(self) -> BrainFeedLike: ...

    @property
    def webhooks(self) -> WebhooksLike: ...

    @property
    def upkeep(self) -> UpkeepLike: ...

    @property
    def proposals(self) -> ProposalsLike: ...

    @property
    def directives(self) -> DirectivesLike: ...

    @property
    def observations(self) -> ObservationsLike: ...

    @property
    def clusters(self) -> ClustersLike: ...

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
    ) -> WriteResult: ...

    async def recall(
        self, query: str | None = None, options: RecallOptions | None = None, **fields: Any
    ) -> RecallResult: ...

    async def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        object: str | None = None,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        events: bool = True,
        min_confidence: float = 0.0,
        category: Category | None = None,
        origin: Origin | None = None,
        text: str | None = None,
        ended: bool = False,
        limit: int = 50,
        cursor: str | None = None,
    ) -> PageLike[Fact]: ...

    async def fact(self, fact_id: str) -> Fact: ...

    async def history(self, fact_id: str, *, limit: int = 1000, cursor: str | None = None) -> FactHistory: ...

    async def add_fact(self, *, judge: bool = False, **fields: Any) -> Fact: ...

    async def correct(self, fact_id: str, *, dry_run: bool = False, **right: Any) -> Changes: ...

    async def invalidate(
        self,
        fact_id: str,
        *,
        at: Moment = None,
        kind: How = "retracted",
        reason: str | None = None,
        superseded_by: str | None = None,
        dry_run: bool = False,
    ) -> Changes: ...

    async def restore(self, fact_id: str, *, dry_run: bool = False) -> Changes: ...

    async def settings(self) -> BrainSettings: ...

    async def configure(self, **changes: Any) -> BrainSettings: ...

    async def create(self) -> bool: ...

    async def forget(self, fact_id: str, *, dry_run: bool = False) -> Forgotten: ...

    async def delete(self) -> Forgotten: ...
