"""Brains, pages and the state of the service."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.audit import AuditLine
from graphmem_contract.brains import BrainSummary
from graphmem_contract.changes import ForgetRequest
from graphmem_contract.contradictions import Overturned
from graphmem_contract.directives import Directive
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.history import FactDifference, SimilarEntity
from graphmem_contract.items import ItemPath, ItemState, StoredItem
from graphmem_contract.keys import ApiKey
from graphmem_contract.observations import Cluster, Observation
from graphmem_contract.operations import Finding
from graphmem_contract.proposals import Proposal
from graphmem_contract.reads import Episode, Neighbour, Stats
from graphmem_contract.records import Entity, Fact, Record, WriteResult
from graphmem_contract.reextraction import Reextraction
from graphmem_contract.reports import Route
from graphmem_contract.sessions import Session
from graphmem_contract.settings import BrainSettings, EffectiveSetting
from graphmem_contract.sources import EpisodeSource
from graphmem_contract.webhooks import DeadLetter, Webhook


class EpisodePage(Record):
    """A page of episodes, most recently recorded first."""

    episodes: tuple[Episode, ...]
    next_cursor: str | None = None


class SessionPage(Record):
    """A page of sessions, sorted by id."""

    sessions: tuple[Session, ...]
    next_cursor: str | None = None


class FlushReport(Record):
    """Results of the waiting messages, in their order; empty if none waited."""

    results: tuple[WriteResult, ...]


class FactPage(Record):
    """A page of facts, most recently recorded first."""

    facts: tuple[Fact, ...]
    next_cursor: str | None = None


class EntityPage(Record):
    """A page of entities, most recently recorded first."""

    entities: tuple[Entity, ...]
    next_cursor: str | None = None


class PathList(Record):
    """The shortest paths between two entities, at most ten."""

    paths: tuple[Route, ...]


class NeighbourList(Record):
    """The facts around an entity, nearest first."""

    neighbours: tuple[Neighbour, ...]
    next_cursor: str | None = None


class BrainDetail(BrainSummary):
    """A brain with its settings (null = the service's setting), the settings that apply to it, by name, and its counts."""

    settings: BrainSettings
    effective_settings: dict[str, EffectiveSetting]
    stats: Stats


class BrainPage(Record):
    """A page of brains, sorted by name."""

    brains: tuple[BrainSummary, ...]
    next_cursor: str | None = None


class SimilarEntities(Record):
    """Entities that may be the same as another one, best first."""

    similar: tuple[SimilarEntity, ...]


class ContradictionPage(Record):
    """A page of facts that another one ended, most recently recorded first."""

    contradictions: tuple[Overturned, ...]
    next_cursor: str | None = None


class KeyPage(Record):
    """A page of keys, oldest first."""

    keys: tuple[ApiKey, ...]
    next_cursor: str | None = None


class FindingList(Record):
    """What the checks of the service found."""

    findings: tuple[Finding, ...]


class Accepted(Record):
    """A stored episode that a worker will extract."""

    episode_id: str
    status: EpisodeState
    status_url: str = Field(description="Address that shows the progress")


class Health(Record):
    """The process is running."""

    status: Literal["ok"] = "ok"
    version: str


class Ready(Record):
    """The database and the embedder answer."""

    status: Literal["ready"] = "ready"
    writes: Literal["accepted", "refused"] = Field(
        description="refused = the disk of the embedded server has less free space than GRAPHMEM_MIN_FREE_MB; reads go on"
    )


class DifferencePage(Record):
    """A page of facts that differ between two moments, most recently recorded first."""

    differences: tuple[FactDifference, ...]
    next_cursor: str | None = None


class ForgetRequestPage(Record):
    """A page of requests to forget, newest first."""

    requests: tuple[ForgetRequest, ...]
    next_cursor: str | None = None


class AuditPage(Record):
    """A page of the audit log, newest first."""

    lines: tuple[AuditLine, ...]
    next_cursor: str | None = None


class SourcePage(Record):
    """A page of sources, sorted by name."""

    sources: tuple[EpisodeSource, ...]
    next_cursor: str | None = None


class ItemStates(Record):
    """The items as they are stored, in the order of the request."""

    items: tuple[ItemState, ...]


class ItemsByKey(Record):
    """The items at the places of the request, in their order; null = there is none."""

    items: tuple[StoredItem | None, ...]


class ItemList(Record):
    """Items in the order of the request."""

    items: tuple[StoredItem, ...]


class DeletedItems(Record):
    """The number of items that were deleted."""

    deleted: int


class ItemPathList(Record):
    """The paths that have items, sorted."""

    paths: tuple[ItemPath, ...]


class ReextractionPage(Record):
    """A page of new extractions, newest first."""

    reextractions: tuple[Reextraction, ...]
    next_cursor: str | None = None


class ClusterPage(Record):
    """Clusters, those with most facts first."""

    clusters: tuple[Cluster, ...]
    next_cursor: str | None = None


class DirectivePage(Record):
    """Directives, newest first."""

    directives: tuple[Directive, ...]
    next_cursor: str | None = None


class ObservationPage(Record):
    """Observations, newest first."""

    observations: tuple[Observation, ...]
    next_cursor: str | None = None


class ProposalPage(Record):
    """Proposals, newest first."""

    proposals: tuple[Proposal, ...]
    next_cursor: str | None = None


class WebhookList(Record):
    """The webhooks of a brain, oldest first."""

    webhooks: tuple[Webhook, ...]


class DeadLetterPage(Record):
    """A page of dead letters, oldest first."""

    dead_letters: tuple[DeadLetter, ...]
    next_cursor: str | None = None


class Replayed(Record):
    """The number of dead letters that are sent again."""

    dead_letters: int
