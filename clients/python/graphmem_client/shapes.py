"""The records as protocols: what the embedded library and the client return, to be read only."""

# Derived by clients/python/scripts/generate.py from the records.

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, Protocol

from graphmem_client.contract.changes import ChangeEffect, ChangeStatus
from graphmem_client.contract.directives import DirectiveKind
from graphmem_client.contract.feed import ChangeKind
from graphmem_client.contract.history import Contrast, Effect
from graphmem_client.contract.items import ItemPath
from graphmem_client.contract.observations import ObservationKind, ObservationStatus
from graphmem_client.contract.proposals import ProposalKind, ProposalStatus
from graphmem_client.contract.recall import LeftOutReason
from graphmem_client.contract.records import Category, EpisodeStatus, Kind, Origin, Precision, TriggerEvent
from graphmem_client.contract.retention import Word
from graphmem_client.contract.settings import ForgetPolicy, PiiPolicy, Stage
from graphmem_client.contract.upkeep import JobName


class AcceptanceLike(Protocol):
    """An `Acceptance`."""

    @property
    def at(self) -> datetime: ...

    @property
    def by(self) -> str | None: ...


class AsOfLike(Protocol):
    """An `AsOf`."""

    @property
    def valid_at(self) -> datetime: ...

    @property
    def known_at(self) -> datetime | None: ...


class BrainSettingsLike(Protocol):
    """A `BrainSettings`."""

    @property
    def auto_extract(self) -> bool | None: ...

    @property
    def mode(self) -> Literal["semantic", "raw", "hybrid"] | None: ...

    @property
    def extraction(self) -> Literal["informed", "staged"] | None: ...

    @property
    def extraction_threshold(self) -> int | None: ...

    @property
    def instructions(self) -> str | None: ...

    @property
    def language(self) -> str | None: ...

    @property
    def time_zone(self) -> str | None: ...

    @property
    def relationship_terms(self) -> Literal["entity", "speaker"] | None: ...

    @property
    def model(self) -> str | None: ...

    @property
    def models(self) -> dict[Stage, str] | None: ...

    @property
    def extraction_timeout_sec(self) -> float | None: ...

    @property
    def informed_extraction_topk(self) -> int | None: ...

    @property
    def informed_extraction_context_budget_tokens(self) -> int | None: ...

    @property
    def fuzzy_threshold(self) -> float | None: ...

    @property
    def candidate_threshold(self) -> float | None: ...

    @property
    def enable_llm_resolution(self) -> bool | None: ...

    @property
    def semantic_dedup_threshold(self) -> float | None: ...

    @property
    def reconcile_threshold(self) -> float | None: ...

    @property
    def min_confidence(self) -> float | None: ...

    @property
    def stability_boost(self) -> float | None: ...

    @property
    def boost_threshold(self) -> float | None: ...

    @property
    def associations(self) -> int | None: ...

    @property
    def association_threshold(self) -> float | None: ...

    @property
    def chunk_chars(self) -> int | None: ...

    @property
    def emotional_trends(self) -> bool | None: ...

    @property
    def model_calls_per_day(self) -> int | None: ...

    @property
    def tokens_per_day(self) -> int | None: ...

    @property
    def forget_requests(self) -> ForgetPolicy | None: ...

    @property
    def pii(self) -> PiiPolicy | None: ...


class BrainSummaryLike(Protocol):
    """A `BrainSummary`."""

    @property
    def name(self) -> str: ...

    @property
    def revision(self) -> int: ...

    @property
    def created_at(self) -> datetime | None: ...

    @property
    def last_recorded_at(self) -> datetime | None: ...


class CallResultLike(Protocol):
    """A `CallResult`."""

    @property
    def columns(self) -> tuple[str, ...]: ...

    @property
    def rows(self) -> tuple[dict[str, Any], ...]: ...

    @property
    def truncated(self) -> bool: ...


class ChangeLike(Protocol):
    """A `Change`."""

    @property
    def id(self) -> str: ...

    @property
    def at(self) -> datetime | None: ...

    @property
    def depth(self) -> int: ...

    @property
    def because_of(self) -> str | None: ...

    @property
    def status(self) -> ChangeStatus: ...

    @property
    def effect(self) -> ChangeEffect: ...

    @property
    def valid_from(self) -> datetime | None: ...

    @property
    def through(self) -> Literal["evidence", "holds_while", "starts_when"] | None: ...


class ChangeBatchLike(Protocol):
    """A `ChangeBatch`."""

    @property
    def changes(self) -> tuple[ChangeEventLike, ...]: ...

    @property
    def cursor(self) -> str: ...


class ChangeEventLike(Protocol):
    """A `ChangeEvent`."""

    @property
    def id(self) -> str: ...

    @property
    def revision(self) -> int: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def kind(self) -> ChangeKind: ...

    @property
    def ids(self) -> tuple[str, ...]: ...

    @property
    def cursor(self) -> str: ...


class ChangeMomentLike(Protocol):
    """A `ChangeMoment`."""

    @property
    def at(self) -> datetime: ...

    @property
    def changes(self) -> int: ...

    @property
    def moments(self) -> int: ...


class ChangeMomentsLike(Protocol):
    """A `ChangeMoments`."""

    @property
    def valid(self) -> tuple[ChangeMomentLike, ...]: ...

    @property
    def system(self) -> tuple[ChangeMomentLike, ...]: ...


class ChangesLike(Protocol):
    """A `Changes`."""

    @property
    def changed(self) -> tuple[ChangeLike, ...]: ...

    @property
    def recorded_at(self) -> datetime | None: ...


class ClusterLike(Protocol):
    """A `Cluster`."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def level(self) -> int: ...

    @property
    def parent_id(self) -> str | None: ...

    @property
    def entity_ids(self) -> tuple[str, ...]: ...

    @property
    def fact_ids(self) -> tuple[str, ...]: ...

    @property
    def entity_count(self) -> int: ...

    @property
    def fact_count(self) -> int: ...

    @property
    def refreshed_at(self) -> datetime: ...

    @property
    def stale(self) -> bool: ...


class ContradictionLike(Protocol):
    """A `Contradiction`."""

    @property
    def closed(self) -> str: ...

    @property
    def by(self) -> str | None: ...

    @property
    def at(self) -> datetime | None: ...


class ContradictionMarkLike(Protocol):
    """A `ContradictionMark`."""

    @property
    def fact_id(self) -> str: ...

    @property
    def accepted(self) -> AcceptanceLike | None: ...


class DayCountsLike(Protocol):
    """A `DayCounts`."""

    @property
    def day(self) -> date: ...

    @property
    def episodes(self) -> int: ...

    @property
    def facts(self) -> int: ...

    @property
    def model_calls(self) -> int: ...

    @property
    def tokens(self) -> int: ...


class DeadLetterLike(Protocol):
    """A `DeadLetter`."""

    @property
    def id(self) -> str: ...

    @property
    def events(self) -> tuple[str, ...]: ...

    @property
    def attempts(self) -> int: ...

    @property
    def last_error(self) -> str | None: ...

    @property
    def failed_at(self) -> datetime: ...

    @property
    def replaying(self) -> bool: ...


class DependencyLike(Protocol):
    """A `Dependency`."""

    @property
    def dependent(self) -> str: ...

    @property
    def ground(self) -> str: ...

    @property
    def kind(self) -> Literal["evidence", "holds_while", "starts_when"]: ...

    @property
    def depth(self) -> int: ...

    @property
    def condition(self) -> StatedConditionLike | None: ...


class DependentsLike(Protocol):
    """A `Dependents`."""

    @property
    def fact(self) -> FactLike: ...

    @property
    def nodes(self) -> tuple[FactLike, ...]: ...

    @property
    def edges(self) -> tuple[DependencyLike, ...]: ...

    @property
    def truncated(self) -> bool: ...


class DirectiveLike(Protocol):
    """A `Directive`."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> DirectiveKind: ...

    @property
    def text(self) -> str: ...

    @property
    def scope(self) -> str | None: ...

    @property
    def confidence(self) -> float: ...

    @property
    def speaker(self) -> str | None: ...

    @property
    def valid_from(self) -> datetime: ...

    @property
    def last_told_at(self) -> datetime: ...

    @property
    def times_told(self) -> int: ...

    @property
    def fact_ids(self) -> tuple[str, ...]: ...

    @property
    def episode_ids(self) -> tuple[str, ...]: ...

    @property
    def superseded_by(self) -> str | None: ...


class EndDecisionLike(Protocol):
    """An `EndDecision`."""

    @property
    def by(self) -> Literal["rule", "judge", "person"]: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def at(self) -> datetime: ...


class EntityLike(Protocol):
    """An `Entity`."""

    @property
    def id(self) -> str: ...

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def aliases(self) -> tuple[str, ...]: ...

    @property
    def external_id(self) -> str | None: ...

    @property
    def summary(self) -> str | None: ...

    @property
    def importance(self) -> float: ...

    @property
    def profile(self) -> EntityProfileLike | None: ...

    @property
    def digest(self) -> EntityProfileLike | None: ...

    @property
    def properties(self) -> dict[str, Any]: ...

    @property
    def first_seen_at(self) -> datetime | None: ...

    @property
    def last_seen_at(self) -> datetime | None: ...

    @property
    def fact_count(self) -> int: ...

    @property
    def merged_into(self) -> str | None: ...


class EntityHistoryLike(Protocol):
    """An `EntityHistory`."""

    @property
    def entity(self) -> EntityLike: ...

    @property
    def facts(self) -> tuple[FactLike, ...]: ...

    @property
    def names(self) -> tuple[NameSpanLike, ...]: ...

    @property
    def merges(self) -> tuple[MergeSpanLike, ...]: ...

    @property
    def next_cursor(self) -> str | None: ...


class EntityProfileLike(Protocol):
    """An `EntityProfile`."""

    @property
    def text(self) -> str: ...

    @property
    def refreshed_at(self) -> datetime | None: ...

    @property
    def fact_ids(self) -> tuple[str, ...]: ...

    @property
    def stale(self) -> bool: ...


class EpisodeLike(Protocol):
    """An `Episode`."""

    @property
    def id(self) -> str: ...

    @property
    def content(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def role(self) -> str | None: ...

    @property
    def source(self) -> str | None: ...

    @property
    def speaker(self) -> str | None: ...

    @property
    def session_id(self) -> str | None: ...

    @property
    def occurred_at(self) -> datetime: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def metadata(self) -> dict[str, Any]: ...

    @property
    def tags(self) -> tuple[str, ...]: ...

    @property
    def external_id(self) -> str | None: ...

    @property
    def status(self) -> EpisodeStatus: ...

    @property
    def error(self) -> str | None: ...

    @property
    def entity_count(self) -> int: ...

    @property
    def edge_count(self) -> int: ...

    @property
    def pii_kinds(self) -> tuple[str, ...]: ...


class EpisodeChangesLike(Protocol):
    """An `EpisodeChanges`."""

    @property
    def episode_id(self) -> str: ...

    @property
    def recorded_at(self) -> datetime | None: ...

    @property
    def effects(self) -> tuple[FactEffectLike, ...]: ...

    @property
    def entities(self) -> tuple[ResolvedEntityLike, ...]: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...

    @property
    def duration_ms(self) -> float: ...

    @property
    def tokens_used(self) -> TokensUsedLike: ...


class EpisodeSourceLike(Protocol):
    """An `EpisodeSource`."""

    @property
    def name(self) -> str: ...

    @property
    def trust(self) -> float: ...

    @property
    def episodes(self) -> int: ...

    @property
    def facts(self) -> int: ...

    @property
    def retractions(self) -> tuple[SourceRetractionLike, ...]: ...


class FactLike(Protocol):
    """A `Fact`."""

    @property
    def id(self) -> str: ...

    @property
    def subject(self) -> str: ...

    @property
    def subject_id(self) -> str: ...

    @property
    def relation(self) -> str: ...

    @property
    def object(self) -> str: ...

    @property
    def object_id(self) -> str: ...

    @property
    def object_kind(self) -> Literal["entity", "value"]: ...

    @property
    def text(self) -> str: ...

    @property
    def valid_from(self) -> datetime | None: ...

    @property
    def valid_until(self) -> datetime | None: ...

    @property
    def valid_from_precision(self) -> Precision | None: ...

    @property
    def holds_now(self) -> bool: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def expired_at(self) -> datetime | None: ...

    @property
    def confidence(self) -> float: ...

    @property
    def importance(self) -> float: ...

    @property
    def category(self) -> Category: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def origin(self) -> Origin: ...

    @property
    def episode_ids(self) -> tuple[str, ...]: ...

    @property
    def evidence(self) -> tuple[tuple[str, ...], ...]: ...

    @property
    def closed_by(self) -> str | None: ...

    @property
    def closed_reason(self) -> str | None: ...

    @property
    def supersedes(self) -> str | None: ...

    @property
    def status(self) -> Literal["live", "closed", "corrected", "pending", "waiting"]: ...

    @property
    def matched(self) -> bool | None: ...

    @property
    def holds_while(self) -> tuple[StatedConditionLike, ...]: ...

    @property
    def starts_when(self) -> StatedConditionLike | None: ...

    @property
    def upcoming(self) -> bool: ...

    @property
    def strength(self) -> float: ...

    @property
    def times_stated(self) -> int: ...

    @property
    def last_confirmed_at(self) -> datetime | None: ...


class FactDifferenceLike(Protocol):
    """A `FactDifference`."""

    @property
    def contrast(self) -> Contrast: ...

    @property
    def before(self) -> FactLike | None: ...

    @property
    def after(self) -> FactLike | None: ...


class FactEffectLike(Protocol):
    """A `FactEffect`."""

    @property
    def effect(self) -> Effect: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def claim(self) -> WrittenFactLike: ...

    @property
    def before(self) -> FactLike | None: ...

    @property
    def after(self) -> FactLike | None: ...

    @property
    def fact(self) -> FactLike | None: ...

    @property
    def matched(self) -> FactLike | None: ...


class FactHistoryLike(Protocol):
    """A `FactHistory`."""

    @property
    def fact(self) -> FactLike: ...

    @property
    def versions(self) -> tuple[FactLike, ...]: ...

    @property
    def statements(self) -> tuple[dict[str, Any], ...]: ...

    @property
    def next_cursor(self) -> str | None: ...


class FactSourceLike(Protocol):
    """A `FactSource`."""

    @property
    def episode_id(self) -> str: ...

    @property
    def excerpt(self) -> str: ...

    @property
    def speaker(self) -> str | None: ...

    @property
    def occurred_at(self) -> datetime: ...


class FactSupportLike(Protocol):
    """A `FactSupport`."""

    @property
    def fact(self) -> FactLike: ...

    @property
    def evidence(self) -> tuple[tuple[FactLike, ...], ...]: ...

    @property
    def dependents(self) -> tuple[FactLike, ...]: ...


class ForgetOutcomeLike(Protocol):
    """A `ForgetOutcome`."""

    @property
    def status(self) -> Literal["hidden", "proposed", "nothing", "off"]: ...

    @property
    def request_id(self) -> str | None: ...

    @property
    def facts(self) -> tuple[str, ...]: ...

    @property
    def statements(self) -> int: ...

    @property
    def episodes(self) -> tuple[str, ...]: ...

    @property
    def proposal_id(self) -> str | None: ...

    @property
    def reason(self) -> str | None: ...


class ForgetRequestLike(Protocol):
    """A `ForgetRequest`."""

    @property
    def id(self) -> str: ...

    @property
    def episode_id(self) -> str | None: ...

    @property
    def speaker(self) -> str | None: ...

    @property
    def session_id(self) -> str | None: ...

    @property
    def by(self) -> str | None: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def undone_at(self) -> datetime | None: ...

    @property
    def statements(self) -> int: ...

    @property
    def episodes(self) -> tuple[str, ...]: ...


class ForgottenLike(Protocol):
    """A `Forgotten`."""

    @property
    def removed(self) -> RemovedLike: ...

    @property
    def reopened(self) -> tuple[ReopenedLike, ...]: ...

    @property
    def recorded_at(self) -> datetime | None: ...


class ForgottenEpisodesLike(Protocol):
    """A `ForgottenEpisodes`."""

    @property
    def episodes(self) -> tuple[str, ...]: ...

    @property
    def more(self) -> bool: ...

    @property
    def statements(self) -> int: ...

    @property
    def facts(self) -> int: ...

    @property
    def entities(self) -> int: ...

    @property
    def recorded_at(self) -> datetime | None: ...


class ImportLineLike(Protocol):
    """An `ImportLine`."""

    @property
    def line(self) -> int: ...

    @property
    def id(self) -> str | None: ...

    @property
    def matched(self) -> bool: ...

    @property
    def replayed(self) -> bool | None: ...

    @property
    def effect(self) -> str | None: ...

    @property
    def recorded_at(self) -> datetime | None: ...

    @property
    def note(self) -> str | None: ...

    @property
    def error(self) -> str | None: ...

    @property
    def code(self) -> str | None: ...


class ImportReportLike(Protocol):
    """An `ImportReport`."""

    @property
    def records(self) -> int: ...

    @property
    def added(self) -> int: ...

    @property
    def matched(self) -> int: ...

    @property
    def rejected(self) -> int: ...

    @property
    def lines(self) -> tuple[ImportLineLike, ...]: ...


class ItemStateLike(Protocol):
    """An `ItemState`."""

    @property
    def path(self) -> ItemPath: ...

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def updated_at(self) -> datetime: ...

    @property
    def expires_at(self) -> datetime | None: ...

    @property
    def ttl_sec(self) -> float | None: ...


class JobReportLike(Protocol):
    """A `JobReport`."""

    @property
    def job(self) -> JobName: ...

    @property
    def done(self) -> int: ...

    @property
    def skipped(self) -> int: ...

    @property
    def model_calls(self) -> int: ...

    @property
    def tokens(self) -> int: ...

    @property
    def statements(self) -> int: ...

    @property
    def proposals(self) -> int: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...


class LeftOutLike(Protocol):
    """A `LeftOut`."""

    @property
    def item(self) -> RecallItemLike: ...

    @property
    def reason(self) -> LeftOutReason: ...

    @property
    def filters(self) -> tuple[str, ...]: ...


class LoadedLike(Protocol):
    """A `Loaded`."""

    @property
    def brain(self) -> str: ...

    @property
    def revision(self) -> int: ...

    @property
    def last_recorded_at(self) -> datetime: ...

    @property
    def counts(self) -> dict[str, int]: ...

    @property
    def embedded(self) -> int: ...


class MergeSpanLike(Protocol):
    """A `MergeSpan`."""

    @property
    def merge_id(self) -> str: ...

    @property
    def entity_id(self) -> str: ...

    @property
    def entity(self) -> str: ...

    @property
    def into_id(self) -> str: ...

    @property
    def into(self) -> str: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def expired_at(self) -> datetime | None: ...


class MergedEntityLike(Protocol):
    """A `MergedEntity`."""

    @property
    def merge_id(self) -> str: ...

    @property
    def entity_id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def statements(self) -> int: ...

    @property
    def facts(self) -> int: ...

    @property
    def facts_between(self) -> int: ...

    @property
    def aliases(self) -> int: ...

    @property
    def episodes(self) -> int: ...


class MergesLike(Protocol):
    """A `Merges`."""

    @property
    def into(self) -> str: ...

    @property
    def merges(self) -> tuple[MergedEntityLike, ...]: ...

    @property
    def changed(self) -> tuple[ChangeLike, ...]: ...

    @property
    def recorded_at(self) -> datetime: ...


class NameSpanLike(Protocol):
    """A `NameSpan`."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> Literal["name", "alias"]: ...

    @property
    def recorded_at(self) -> datetime | None: ...

    @property
    def expired_at(self) -> datetime | None: ...


class NeighbourLike(Protocol):
    """A `Neighbour`."""

    @property
    def fact(self) -> FactLike: ...

    @property
    def entity(self) -> EntityLike | None: ...

    @property
    def hops(self) -> int: ...

    @property
    def path(self) -> tuple[str, ...]: ...


class ObservationLike(Protocol):
    """An `Observation`."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> ObservationKind: ...

    @property
    def title(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def confidence(self) -> float: ...

    @property
    def importance(self) -> float: ...

    @property
    def status(self) -> ObservationStatus: ...

    @property
    def fact_ids(self) -> tuple[str, ...]: ...

    @property
    def episode_ids(self) -> tuple[str, ...]: ...

    @property
    def entity_ids(self) -> tuple[str, ...]: ...

    @property
    def first_seen_at(self) -> datetime: ...

    @property
    def last_seen_at(self) -> datetime: ...

    @property
    def times_seen(self) -> int: ...


class OverturnedLike(Protocol):
    """An `Overturned`."""

    @property
    def fact(self) -> FactLike: ...

    @property
    def by(self) -> FactLike | None: ...

    @property
    def reason(self) -> Literal["superseded", "contradicted"]: ...

    @property
    def source(self) -> FactSourceLike | None: ...

    @property
    def by_source(self) -> FactSourceLike | None: ...

    @property
    def decided(self) -> EndDecisionLike: ...

    @property
    def accepted(self) -> AcceptanceLike | None: ...


class OverviewLike(Protocol):
    """An `Overview`."""

    @property
    def stats(self) -> StatsLike: ...

    @property
    def days(self) -> tuple[DayCountsLike, ...]: ...

    @property
    def contradictions(self) -> tuple[OverturnedLike, ...]: ...

    @property
    def failures(self) -> tuple[EpisodeLike, ...]: ...

    @property
    def connected(self) -> tuple[EntityLike, ...]: ...


class ProposalLike(Protocol):
    """A `Proposal`."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> ProposalKind: ...

    @property
    def status(self) -> ProposalStatus: ...

    @property
    def items(self) -> tuple[EntityLike, ...]: ...

    @property
    def score(self) -> float: ...

    @property
    def reasons(self) -> tuple[str, ...]: ...

    @property
    def evidence(self) -> tuple[FactLike, ...]: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def decided_at(self) -> datetime | None: ...

    @property
    def decided_by(self) -> str | None: ...

    @property
    def merge_id(self) -> str | None: ...


class QueueStateLike(Protocol):
    """A `QueueState`."""

    @property
    def pending(self) -> int: ...

    @property
    def extracting(self) -> int: ...

    @property
    def failed(self) -> int: ...

    @property
    def oldest_sec(self) -> float | None: ...


class ReadAgainEpisodeLike(Protocol):
    """A `ReadAgainEpisode`."""

    @property
    def episode_id(self) -> str: ...

    @property
    def added(self) -> tuple[str, ...]: ...

    @property
    def withdrawn(self) -> tuple[str, ...]: ...

    @property
    def restored(self) -> tuple[str, ...]: ...

    @property
    def kept(self) -> int: ...

    @property
    def changed(self) -> tuple[ChangeLike, ...]: ...

    @property
    def recorded_at(self) -> datetime | None: ...

    @property
    def reextraction_id(self) -> str | None: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...


class RecallExplanationLike(Protocol):
    """A `RecallExplanation`."""

    @property
    def candidates(self) -> dict[str, int]: ...

    @property
    def floor(self) -> float | None: ...

    @property
    def named(self) -> tuple[str, ...]: ...

    @property
    def contributions(self) -> dict[str, dict[str, float]]: ...

    @property
    def left_out(self) -> tuple[LeftOutLike, ...]: ...

    @property
    def left_out_counts(self) -> dict[str, int]: ...

    @property
    def context_tokens(self) -> int: ...


class RecallItemLike(Protocol):
    """A `RecallItem`."""

    @property
    def fact(self) -> FactLike | None: ...

    @property
    def episode(self) -> EpisodeLike | None: ...

    @property
    def passage(self) -> str | None: ...

    @property
    def score(self) -> float: ...

    @property
    def rank(self) -> int: ...

    @property
    def why(self) -> dict[str, float]: ...

    @property
    def hops(self) -> int: ...

    @property
    def path(self) -> tuple[str, ...]: ...


class RecallResultLike(Protocol):
    """A `RecallResult`."""

    @property
    def facts(self) -> tuple[RecallItemLike, ...]: ...

    @property
    def episodes(self) -> tuple[RecallItemLike, ...]: ...

    @property
    def entities(self) -> tuple[EntityLike, ...]: ...

    @property
    def waiting(self) -> tuple[WaitingFactLike, ...]: ...

    @property
    def directives(self) -> tuple[DirectiveLike, ...]: ...

    @property
    def clusters(self) -> tuple[RecalledClusterLike, ...]: ...

    @property
    def context(self) -> str: ...

    @property
    def no_longer_true(self) -> int: ...

    @property
    def ended(self) -> tuple[RecallItemLike, ...]: ...

    @property
    def relevance(self) -> float | None: ...

    @property
    def as_of(self) -> AsOfLike: ...

    @property
    def timings(self) -> dict[str, float]: ...

    @property
    def explanation(self) -> RecallExplanationLike | None: ...


class RecalledClusterLike(Protocol):
    """A `RecalledCluster`."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def summary(self) -> str | None: ...

    @property
    def score(self) -> float | None: ...

    @property
    def rank(self) -> int: ...

    @property
    def fact_ids(self) -> tuple[str, ...]: ...


class ReextractionLike(Protocol):
    """A `Reextraction`."""

    @property
    def reextraction_id(self) -> str: ...

    @property
    def episode_id(self) -> str: ...

    @property
    def reader(self) -> str: ...

    @property
    def by(self) -> str | None: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def added(self) -> int: ...

    @property
    def withdrawn(self) -> int: ...

    @property
    def restored(self) -> int: ...

    @property
    def undone_at(self) -> datetime | None: ...


class ReextractionEstimateLike(Protocol):
    """A `ReextractionEstimate`."""

    @property
    def reader(self) -> str: ...

    @property
    def episodes(self) -> int: ...

    @property
    def model_calls(self) -> int: ...

    @property
    def tokens(self) -> int: ...


class ReextractionReportLike(Protocol):
    """A `ReextractionReport`."""

    @property
    def reader(self) -> str: ...

    @property
    def episodes(self) -> tuple[ReadAgainEpisodeLike, ...]: ...

    @property
    def skipped(self) -> tuple[SkippedEpisodeLike, ...]: ...

    @property
    def failed(self) -> tuple[SkippedEpisodeLike, ...]: ...

    @property
    def model_calls(self) -> int: ...

    @property
    def tokens(self) -> int: ...

    @property
    def cursor(self) -> str | None: ...


class RemovedLike(Protocol):
    """A `Removed`."""

    @property
    def what(self) -> Literal["episode", "fact", "entity", "brain"]: ...

    @property
    def id(self) -> str: ...

    @property
    def episodes(self) -> tuple[str, ...]: ...

    @property
    def statements(self) -> int: ...

    @property
    def facts(self) -> tuple[str, ...]: ...

    @property
    def versions(self) -> int: ...

    @property
    def entities(self) -> tuple[str, ...]: ...

    @property
    def values(self) -> tuple[str, ...]: ...

    @property
    def aliases(self) -> tuple[str, ...]: ...

    @property
    def traces(self) -> int: ...

    @property
    def answers(self) -> int: ...

    @property
    def counts(self) -> dict[str, int]: ...


class ReopenedLike(Protocol):
    """A `Reopened`."""

    @property
    def id(self) -> str: ...

    @property
    def valid_from(self) -> datetime | None: ...

    @property
    def valid_until(self) -> datetime | None: ...


class ResolvedEntityLike(Protocol):
    """A `ResolvedEntity`."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def method(self) -> str: ...

    @property
    def is_new(self) -> bool: ...

    @property
    def score(self) -> float | None: ...


class RetentionLike(Protocol):
    """A `Retention`."""

    @property
    def policies(self) -> tuple[RetentionPolicyLike, ...]: ...


class RetentionPolicyLike(Protocol):
    """A `RetentionPolicy`."""

    @property
    def days(self) -> int: ...

    @property
    def kind(self) -> Word | None: ...

    @property
    def source(self) -> Word | None: ...

    @property
    def tag(self) -> Word | None: ...


class RouteLike(Protocol):
    """A `Route`."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def facts(self) -> tuple[FactLike, ...]: ...


class ScheduledJobLike(Protocol):
    """A `ScheduledJob`."""

    @property
    def cron(self) -> str | None: ...

    @property
    def time_zone(self) -> str | None: ...

    @property
    def every_episodes(self) -> int | None: ...

    @property
    def next_run_at(self) -> datetime | None: ...

    @property
    def running_since(self) -> datetime | None: ...

    @property
    def progress(self) -> int | None: ...

    @property
    def last_run_at(self) -> datetime | None: ...

    @property
    def last_report(self) -> JobReportLike | None: ...

    @property
    def last_error(self) -> str | None: ...


class SecretWebhookLike(Protocol):
    """A `SecretWebhook`."""

    @property
    def id(self) -> str: ...

    @property
    def url(self) -> str: ...

    @property
    def kinds(self) -> tuple[ChangeKind, ...]: ...

    @property
    def active(self) -> bool: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def last_delivered_at(self) -> datetime | None: ...

    @property
    def attempts(self) -> int: ...

    @property
    def next_attempt_at(self) -> datetime | None: ...

    @property
    def last_error(self) -> str | None: ...

    @property
    def old_secret_until(self) -> datetime | None: ...

    @property
    def dead_letters(self) -> int: ...

    @property
    def secret(self) -> str: ...


class SessionLike(Protocol):
    """A `Session`."""

    @property
    def id(self) -> str: ...

    @property
    def episodes(self) -> int: ...

    @property
    def first(self) -> datetime: ...

    @property
    def last(self) -> datetime: ...

    @property
    def summary(self) -> str | None: ...


class SessionSummaryLike(Protocol):
    """A `SessionSummary`."""

    @property
    def session_id(self) -> str: ...

    @property
    def episode_id(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def observations(self) -> tuple[str, ...]: ...

    @property
    def outcome(self) -> str | None: ...

    @property
    def episodes(self) -> int: ...

    @property
    def first(self) -> datetime: ...

    @property
    def last(self) -> datetime: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def method(self) -> str: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...

    @property
    def tokens_used(self) -> TokensUsedLike: ...


class SimilarEntityLike(Protocol):
    """A `SimilarEntity`."""

    @property
    def entity(self) -> EntityLike: ...

    @property
    def score(self) -> float: ...

    @property
    def reason(self) -> str: ...


class SkippedEpisodeLike(Protocol):
    """A `SkippedEpisode`."""

    @property
    def episode_id(self) -> str: ...

    @property
    def reason(self) -> str: ...


class SourceChangesLike(Protocol):
    """A `SourceChanges`."""

    @property
    def changed(self) -> tuple[ChangeLike, ...]: ...

    @property
    def statements(self) -> int: ...

    @property
    def denied(self) -> int: ...

    @property
    def recorded_at(self) -> datetime | None: ...

    @property
    def retraction_id(self) -> str | None: ...


class SourceRetractionLike(Protocol):
    """A `SourceRetraction`."""

    @property
    def retraction_id(self) -> str: ...

    @property
    def since(self) -> datetime | None: ...

    @property
    def recorded_at(self) -> datetime: ...

    @property
    def statements(self) -> int: ...


class StatedConditionLike(Protocol):
    """A `StatedCondition`."""

    @property
    def subject(self) -> str: ...

    @property
    def relation(self) -> str: ...

    @property
    def object(self) -> str | None: ...

    @property
    def event(self) -> TriggerEvent | None: ...


class StatsLike(Protocol):
    """A `Stats`."""

    @property
    def brain(self) -> str: ...

    @property
    def revision(self) -> int: ...

    @property
    def entities(self) -> int: ...

    @property
    def facts(self) -> int: ...

    @property
    def facts_closed(self) -> int: ...

    @property
    def values(self) -> int: ...

    @property
    def episodes(self) -> dict[str, int]: ...

    @property
    def statements(self) -> int: ...

    @property
    def relations(self) -> dict[str, int]: ...

    @property
    def entity_types(self) -> dict[str, int]: ...


class StoredItemLike(Protocol):
    """A `StoredItem`."""

    @property
    def path(self) -> ItemPath: ...

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def updated_at(self) -> datetime: ...

    @property
    def expires_at(self) -> datetime | None: ...

    @property
    def ttl_sec(self) -> float | None: ...

    @property
    def value(self) -> Any: ...

    @property
    def score(self) -> float | None: ...


class TickReportLike(Protocol):
    """A `TickReport`."""

    @property
    def jobs(self) -> tuple[JobReportLike, ...]: ...


class TokensUsedLike(Protocol):
    """A `TokensUsed`."""

    @property
    def input(self) -> int: ...

    @property
    def output(self) -> int: ...

    @property
    def total(self) -> int: ...


class UndoneReextractionLike(Protocol):
    """An `UndoneReextraction`."""

    @property
    def reextraction_id(self) -> str: ...

    @property
    def episode_id(self) -> str: ...

    @property
    def statements(self) -> int: ...

    @property
    def withdrawn(self) -> int: ...

    @property
    def changed(self) -> tuple[ChangeLike, ...]: ...

    @property
    def recorded_at(self) -> datetime: ...


class UnmergedLike(Protocol):
    """An `Unmerged`."""

    @property
    def merge_id(self) -> str: ...

    @property
    def entity_id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def parted_from(self) -> str: ...

    @property
    def statements(self) -> int: ...

    @property
    def statements_learnt(self) -> int: ...

    @property
    def facts(self) -> int: ...

    @property
    def changed(self) -> tuple[ChangeLike, ...]: ...

    @property
    def recorded_at(self) -> datetime: ...


class UpkeepScheduleLike(Protocol):
    """An `UpkeepSchedule`."""

    @property
    def jobs(self) -> Mapping[JobName, ScheduledJobLike]: ...


class WaitingFactLike(Protocol):
    """A `WaitingFact`."""

    @property
    def id(self) -> str: ...

    @property
    def subject(self) -> str: ...

    @property
    def relation(self) -> str: ...

    @property
    def object(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def starts_when(self) -> StatedConditionLike: ...

    @property
    def said_at(self) -> datetime: ...


class WebhookLike(Protocol):
    """A `Webhook`."""

    @property
    def id(self) -> str: ...

    @property
    def url(self) -> str: ...

    @property
    def kinds(self) -> tuple[ChangeKind, ...]: ...

    @property
    def active(self) -> bool: ...

    @property
    def created_at(self) -> datetime: ...

    @property
    def last_delivered_at(self) -> datetime | None: ...

    @property
    def attempts(self) -> int: ...

    @property
    def next_attempt_at(self) -> datetime | None: ...

    @property
    def last_error(self) -> str | None: ...

    @property
    def old_secret_until(self) -> datetime | None: ...

    @property
    def dead_letters(self) -> int: ...


class WriteResultLike(Protocol):
    """A `WriteResult`."""

    @property
    def episode_id(self) -> str | None: ...

    @property
    def status(self) -> EpisodeStatus | Literal["forgotten"] | None: ...

    @property
    def facts_added(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def facts_updated(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def facts_unchanged(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def facts_deleted(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def facts_skipped(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def facts_closed(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def facts_waiting(self) -> tuple[WrittenFactLike, ...]: ...

    @property
    def entities_resolved(self) -> tuple[ResolvedEntityLike, ...]: ...

    @property
    def contradictions(self) -> tuple[ContradictionLike, ...]: ...

    @property
    def forget_requests(self) -> tuple[ForgetOutcomeLike, ...]: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...

    @property
    def flushed(self) -> tuple[str, ...]: ...

    @property
    def recorded_at(self) -> datetime | None: ...

    @property
    def revision(self) -> int | None: ...

    @property
    def duration_ms(self) -> float: ...

    @property
    def tokens_used(self) -> TokensUsedLike: ...

    @property
    def trace(self) -> dict[str, Any] | None: ...

    @property
    def success(self) -> bool: ...

    @property
    def error(self) -> str | None: ...


class WrittenFactLike(Protocol):
    """A `WrittenFact`."""

    @property
    def id(self) -> str | None: ...

    @property
    def subject(self) -> str: ...

    @property
    def relation(self) -> str: ...

    @property
    def object(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def confidence(self) -> float | None: ...

    @property
    def valid_from(self) -> datetime | None: ...

    @property
    def valid_until(self) -> datetime | None: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def origin(self) -> Origin | None: ...

    @property
    def replaced(self) -> tuple[str, ...]: ...

    @property
    def matched(self) -> str | None: ...

    @property
    def pending(self) -> bool: ...
